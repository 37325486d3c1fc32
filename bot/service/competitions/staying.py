"""An arbiter's decision that takes a player's withdrawal back (art. 9.1).

Its code is `COMPETITION:PERSON`. The games that the withdrawal ended resume, unless a later ruling
ended them, too; the preview names both kinds, and those that stay as they are.
"""

from functools import reduce
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.notices.notifier import Notifier
from bot.service.notices.play.resumed_games import notify_of_resumed
from bot.service.pure.acts import act, order_of
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.verb import person_in
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.cases.of_person import left_out_row
from bot.texts.notices.competitions.competitions import card_button, list_again_line
from engine.cases.leavers import Resumption, resumption
from engine.cases.situation import Effect
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import lift_act
from engine.competitions.events import Liftable
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act, Events
from engine.games.events import GameEnded
from engine.ids import CompetitionCode, PersonId
from engine.matches.match import MatchStage, games_of

KIND = "stay"
"""The kind of the decision."""


def about_of(competition: CompetitionCode, player: PersonId) -> str:
    """Return the code of the decision."""
    return f"{competition}:{player}"


class _Withdrawal(NamedTuple):
    """A withdrawal that may be taken back."""

    snapshot: CompetitionSnapshot
    player: PersonId


async def _withdrawal_of(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> _Withdrawal:
    """Return the competition and the player of a code, if the withdrawal may be taken back.

    Raises:
        GameStateError: the bot never wrote the code, the person is not an arbiter there, or the
            withdrawal cannot be taken back.
    """
    code, _, number = about.rpartition(":")
    player = person_in(number)
    snapshot = await readers.competitions.ruled_by(user_input, CompetitionCode(code))
    _lifting_events(snapshot.competition, act(user_input), player, reason)
    return _Withdrawal(snapshot, player)


def _lifting_events(
    competition: Competition, lifting: Act, player: PersonId, reason: str = ""
) -> Events:
    """Return the events that take the withdrawal back.

    Raises:
        GameStateError: it cannot be taken back.
    """
    return lift_act(competition, lifting, Liftable.WITHDRAWAL, player, reason)


async def _resumption(
    readers: Readers,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    reason: str,
) -> Resumption:
    """Return which games of the player resume in the running phase; none before or after it."""
    competition = snapshot.competition
    if competition.stage is not CompetitionStage.RUNNING:
        return Resumption()
    matches = [
        (played.match, [await readers.games.get(game) for game in games_of(played.match)])
        for played in await readers.matches.played_in_phase(player, competition)
    ]
    order = order_of(user_input, "9.1", reason)
    return resumption(competition, player, matches, order)


async def _text(
    readers: Readers,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    resumed: Resumption,
    lifting: Act,
) -> Text:
    """Return what the decision does: the games that resume, and those that stay as they are."""
    competition = snapshot.competition
    after = reduce(evolve_competition, _lifting_events(competition, lifting, player), competition)
    people = {player, *(unchanged_game.partner for unchanged_game in resumed.unchanged)}
    people |= {person for effect in resumed.effects for person in effect.match.people}
    names = await readers.persons.names(people)
    left_out = [left_out_row(unchanged_game, names) for unchanged_game in resumed.unchanged]
    rows = [
        say(_row_key(effect), game=effect.game.id, partner=names[effect.match.partner(player)])
        for effect in resumed.effects
    ]
    return say(
        "stay.show",
        who=names[player],
        title=competition.title,
        rows=rows or None,
        left_out=[say("player.left_out"), *left_out] if left_out else None,
        again=list_again_line(after),
    )


def _row_key(effect: Effect) -> str:
    """Return the key of a game's line: it resumes, has another end, or stays as a ruling says."""
    if effect.game.ended is None:
        return "stay.row"
    is_replaced = any(isinstance(event, GameEnded) for event in effect.game_events)
    return "stay.row_over" if is_replaced else "stay.row_ruled"


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return which games resume, and which stay as they are."""
    snapshot, player = await _withdrawal_of(readers, user_input, about, reason)
    resumed = await _resumption(readers, user_input, snapshot, player, reason)
    return await _text(readers, snapshot, player, resumed, act(user_input))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Take the withdrawal back, and notify everyone concerned."""
    snapshot, player = await _withdrawal_of(service, user_input, about, reason)
    resumed = await _resumption(service, user_input, snapshot, player, reason)
    events = _lifting_events(snapshot.competition, act(user_input), player, reason)
    snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    await _notify(service, user_input, snapshot, player, resumed=resumed, reason=reason)
    await _resume(service, user_input, resumed)
    who = await service.persons.name(player)
    title = snapshot.competition.title
    return Card(say("stay.done", who=who, title=title), card_button(snapshot.competition))


async def _notify(  # noqa: PLR0913  (a decision with its effects and reason)
    notifier: Notifier,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    *,
    resumed: Resumption,
    reason: str,
) -> None:
    """Notify the player, each opponent once, and the other arbiters."""
    competition = snapshot.competition
    facts: dict[str, Param] = {
        "who": await notifier.persons.name(player),
        "title": competition.title,
        "by": user_input.person.name,
        "reason": reason,
    }
    await notifier.notify_person(player, say("stay.told_you", **facts))
    matches = {
        effect.match.code: effect.match
        for effect in resumed.effects
        if _row_key(effect) != "stay.row_ruled"
    }
    for match in matches.values():
        text = say("stay.told_partner", match=match.code, **facts)
        await notifier.notify_person(match.partner(player), text, about=match.code)
    await notifier.notify_arbiters(
        competition, say("stay.told_arbiters", **facts), but=user_input.person.id
    )


async def _resume(service: Service, user_input: UserInput, resumed: Resumption) -> None:
    """Write exactly the events that were shown, and send the sheets of the running games."""
    for effect in resumed.effects:
        snapshot = await service.games.load(effect.game.id)
        await service.game_acts.record(snapshot, effect.game_events, user_input.at, ruled=True)
        match = await service.matches.load(effect.match.code)
        match = await service.results.go_on(match, effect.match_events, user_input.at, silent=True)
        if match.match.stage is MatchStage.CANCELLED:
            continue
        await notify_of_resumed(service, effect.game.id)
