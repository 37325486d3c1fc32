"""Records a match that began elsewhere, with its games under their own dates.

`import_reading` reads the arbiter's form; `pending_imports` stores it until they confirm it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.service.pure.matches.checked_import import CheckedImport, ImportedPair
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from engine.games.entry import noon
from engine.games.importing import ImportedGame
from engine.games.orders import Order
from engine.ids import NO_COMPETITION, CompetitionCode, Leg, PersonId
from engine.matches.correspondence_events import ChannelSet, ChannelSettings, Origin
from engine.matches.events import LegStarted, MatchArranged, MatchEvent, MatchLeaveAnnounced
from engine.matches.fold import replay_match
from engine.matches.leg_ends import leg_ended
from engine.matches.match import Match
from engine.matches.rulings import propose_results, set_penalty
from engine.sequences.stated import seed_standing_for
from engine.thinking_time import day_of


async def record_match(
    service: Service, pair: ImportedPair, events: Sequence[MatchEvent], at: datetime
) -> MatchSnapshot:
    """Record a match with its games, and propose its results if both are over.

    `events`: those of `match_events` for the pair.
    """
    snapshot = await service.match_acts.begin(events, at)
    for game in pair.games:
        await service.game_acts.import_game(game.events, at)
    return await service.results.go_on(snapshot, propose_results(snapshot.match, at), at)


def match_events(  # noqa: PLR0913  (the form, and the values that the import creates)
    checked_import: CheckedImport,
    pair: ImportedPair,
    people: Mapping[str, PersonId],
    *,
    arbiter: PersonId,
    return_seed: str,
    now: datetime,
    competition: CompetitionCode = NO_COMPETITION,
) -> tuple[MatchEvent, ...]:
    """Return the match's events with their own dates, up to its present state.

    `people`: by the form's keys of names. `return_seed` is for a return game that has not begun;
    any other seed stands for the sequence that was drawn elsewhere.
    """
    at = pair.games[0].events[0].at if pair.games else now
    today = day_of(now, checked_import.rules.time_zone)
    return_sequence = pair.sequence(Leg.RETURN)
    arranged = MatchArranged(
        at=at,
        match=pair.code,
        arbiter=arbiter,
        phase=checked_import.form.phase,
        rules=checked_import.rules,
        edition=checked_import.edition,
        first=people[pair.red],
        second=people[pair.blue],
        # Without moves of the home game, the days to the return game run from the import.
        start=pair.stated[Leg.HOME].start if Leg.HOME in pair.stated else today,
        home_seed=seed_standing_for(pair.sequence(Leg.HOME) or pair.code),
        return_seed=(
            return_seed if return_sequence is None else seed_standing_for(return_sequence)
        ),
        competition=competition,
        red=people[pair.red],
        late_return=False,
        title="" if competition else checked_import.form.title,
        imported=tuple(leg for leg in Leg if pair.sequence(leg) is not None),
        stated=tuple(leg for leg in Leg if leg in pair.results),
    )
    if arranged.stated == tuple(Leg):  # both games are known by their results alone
        return (arranged,)
    leave = _leave(checked_import, pair, people, at)
    legs = (event for game in pair.games for event in leg_events(game))
    events = (arranged, *leave, *_channel(pair, arbiter, at), *legs)
    return *events, *_penalties(pair, replay_match(events), arbiter, now)


def _leave(
    checked_import: CheckedImport,
    pair: ImportedPair,
    people: Mapping[str, PersonId],
    at: datetime,
) -> Iterator[MatchLeaveAnnounced]:
    """Yield the leave of both players that the form states."""
    for player in (pair.red, pair.blue):
        for period in checked_import.leave.get(player, ()):
            yield MatchLeaveAnnounced(at=at, person=people[player], period=period)


def _channel(pair: ImportedPair, arbiter: PersonId, at: datetime) -> Iterator[ChannelSet]:
    """Yield the channel that the form states for the match's last game, if any."""
    channels = [pair.stated[leg].channel for leg in Leg if leg in pair.stated]
    if channels and channels[-1]:
        settings = ChannelSettings(channel=channels[-1])
        yield ChannelSet(at=at, by=arbiter, means=settings, origin=Origin.AGREED)


def _penalties(
    pair: ImportedPair, match: Match, arbiter: PersonId, at: datetime
) -> Iterator[MatchEvent]:
    """Yield the penalties that the arbiter gave elsewhere, with their own dates (art. 10.3)."""
    for imported in pair.games:
        game = imported.game
        for penalty in pair.stated[game.leg].penalties:
            order = Order(
                at=noon(penalty.on, game.rules.time_zone, at),
                arbiter=arbiter,
                article="10.3",
                reason=penalty.reason,
            )
            person = game.side(penalty.seat).person
            yield from set_penalty(match, order, person, game.leg, penalty.points)


def leg_events(imported: ImportedGame) -> Iterator[MatchEvent]:
    """Yield the match's events about the start and the end of a game."""
    game = imported.game
    yield LegStarted(
        at=imported.events[0].at,
        leg=game.leg,
        red=game.red.person,
        blue=game.blue.person,
        start=game.start,
    )
    if game.ended is not None:
        yield leg_ended(game, game.ended.at)
