"""Moves a seat of a match to another person, in the match and in its begun games.

`engine.matches.decide` decides; this module writes.
"""

from collections.abc import Iterable
from datetime import datetime

from bot.service.notices.notifier import Notifier
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.games.orders import take_seat
from engine.ids import WEB, PersonId
from engine.matches.events import MatchEvent, PlayerJoined
from engine.matches.match import Match, games_of
from storage.people.addresses import is_browser
from storage.play import conditions, entries


async def seat(  # noqa: PLR0913, PLR0917  (the decision, and both people)
    recorder: Recorder,
    snapshot: MatchSnapshot,
    events: Iterable[MatchEvent],
    before: PersonId,
    after: PersonId,
    at: datetime,
) -> MatchSnapshot:
    """Write the match's events, and replace `before` by `after` in its games.

    Conditional moves and entered moves of a former player are deleted. The opponent is notified of
    a player who now takes part in a browser. `before` and `after` may be the same person, who takes
    the seat again or gets a writer.
    """
    decided = tuple(events)
    had_begun = bool(snapshot.match.started)
    snapshot = await recorder.match_acts.advance(snapshot, decided, at)
    if had_begun and not snapshot.match.is_over and any(map(_is_by_browser, decided)):
        await tell_partner_of_access(recorder, snapshot.match, after)
    is_free = after not in snapshot.match.seated
    for game in games_of(snapshot.match):
        game_snapshot = await recorder.games.load(game)
        colour = game_snapshot.game.seat_of(before)
        if colour is None:
            continue
        if before != after:
            await conditions.clear(recorder.unit.tx, game, before)
            await entries.clear(recorder.unit.tx, game)
        # A seat that its player had left is taken again, by themselves or through a writer.
        is_taken_again = not is_free and game_snapshot.game.side(colour).left is not None
        if before != after or is_taken_again:
            taken = take_seat(game_snapshot.game, at, colour, after, is_free=is_free)
            await recorder.game_acts.record(game_snapshot, taken, at, ruled=True)
    return snapshot


def _is_by_browser(event: MatchEvent) -> bool:
    """Return whether the event lets a player take part in a browser."""
    return isinstance(event, PlayerJoined) and event.via == WEB


async def access_of(readers: Readers, person: PersonId) -> str:
    """Return how a person takes part in new matches: `WEB` for a browser, else "" (art. 6.1)."""
    return WEB if is_browser(await readers.persons.address(person)) else ""


async def tell_partner_of_access(notifier: Notifier, match: Match, person: PersonId) -> None:
    """Tell the opponent silently that the player now takes part in a browser or in Telegram."""
    name = await notifier.persons.name(person)
    text = access_text(match, person, name)
    await notifier.notify_person(match.partner(person), text, about=match.code, silent=True)


def access_text(match: Match, person: PersonId, name: str) -> Text:
    """Return how the player takes part from now on, for the opponent and the arbiters."""
    key = "means.goes_browser" if person in match.in_browser else "means.goes_telegram"
    return say(key, who=name, match=match.code)


async def begun_matches(
    readers: Readers, competition: Competition, person: PersonId
) -> list[MatchSnapshot]:
    """Return that player's matches in all begun phases of a competition, freed seats included.

    The matches of a past season have no seats to move.
    """
    if competition.history:
        return []
    return [
        await readers.matches.load(listed.code)
        for phase in competition.phases
        if phase.started is not None
        for listed in phase.matches
        if person in listed.players
    ]


async def begun_in_present_phase(
    readers: Readers, competition: Competition, person: PersonId
) -> list[MatchSnapshot]:
    """Return the begun matches of the present phase, also if over, where the person has a seat."""
    present = {listed.code for listed in competition.phase.matches}
    return [
        snapshot
        for snapshot in await begun_matches(readers, competition, person)
        if snapshot.match.code in present and person in snapshot.match.seated
    ]
