"""`/campionat`: an arbiter records that two people known to the bot are one."""

from dataclasses import replace

from bot.chat.competitions.card import answer, ask, show_card, step_button
from bot.chat.competitions.people import entry_of
from bot.runtime.shared import UserInput
from bot.service.people import merging
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, OfCard
from bot.texts.messages import Text, say
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId
from storage.people.people import Person

_LONGEST_NUMBER = 18


def _person(number: str) -> PersonId:
    if not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        raise GameStateError(Fault("button_unknown"))
    return PersonId(int(number))


async def _ask_whom(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask who a player also is: a person of a similar name, or a typed name."""
    player = entry_of(snapshot.competition, step.what).player
    name = (await service.competitions.names(snapshot.competition))[player]
    found = await merging.alike(service, player, name)
    await _choose(service, user_input, snapshot, player, name, found)


async def _choose(  # noqa: PLR0913, PLR0917  (the player, and who it may be)
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    name: str,
    found: list[Person],
) -> None:
    rows = [await merging.described(service, one) for one in found]
    buttons = [
        (
            CARD.button(
                say("button.merge.with", who=one.name, n=number),
                *(snapshot.competition.code, "mrgp", f"{player}", f"{one.id}"),
            ),
        )
        for number, one in enumerate(found, 1)
    ]
    question = say("merge.ask", who=name, rows=rows or None)
    await ask(service, user_input, snapshot, "mrg", question, f"{player}", more=tuple(buttons))


async def _typed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Offer the people of the typed name."""
    player = entry_of(snapshot.competition, step.what).player
    found = await merging.alike(service, player, user_input.args)
    if not found:
        raise NotationError(Fault("merge_nobody", facts={"text": user_input.args[:60]}))
    name = (await service.competitions.names(snapshot.competition))[player]
    await _choose(service, user_input, snapshot, player, name, found)


def _account(person: Person) -> Text | None:
    return say("merge.of_account", account=person.account) if person.account else None


async def _preview(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show both people and what follows; the arbiter confirms by choosing the name that stays."""
    one, other = _person(step.what), _person(step.choice)
    names = await merging.names_here(service, snapshot, one, other)
    both = await merging.pair_of(service, one, other)
    pairs = [both, merging.Pair(kept=both.gone, gone=both.kept)]
    possible, refused = [], []
    for pair in pairs:
        try:
            await merging.check(service, user_input, pair)
        except GameStateError as error:
            refused.append(error)
        else:
            possible.append(pair)
    if not possible:
        raise refused[0]
    await service.questions.close(user_input)
    accounts = [pair.kept.account for pair in pairs if pair.kept.telegram_id is not None]
    shown = [replace(one, name=names.get(one.id, one.name)) for one in (both.kept, both.gone)]
    text = say(
        "merge.preview",
        rows=[await merging.described(service, one) for one in shown],
        accounts=say("merge.two_accounts") if len(accounts) == len(pairs) else None,
    )
    buttons = [
        (
            CARD.button(
                say(
                    "button.merge.keep",
                    who=names.get(pair.kept.id, pair.kept.name),
                    account=_account(pair.kept),
                ),
                *(snapshot.competition.code, "mrgy", f"{pair.kept.id}", f"{pair.gone.id}"),
            ),
        )
        for pair in possible
    ]
    out = step_button(snapshot.competition, "give_up", "players")
    await answer(service, user_input, text, (*buttons, (out,)))


async def _merge(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Join the two people."""
    kept, gone = _person(step.what), _person(step.choice)
    await merging.names_here(service, snapshot, kept, gone)
    done = await merging.carry_out(service, user_input, await merging.pair_of(service, kept, gone))
    now = await service.competitions.load(snapshot.competition.code)
    await show_card(service, user_input, now, done)


STEPS = {"mrg": _ask_whom, "mrgp": _preview, "mrgy": _merge}
TYPED = {"mrg": _typed}
