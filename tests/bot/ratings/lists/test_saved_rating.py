"""A saved rating: monthly runs equal a single run, and a bad file is refused."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.documents.tables import events, games, players
from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.formats.table_file import TableFile
from bot.ratings.calculation.systems import System
from bot.ratings.lists.inputs import Calendar, RatedResults, read_calendar, read_results
from bot.ratings.lists.list_module import ListOptions
from bot.ratings.lists.makers import rated, rules_of
from bot.ratings.lists.rating_list import RatingList
from bot.ratings.lists.saved_rating import (
    InputFile,
    SavedError,
    SavedRating,
    saved_from_json,
    saved_to_json,
)
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame, Start
from engine.ratings.tournaments import tournaments

NAMES = [Player(name) for name in ("Ana, a doua", "Bob", '"Cip"', "Dan Ș", "Eva", "-Fane")]
FIRST = date(2024, 1, 6)
FEW = settings(max_examples=25, deadline=None)
OPTIONS = [
    (System.ABSP, ListOptions(day=date.max)),
    (System.ABSP, ListOptions(day=date.max, chosen={"window": "100"})),
    (System.PFS, ListOptions(day=date(2026, 6, 1))),
    (System.PFS, ListOptions(day=date(2025, 1, 1), chosen={"selection": "best"})),
    (System.FNGO, ListOptions(day=date.max)),
]


def file_of(columns: Sequence[str], rows: Any, name: str = "f.csv") -> TableFile:
    """Return a table to be read."""
    return TableFile(name=name, content=BytesIO(csv_table(columns, rows)))


def history_of(chance: Random) -> list[list[RatedGame]]:
    """Return tournaments by day, some on the same day, some with the same name."""
    found: list[RatedGame] = []
    seated: set[tuple[object, ...]] = set()
    day = FIRST
    for number in range(chance.randint(2, 7)):
        day += timedelta(days=chance.choice([0, 3, 30, 400]))
        name, length = chance.choice([f"T{number}", "T"]), chance.randint(0, 2)
        for round_ in range(1, chance.randint(2, 9)):
            field = chance.sample(NAMES, len(NAMES))
            on = day + timedelta(days=length if round_ > 2 else 0)
            for one, other in zip(field[::2], field[1::2], strict=True):
                seats = {(on, name, round_, one), (on, name, round_, other)}
                if not seats & seated:  # of one name and one day there may be two
                    seated |= seats
                    score = chance.randint(0, 64)
                    found.append(RatedGame(on, name, round_, one, other, score, 64 - score))
    return [list(each.games) for each in tournaments(found)]


def starts_of(numbers: Sequence[int]) -> list[tuple[object, ...]]:
    """Return starting ratings of some of the players."""
    return [
        (name, f"{80 + number}.{number}5", number, "", number + 7)
        for name, number in zip(NAMES, numbers, strict=False)
    ]


def contents(made: RatingList) -> Any:
    """Return the whole of a list: tables, JSON, and the derivation of each number."""
    return list(made.as_json()), made.tables(), [made.sheet(one) for one in made.players]


def through_a_file(system: System, options: ListOptions, history: Calendar | RatedResults) -> Any:
    """Return the history, saved and read again."""
    saved = SavedRating(
        system=system,
        options=system.options(options.chosen),
        inputs=(InputFile("f.csv", "0" * 64),),
        history=history,
    )
    content = saved_to_json(saved)
    found = saved_from_json("s.json", content)
    assert saved_to_json(found) == content
    assert (found.system, found.options, found.inputs) == (system, saved.options, saved.inputs)
    return found.history


@pytest.mark.parametrize(("system", "options"), OPTIONS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), numbers=st.lists(st.integers(0, 90), max_size=5))
def test_month_by_month_is_one_run(
    system: System, options: ListOptions, seed: int, numbers: list[int]
) -> None:
    """Split anywhere, however often, every figure, rank and term is the same."""
    chance = Random(seed)
    history = history_of(chance)
    cuts = sorted(chance.randint(0, len(history)) for _ in range(chance.randint(1, 3)))
    first = file_of((*players.COLUMNS, *players.MORE_COLUMNS), starts_of(numbers))
    whole = file_of(games.COLUMNS, [game for each in history for game in each])
    once = read_results(first, whole, rules=rules_of(system, ()))
    first.content.seek(0)
    so_far: RatedResults | None = None
    for begin, end in pairwise([0, *cuts, len(history)]):
        month = file_of(games.COLUMNS, [game for each in history[begin:end] for game in each])
        known = None if so_far is None else through_a_file(system, options, so_far)
        so_far = read_results(known or first, month, rules=rules_of(system, ()), new=NAMES)
    assert so_far is not None

    assert contents(rated(system, so_far, options)) == contents(rated(system, once, options))


@FEW
@given(seed=st.integers(0, 2**32))
def test_a_calendar_goes_on_as_if_in_one_run(seed: int) -> None:
    """A resumed FRS calendar gives the ratings of a single run."""
    chance = Random(seed)
    ordered = sorted(chance.randint(0, 40) for _ in range(chance.randint(2, 40)))
    found = [
        CalendarGame(
            kind=chance.choice([FrsType.FREE, FrsType.CLASSIC, FrsType.ELLIPTIC]),
            name=f"{number}",
            day=FIRST + timedelta(days=day),
            places={
                who: at for at, who in enumerate(chance.sample(NAMES, chance.randint(2, 6)), 1)
            },
        )
        for number, day in enumerate(ordered)
    ]
    rows = [
        [(one.day, one.kind.value, one.name, who, at) for who, at in one.places.items()]
        for one in found
    ]
    once = read_calendar(file_of(events.COLUMNS, chain.from_iterable(rows)))
    cut = chance.randint(1, len(rows))
    month = read_calendar(file_of(events.COLUMNS, chain.from_iterable(rows[:cut])))
    options = ListOptions(day=date.max)
    known = through_a_file(System.FRS, options, month)
    again = read_calendar(file_of(events.COLUMNS, chain.from_iterable(rows[cut:])), known)

    assert contents(rated(System.FRS, again, ListOptions())) == contents(
        rated(System.FRS, once, ListOptions())
    )


def saved() -> dict[str, Any]:
    """Return a saved rating as parsed JSON."""
    history = RatedResults(
        starts={NAMES[1]: Start(rating=Fraction("120.125"), games=40, weighted_games=12)},
        games=(RatedGame(FIRST, "T", 1, NAMES[0], NAMES[1], 40, 24),),
        played={},
    )
    content = SavedRating(
        system=System.ABSP,
        options={"window": "150"},
        inputs=(InputFile("r.csv", "ab"),),
        history=history,
    )
    found: dict[str, Any] = json.loads(saved_to_json(content))
    return found


def resealed(content: dict[str, Any]) -> dict[str, Any]:
    """Return changed content with the hash that matches it."""
    hashed = {name: member for name, member in content.items() if name != "sha256"}
    plain = json.dumps(hashed, sort_keys=True, separators=(",", ":"))
    return {**hashed, "sha256": sha256(plain.encode()).hexdigest()}


def test_starting_ratings_keep_all_that_is_known() -> None:
    """Decimals and the number of games are kept."""
    found = saved_from_json("s", json.dumps(saved()).encode()).history

    assert isinstance(found, RatedResults)
    assert found.starts == {
        NAMES[1]: Start(rating=Fraction("120.125"), games=40, weighted_games=12)
    }


@pytest.mark.parametrize("options", [{"window": "1000"}, {"window": ""}, {"Window": "150"}])
def test_options_that_no_save_wrote_are_refused(options: dict[str, str]) -> None:
    """A file from elsewhere gets the reason, not a failed calculation or silently the default."""
    content = resealed({**saved(), "options": options})

    with pytest.raises(SavedError, match="options of the system absp"):
        saved_from_json("s", json.dumps(content).encode())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "found no JSON"),
        (b"\xff\xfe", "found no JSON"),
        (b"[" * 100_000, "found no JSON"),
        (b"[]", "expected a file that --save wrote"),
        (b'{"schema": 2}', "expected schema 1, found 2"),
        (b'{"schema": "' + b"9" * 10_000 + b'"}', "expected schema 1, found"),
        (b'{"schema": 1}', "found other members"),
    ],
)
def test_what_no_save_wrote_is_refused(content: bytes, why: str) -> None:
    """A file that is no saved rating is refused in one short line."""
    with pytest.raises(SavedError, match=why) as caught:
        saved_from_json("s.json", content)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("member", "value", "why"),
    [
        ("system", "elo", "it was changed"),
        ("system", 1, "other members"),
        ("options", {"window": 100}, "other members"),
        ("inputs", [{"name": "x"}], "other members"),
        ("inputs", "x", "other members"),
        ("tables", [], "other members"),
        ("tables", {"players": "player,rating,games\n"}, "it was changed"),
        ("sha256", "0", "it was changed"),
        ("sha256", None, "other members"),
        ("more", 1, "other members"),
    ],
)
def test_a_changed_file_is_refused(member: str, value: object, why: str) -> None:
    """Results must be corrected in the file of results."""
    with pytest.raises(SavedError, match=why):
        saved_from_json("s.json", json.dumps(saved() | {member: value}).encode())


@pytest.mark.parametrize(
    ("system", "tables", "why"),
    [
        ("elo", {}, "no rating system is called 'elo'"),
        ("frs", {"players": "", "results": ""}, "found other tables"),
        ("absp", {"players": "player,rating,games\nA,x,1\n", "results": ""}, "players: line 2"),
        ("absp", {"players": "player,rating,games\n", "results": "\ud800"}, "results: line 1"),
    ],
)
def test_made_up_files_are_read_like_any_table(
    system: str, tables: dict[str, str], why: str
) -> None:
    """With a matching hash, the table readers still check it."""
    content = resealed(saved() | {"system": system, "options": {}, "tables": tables})
    with pytest.raises(SavedError, match=why):
        saved_from_json("s.json", json.dumps(content).encode())


def test_what_is_in_it_already_is_refused() -> None:
    """A game, a bye or a collective game that is already included is refused."""
    known = saved_from_json("s", json.dumps(saved()).encode()).history
    assert isinstance(known, RatedResults)
    for row in ((FIRST, "T", 1, "Bob", "Eva", 1, 2), (FIRST, "T", 1, "Bob", "bye", "", "")):
        with pytest.raises(Exception, match="already"):
            read_results(known, file_of(games.COLUMNS, [row]))
    assert read_results(replace(known, games=()), file_of(games.COLUMNS, known.games)).games


@pytest.mark.parametrize("system", [System.ABSP, System.PFS, System.FNGO])
def test_a_league_stays_one_month_by_month(system: System) -> None:
    """If the first month was rated as one, later months are, too."""
    rows = [
        RatedGame(date(2025, month, 1), "Liga", month, NAMES[0], NAMES[1], 40, 24)
        for month in range(1, 5)
    ]
    league = rules_of(system, ("liga",))
    options = ListOptions(day=date(2025, 6, 1))
    once = read_results(None, file_of(games.COLUMNS, rows), rules=league)
    first = read_results(None, file_of(games.COLUMNS, rows[:2]), rules=league)
    known = through_a_file(system, options, first)
    assert isinstance(known, RatedResults)
    month = file_of(games.COLUMNS, rows[2:])
    after = read_results(known, month, rules=rules_of(system, ()))

    assert not [fault for fault in month.remarks if fault.code == "split"]
    assert contents(rated(system, after, options)) == contents(rated(system, once, options))


@settings(deadline=None)
@given(data=st.data())
def test_a_spoilt_file_is_refused_and_nothing_else(data: st.DataObject) -> None:
    """Changed or cut bytes give one line, or the same rating as before."""
    content = bytearray(json.dumps(saved(), ensure_ascii=False).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.none() | st.integers(0, len(content)))
    with suppress(SavedError):
        assert saved_from_json("s", bytes(content[:cut])).system is System.ABSP
