"""Imports games that began elsewhere: reads an arbiter's form, shows it, and records it.

The form is stored between its preview and the confirmation, and is checked again then. One
transaction records everything: matches, games with their own dates, and what follows from them.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from bot.documents.tables.import_form import NO_ANSWERS, read_import
from bot.documents.tables.import_gcg import read_import_gcg
from bot.documents.tables.import_stated import (
    FormFault,
    GcgFile,
    ImportForm,
    Layout,
    SeasonAnswers,
    key_of,
)
from bot.runtime.shared import BotSettings, UserInput
from bot.service.context import Context
from bot.service.operations.people.resolving import Named, Resolved, resolve, row_of
from bot.service.pure.matches.import_check import (
    CheckedImport,
    ImportedPair,
    ImportTerms,
    check_import,
    pairs_of,
    players_of,
)
from bot.service.pure.matches.season_check import check_games
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from engine.games.entry import noon
from engine.games.importing import ImportedGame, StatedLeave, seed_standing_for
from engine.games.orders import Order
from engine.ids import NO_COMPETITION, CompetitionCode, Leg, MatchCode, PersonId
from engine.matches.correspondence_events import ChannelSet, ChannelSettings, Origin
from engine.matches.events import LegStarted, MatchArranged, MatchEvent, MatchLeaveAnnounced
from engine.matches.fold import replay_match
from engine.matches.match import Match
from engine.matches.results import leg_ended
from engine.matches.rulings import propose_results, set_penalty
from engine.thinking_time import day_of
from engine.tiles import load_tile_set
from storage.play import previews

GCG: Final = ".gcg"
AGAIN: Final = "again"
"""The answer that the form is right although one of the same title was recorded before."""
ODD: Final = "odd"
"""The answer that the form is right although something in it is unusual."""
REPLACE: Final = "replace."
"""The beginning of the answer that the form replaces a competition; its code follows."""
STORED_AS: Final = "import"
"""The key under which the form waits for the arbiter's confirmation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingForm:
    """A form that waits for confirmation."""

    token: str
    name: str
    content: bytes
    answers: SeasonAnswers = NO_ANSWERS
    games: tuple[GcgFile, ...] = ()
    """GCG files beside the results of a past season."""
    people: Mapping[str, str] = field(default_factory=dict)
    """The arbiter's answers about names (`bot.service.operations.people.resolving`)."""
    settled: frozenset[str] = frozenset()
    """The arbiter's answers about the whole file: `AGAIN`, `ODD`, or `REPLACE` with a code."""

    @property
    def replaces(self) -> CompetitionCode | None:
        """Return the competition that the form replaces, or None."""
        codes = (
            answer.partition(REPLACE)[2] for answer in self.settled if answer.startswith(REPLACE)
        )
        code = next(codes, None)
        return None if code is None else CompetitionCode(code)

    def to_json(self) -> str:
        """Return the form as JSON."""
        content = b64encode(self.content).decode()
        return json.dumps(
            {
                "token": self.token,
                "name": self.name,
                "content": content,
                "answers": _answers_to_json(self.answers),
                "people": dict(self.people),
                "settled": sorted(self.settled),
                "games": [[game.name, b64encode(game.content).decode()] for game in self.games],
            }
        )


def kept_from(text: str) -> PendingForm:
    """Return the form of stored JSON."""
    stored = json.loads(text)
    return PendingForm(
        token=stored["token"],
        name=stored["name"],
        content=b64decode(stored["content"]),
        answers=_answers_from(stored.get("answers", {})),
        games=tuple(GcgFile(of, b64decode(text)) for of, text in stored.get("games", ())),
        people=stored.get("people", {}),
        settled=frozenset(stored.get("settled", ())),
    )


def _answers_to_json(answers: SeasonAnswers) -> dict[str, str]:
    return {
        "title": answers.title,
        "start": "" if answers.start is None else answers.start.isoformat(),
        "closing": "" if answers.closing is None else answers.closing.isoformat(),
        "layout": answers.layout or "",
        "swapped": "yes" if answers.is_swapped else "",
    }


def _answers_from(stored: Mapping[str, str]) -> SeasonAnswers:
    start, closing = (stored.get(key, "") for key in ("start", "closing"))
    layout = stored.get("layout", "")
    return SeasonAnswers(
        title=stored.get("title", ""),
        start=date.fromisoformat(start) if start else None,
        closing=date.fromisoformat(closing) if closing else None,
        layout=Layout(layout) if layout else None,
        is_swapped=bool(stored.get("swapped", "")),
    )


async def keep(context: Context, user_input: UserInput, form: PendingForm) -> None:
    """Store the form until its confirmation; an earlier one is replaced."""
    await previews.wait_for(
        context.unit.tx, user_input.person.id, STORED_AS, form.to_json(), user_input.at
    )


async def waiting(context: Context, user_input: UserInput) -> PendingForm | None:
    """Return the form that waits for the arbiter's confirmation, or None."""
    stored = await previews.waiting_for(context.unit.tx, user_input.person.id, STORED_AS)
    return None if stored is None else kept_from(stored[0])


async def kept(context: Context, user_input: UserInput, token: str) -> PendingForm | None:
    """Return the stored form of that token; None if it was replaced, recorded or dropped."""
    form = await waiting(context, user_input)
    return form if form is not None and form.token == token else None


async def drop(context: Context, user_input: UserInput) -> None:
    """Delete the stored form."""
    await previews.forget_waiting(context.unit.tx, user_input.person.id, STORED_AS)


def checked(
    shared: BotSettings, pending: PendingForm, arbiter: PersonId, at: datetime
) -> tuple[CheckedImport, tuple[FormFault, ...]]:
    """Return the form as read and checked under provisional numbers, and all its faults.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    if pending.name.lower().endswith(GCG):
        tiles = load_tile_set(shared.rules.tile_set)
        form, unread = read_import_gcg(pending.content, pending.name, tiles)
    else:
        form, unread = read_import(pending.content, pending.name, pending.answers, at.date())
    form = in_one_spelling(form, pending.people)
    people = {key: PersonId(-2 - number) for number, key in enumerate(players_of(form))}
    codes = [MatchCode(f"{number}") for number, _ in enumerate(pairs_of(form), 1)]
    edition = shared.edition_on(form.begun or at.date())
    terms = ImportTerms(
        rules=shared.rules,
        edition=edition,
        lexicon=shared.lexicon(edition),
        arbiter=arbiter,
        at=at,
    )
    result = check_import(form, terms, people, codes)
    if result.form.is_season and pending.games:
        result = replace(result, season=check_games(result.form, pending.games, terms, people))
    return result, (*unread, *result.faults)


def in_one_spelling(form: ImportForm, answers: Mapping[str, str]) -> ImportForm:
    """Return the form with each player under one spelling: that of their first row.

    Spellings of one name are one player, and so are two names of which the arbiter said so.
    """
    first: dict[str, str] = {}
    names = list(players_of(form).values())
    spelling: dict[str, str] = {}
    for name in names:
        named = Named(name=name)
        row = row_of(answers.get(named.about, ""))
        known = first.setdefault(named.spelling[0], name)
        spelling[key_of(name)] = known if row is None else spelling[key_of(names[row])]
    return renamed(form, spelling)


def renamed(form: ImportForm, spelling: Mapping[str, str]) -> ImportForm:
    """Return the form with other spellings of its players' names, by `key_of` the old one."""

    def name(old: str) -> str:
        return spelling.get(key_of(old), old)

    leave: dict[str, tuple[StatedLeave, ...]] = {}
    for key, own in form.leave.items():
        now = key_of(name(key))
        leave[now] = (*leave.get(now, ()), *own)
    return replace(
        form,
        games=tuple(replace(game, red=name(game.red), blue=name(game.blue)) for game in form.games),
        results=tuple(
            replace(result, red=name(result.red), blue=name(result.blue)) for result in form.results
        ),
        leave=leave,
    )


async def met(readers: Readers, checked_import: CheckedImport, form: PendingForm) -> list[Resolved]:
    """Return whom each player of the form means, with open questions."""
    named = [Named(name=name) for name in checked_import.names.values()]
    return await resolve(readers, named, form.people)


async def check(
    context: Context, user_input: UserInput, form: PendingForm
) -> tuple[CheckedImport, tuple[FormFault, ...]]:
    """Return the result of `checked`, computed in a thread so that other people need not wait."""
    return await asyncio.to_thread(
        checked, context.shared, form, user_input.person.id, user_input.at
    )


async def record_match(
    service: Service, pair: ImportedPair, events: Sequence[MatchEvent], at: datetime
) -> MatchSnapshot:
    """Record a match with its games, and propose its results if both are over."""
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
    """Return the match's events with their own dates, up to its present state."""
    red, blue = people[pair.red], people[pair.blue]
    at = pair.games[0].events[0].at if pair.games else now
    today = day_of(now, checked_import.rules.time_zone)
    back = pair.sequence(Leg.RETURN)
    arranged = MatchArranged(
        at=at,
        match=pair.code,
        arbiter=arbiter,
        phase=checked_import.form.phase,
        rules=checked_import.rules,
        edition=checked_import.edition,
        first=red,
        second=blue,
        # Without moves of the home game, the days to the return game run from the import.
        start=pair.stated[Leg.HOME].start if Leg.HOME in pair.stated else today,
        home_seed=seed_standing_for(pair.sequence(Leg.HOME) or pair.code),
        return_seed=return_seed if back is None else seed_standing_for(back),
        competition=competition,
        red=red,
        late_return=False,
        title="" if competition else checked_import.form.title,
        imported=tuple(leg for leg in Leg if pair.sequence(leg) is not None),
        stated=tuple(leg for leg in Leg if leg in pair.results),
    )
    if arranged.stated == tuple(Leg):
        return (arranged,)
    leave = (
        MatchLeaveAnnounced(at=at, person=people[player], period=period)
        for player in (pair.red, pair.blue)
        for period in checked_import.leave.get(player, ())
    )
    channels = [pair.stated[leg].channel for leg in Leg if leg in pair.stated]
    channel = (
        ChannelSet(at=at, by=arbiter, means=ChannelSettings(channel=name), origin=Origin.AGREED)
        for name in channels[-1:]
        if name
    )
    legs = (event for game in pair.games for event in leg_events(game))
    events = (arranged, *leave, *channel, *legs)
    return *events, *_penalties(pair, replay_match(events), arbiter, now)


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
