"""`/campionat`: lists of players, pasted or as a file.

The bot first shows how it reads the list, and enters nobody before a confirmation. It names each
unreadable line; a person sends only those again.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Final

from bot.chat.choosing import competition_rows
from bot.chat.competitions import list_preview, pending_lists
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask
from bot.chat.competitions.free_seeds import with_free_seeds
from bot.chat.competitions.invitation_links import send_invitations
from bot.chat.competitions.pending_lists import PendingList
from bot.chat.competitions.sent_lists import is_table, read_sent_list
from bot.chat.topics import Topic
from bot.documents.tables.entry_columns import ListTable
from bot.documents.tables.listed_players import ListedPlayer
from bot.runtime.shared import UserInput
from bot.service.competitions import entries
from bot.service.competitions.entries import NewEntry
from bot.service.operations.competitions import namesakes
from bot.service.operations.people.resolving import first_doubt, persons_of
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.messages import say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

_SHORTEST_PASTED: Final = 3
"""The fewest lines of a pasted list without a request; a shorter text is no list."""


async def _ask_list(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for players, pasted or as a file."""
    if snapshot.competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))
    await ask(service, user_input, snapshot, CardStep.ADD_PLAYERS, say("comp.ask.players"))


async def _list_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show how the bot reads the list, with a button to enter the players."""
    sent_list = await read_sent_list(service, user_input, snapshot)
    if isinstance(sent_list, ListTable):
        await list_preview.show(service, user_input, snapshot, PendingList(table=sent_list))
    elif sent_list is not None:
        sent_list = await with_free_seeds(service, snapshot.competition, sent_list, {})
        await list_preview.show(service, user_input, snapshot, PendingList(pasted=sent_list))


async def read_unrequested(service: Service, user_input: UserInput) -> None:
    """Handle a list that an arbiter sends without a request.

    If one competition takes entries, the bot reads the list at once; if several do, it asks which.
    """
    sent = user_input.incoming.file
    ruled = await service.competitions.all_ruled(user_input.person.id)
    taking_entries = [
        snapshot for snapshot in ruled if snapshot.competition.stage is CompetitionStage.OPEN
    ]
    lines = len(user_input.args.splitlines())
    may_be_list = is_table(sent) if sent is not None else lines >= _SHORTEST_PASTED
    if not taking_entries or not may_be_list:
        service.reply(
            user_input, say("play.unknown_arbiter" if sent is None else "relayed.no_picture")
        )
    elif len(taking_entries) == 1:
        step = OfCard(taking_entries[0].competition.code, CardStep.ADD_PLAYERS)
        await service.questions.ask(
            user_input, Topic.COMPETITION, CARD.about(step.competition, step.step)
        )
        await _list_given(service, user_input, taking_entries[0], step)
    else:
        rows = competition_rows(
            taking_entries, lambda label, code: CARD.button(label, code, CardStep.ADD_PLAYERS)
        )
        service.reply(user_input, say("comp.whose_list"), rows)


async def _enter(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Enter the players of the last list shown.

    If another player got one of its seeds meanwhile, the list is shown again.
    """
    pending = await list_preview.current_list(service, user_input, snapshot, step.what)
    if pending is None:
        return
    player_list, resolutions = await list_preview.understood(service, snapshot.competition, pending)
    entered = await entries.entered_or_signed_up(service, snapshot.competition)
    new = list_preview.new_players(resolutions, entered)
    # A person of a similar name may have joined meanwhile; the button has the number shown.
    if first_doubt(resolutions) is not None or f"{new}" != step.choice:
        await list_preview.show(service, user_input, snapshot, pending)
        return
    await pending_lists.forget(service, user_input, snapshot)
    persons = await persons_of(service, resolutions, pending.answers)
    players = _not_entered_yet(player_list.players, persons, entered)
    already_entered = frozenset(snapshot.competition.phase.players)
    snapshot = await entries.enter_all(service, user_input, snapshot, players)
    newly_entered = frozenset(snapshot.competition.phase.players) - already_entered
    await show_card(service, user_input, snapshot, say("comp.done.entered", n=len(players)))
    await send_invitations(service, user_input, snapshot.competition, only=newly_entered)
    for pair in await namesakes.equal_among(service, snapshot.competition, newly_entered):
        service.reply(user_input, *namesakes.question(snapshot.competition, pair))


def _not_entered_yet(
    players: Iterable[ListedPlayer], persons: Iterable[PersonId], entered: Container[PersonId]
) -> list[NewEntry]:
    """Return the players who are not entered yet, each once; a list may be sent twice."""
    new_players: dict[PersonId, ListedPlayer] = {}
    for player, person in zip(players, persons, strict=True):
        if person not in entered:
            new_players.setdefault(person, player)
    return [NewEntry(player, person) for person, player in new_players.items()]


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.ADD_PLAYERS: _ask_list,
    CardStep.ENTER: _enter,
    **list_preview.STEPS,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.ADD_PLAYERS: _list_given}
