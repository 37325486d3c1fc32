"""`/campionat`: a player's seat given to another: a typed player, a reserve, a person who waits."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from bot.chat.choosing import person_rows
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, step_button
from bot.chat.competitions.invitation_links import send_invitations
from bot.chat.competitions.phase_players import entry_of
from bot.chat.competitions.sent_lists import read_list
from bot.documents.tables.listed_players import ListedPlayer
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries, entries, seedings, sign_ups
from bot.service.notices.competitions import freed_places
from bot.service.operations.competitions import namesakes
from bot.service.operations.people.resolving import ANOTHER, Resolved, persons_of
from bot.service.people.typed_names import check_typed
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.clean_text import cut_code
from bot.texts.messages import Button, Buttons, Text, say
from engine.competitions.competition import Competition
from engine.competitions.guards import PREPARING, check_stage
from engine.competitions.participation import reserves
from engine.competitions.parts import Entry
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId

_MOST_RESERVES: Final = 3
"""The most reserves with a button."""


async def _ask_replacement(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for a player's replacement: a name, or a reserve of the phase before."""
    check_stage(snapshot.competition, PREPARING)
    entry = entry_of(snapshot.competition, step.what)
    names = await service.competitions.names(snapshot.competition)
    question = say("comp.ask.replace", who=names[entry.player])
    buttons = _reserve_buttons(snapshot.competition, entry.player, names)
    await ask(service, user_input, snapshot, CardStep.REPLACE, question, step.what, more=buttons)


def _reserve_buttons(
    competition: Competition, player: PersonId, names: dict[PersonId, str]
) -> Buttons:
    """Return a button for each of the first reserves."""
    return tuple(
        (
            step_button(
                competition,
                "reserve",
                CardStep.REPLACE_BY_RESERVE,
                f"{player}",
                f"{reserve.player}",
                who=names[reserve.player],
            ),
        )
        for reserve in reserves(competition)[:_MOST_RESERVES]
    )


async def _replace_by_reserve(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Replace a player by a reserve, or by a person who waits in a closed sign-up."""
    competition = snapshot.competition
    entry = entry_of(competition, step.what)
    for reserve in reserves(competition):
        if f"{reserve.player}" == step.choice:
            await _replace(service, user_input, snapshot, entry, reserve)
            return
    waiting_entry = await freed_places.who_waits(service, competition, entry.player, step.choice)
    if waiting_entry is None:
        raise GameStateError(Fault("not_entered", facts={"player": cut_code(step.choice)}))
    names_before = await service.competitions.names(competition)
    snapshot = await sign_ups.call_instead(
        service, user_input, snapshot, entry.player, waiting_entry
    )
    names = await service.competitions.names(snapshot.competition)
    new_name, former_name = names[waiting_entry.player], names_before[entry.player]
    await show_card(
        service, user_input, snapshot, say("comp.done.replaced", new=new_name, old=former_name)
    )


async def _fill_seat(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Give a free seat to a reserve."""
    players = [entry.player for entry in reserves(snapshot.competition)]
    reserve = next((player for player in players if str(player) == step.what), None)
    if reserve is None:
        raise GameStateError(Fault("not_a_reserve"))
    snapshot = await changed_entries.fill_one(service, user_input, snapshot, reserve)
    names = await service.competitions.names(snapshot.competition)
    await show_card(service, user_input, snapshot, say("comp.done.filled", who=names[reserve]))


async def _replacement_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Replace the player by the typed one; ask first who that is, if the bot may know them."""
    entry = entry_of(snapshot.competition, step.what)
    sent_list = await read_list(service, user_input, snapshot)
    if sent_list is None:
        return
    check_typed(sent_list.faults)
    if sent_list.faults or len(sent_list.players) != 1:
        raise NotationError(Fault("one_player"))
    listed = sent_list.players[0]
    (resolved,) = await entries.resolved_players(service, snapshot.competition, [listed], {})
    if resolved.person in await entries.entered_or_signed_up(service, snapshot.competition):
        raise GameStateError(Fault("already_entered"))
    await seedings.check_seed(service, snapshot.competition, listed, entry.player)
    if resolved.person is None and not resolved.doubts:
        await _replace_by(service, user_input, snapshot, entry, listed, ANOTHER)
        return
    stored = json.dumps(asdict(listed))
    await service.dialogues.keep_typed(user_input, _stored_under(snapshot), stored)
    await _ask_who_it_is(service, user_input, snapshot, step, resolved)


async def _ask_who_it_is(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    resolved: Resolved,
) -> None:
    """Ask whether a typed player is a person whom the bot knows.

    A button's choice is `MESSAGE.ANSWER`, so that it is no answer about a player typed later.
    """
    code, message = snapshot.competition.code, user_input.incoming.message

    def button(label: Text, answer: str) -> Button:
        choice = f"{message}.{answer}"
        return CARD.button(label, code, CardStep.REPLACE_BY_KNOWN, step.what, choice)

    question = say("comp.ask.same_person", who=resolved.named.name)
    if resolved.doubts:
        question = resolved.question
    rows: list[tuple[Button, ...]] = []
    if resolved.person is not None:
        rows.append((button(say("button.comp.same_person"), f"{resolved.person}"),))
    rows += person_rows(resolved, button)
    rows.append((step_button(snapshot.competition, "give_up", CardStep.PLAYER, step.what),))
    service.answer(user_input, question, tuple(rows))


def _stored_under(snapshot: CompetitionSnapshot) -> str:
    return f"typed replacement:{snapshot.competition.code}"


async def _replace_by_known(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Replace a player by the person whom the arbiter chose for the typed name."""
    entry = entry_of(snapshot.competition, step.what)
    message, _, choice = step.choice.partition(".")  # as `_ask_who_it_is` writes it
    stored = await service.dialogues.take_tagged(user_input, _stored_under(snapshot), message)
    if stored is None:
        raise GameStateError(Fault("button_unknown"))
    listed = ListedPlayer(**json.loads(stored))
    await _replace_by(service, user_input, snapshot, entry, listed, choice)


async def _replace_by(  # noqa: PLR0913, PLR0917  (the seat, the typed player and who they are)
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    entry: Entry,
    listed: ListedPlayer,
    choice: str,
) -> None:
    """Replace a player by the typed one.

    `choice`: the arbiter's answer about the name: `ANOTHER`, a candidate's answer, or the number of
    the person of exactly that name.
    """
    (resolved,) = await entries.resolved_players(service, snapshot.competition, [listed], {})
    if choice not in {f"{resolved.person}", *resolved.possible_answers}:
        raise GameStateError(Fault("not_entered", facts={"player": cut_code(choice)}))
    await seedings.check_seed(service, snapshot.competition, listed, entry.player)
    is_known = bool(resolved.doubts) or resolved.person is not None
    answers = {resolved.named.about: choice} if is_known else {}
    resolutions = await entries.resolved_players(service, snapshot.competition, [listed], answers)
    (person,) = await persons_of(service, resolutions, answers)
    clubs = await entries.clubs_in(service, snapshot.competition)
    replacement = await entries.entry_of(service, listed, person, clubs)
    await _replace(service, user_input, snapshot, entry, replacement)


async def _replace(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    replaced: Entry,
    replacement: Entry,
) -> None:
    """Replace a player; a new person gets an invitation to be forwarded."""
    names_before = await service.competitions.names(snapshot.competition)
    snapshot = await changed_entries.replace_one(
        service, user_input, snapshot, replaced.player, replacement
    )
    names, new_player = await service.competitions.names(snapshot.competition), replacement.player
    await show_card(
        service,
        user_input,
        snapshot,
        say("comp.done.replaced", new=names[new_player], old=names_before[replaced.player]),
    )
    if new_player not in snapshot.competition.claimed:
        invited = frozenset({new_player})
        await send_invitations(service, user_input, snapshot.competition, only=invited)
    for pair in await namesakes.equal_among(service, snapshot.competition, {new_player}):
        service.reply(user_input, *namesakes.question(snapshot.competition, pair))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.REPLACE: _ask_replacement,
    CardStep.REPLACE_BY_RESERVE: _replace_by_reserve,
    CardStep.FILL: _fill_seat,
    CardStep.REPLACE_BY_KNOWN: _replace_by_known,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.REPLACE: _replacement_given}
