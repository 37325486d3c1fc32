"""Writing GCG: files are read back unchanged, and have what other programs need."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Axis, Square
from engine.gcg.reader import parse_gcg, read_gcg
from engine.gcg.record import GameRecord, GcgEntry, GcgKind, GcgPlayer, Pragma
from engine.gcg.writer import format_gcg, write_gcg
from engine.notation import parse_placement
from engine.placement import Placement
from tests.engine.gcg.games import PLAYERS, RecordBuilderWithReturns, random_game

DATA = Path(__file__).parents[2] / "data" / "gcg"

_line = st.text(st.characters(codec="utf-8"), max_size=20).map(lambda text: " ".join(text.split()))
_texts = st.lists(_line, max_size=4).map(lambda lines: "\n".join(lines).strip())
_words = st.text(st.sampled_from("abcșü#>:-!0"), min_size=1, max_size=8)
_racks = st.text(st.sampled_from("AEIȘ?"), max_size=7)


@given(
    seed=st.integers(0, 2**32),
    texts=st.lists(_texts, min_size=20, max_size=20),
    lines=st.lists(_line, min_size=5, max_size=5),
    pragmas=st.lists(st.tuples(_words, _texts, st.integers(0, 12)), max_size=3),
    racks=st.lists(_racks, min_size=2, max_size=2),
    incomplete=st.booleans(),
)
def test_what_is_written_reads_back_as_it_was(
    *,
    seed: int,
    texts: list[str],
    lines: list[str],
    pragmas: list[tuple[str, str, int]],
    racks: list[str],
    incomplete: bool,
) -> None:
    """Any record is read back unchanged, with notes, names and foreign pragmas."""
    record, _ = random_game(seed)
    entries = [
        replace(entry, note=note) for entry, note in zip(record.entries, texts, strict=False)
    ]
    rest = record.entries[len(entries) :]
    kept = [
        Pragma(keyword=f"x{word}", text=text, after=min(after, len(record.entries)))
        for word, text, after in pragmas
    ]
    record = replace(
        record,
        entries=(*entries, *rest),
        title=lines[0],
        lexicon=lines[1],
        tile_distribution=lines[2],
        players=(PLAYERS[0], GcgPlayer(nick="blue", name=lines[3] or "blue")),
        description=texts[-1],
        note=texts[-2],
        incomplete=incomplete,
        incomplete_rack=racks[0] if incomplete else "",
        racks=tuple(racks) if any(racks) else (),
        pragmas=tuple(sorted(kept, key=lambda pragma: pragma.after)),
    )

    assert parse_gcg(format_gcg(record)) == record
    assert read_gcg(write_gcg(record)) == record


@pytest.mark.parametrize("name", ["club", "correspondence", "slips"])
def test_a_file_of_the_field_survives_us(name: str) -> None:
    """Reading and writing a file of another program keeps all its contents."""
    record = read_gcg((DATA / f"{name}.gcg").read_bytes())

    assert parse_gcg(format_gcg(record)) == record


def test_our_games_are_written_in_the_fields_own_form() -> None:
    """A game with caps, a move sent back and the end's adjustment becomes plain GCG."""
    builder = RecordBuilderWithReturns(
        [GcgPlayer(nick="rosu", name="Ana Țiriac"), GcgPlayer(nick="albastru", name="Ion Pășcanu")]
    )
    builder.play(0, parse_placement("H7 CASA"), 8, "AACSAMN", uncapped=8)
    builder.play(1, parse_placement("I8 STIRE"), 13, "EIRSTAC")
    builder.play(0, parse_placement("6E cOMANDA"), 30, "?AADMNO", uncapped=71)
    builder.play(1, parse_placement("H4 TRACASAI"), 11, "AIRTSCU")
    builder.play(0, parse_placement("K5 CAPRARUL"), 86, "CLPRRUA")
    builder.play(1, parse_placement("12K LUC"), 6, "BCESU")
    builder.withdraw(1, "Returned: LUC")
    builder.pass_turn(1, "BCESU")
    builder.end_rack(0, "BCESU", 13)
    builder.rack_penalty(1, "BCESU", 13)
    record = replace(
        builder.record(),
        title="Home leg",
        id_authority="tur-retur",
        id="7K3M-1",
        lexicon="LOC 7",
        tile_distribution="Romanian",
    )

    assert format_gcg(record) == (DATA / "correspondence.gcg").read_text(encoding="utf-8")


def test_a_returned_placement_may_be_placed_over() -> None:
    """After a withdrawal other tiles can be on its squares, and dots fit the board."""
    builder = RecordBuilderWithReturns(PLAYERS)
    builder.play(0, Placement(Square(7, 6), Axis.ACROSS, "AB"), 8, "ABCDEFG")
    builder.withdraw(0)
    builder.play(0, Placement(Square(7, 6), Axis.ACROSS, "AC"), 8, "ABCDEFG")

    assert ">red: ABCDEFG 8G AC +8 8\n" in format_gcg(builder.record())


def _entry(kind: GcgKind, points: int, placement: Placement | None = None) -> GcgEntry:
    return GcgEntry(player=0, kind=kind, points=points, total=0, placement=placement)


@pytest.mark.parametrize(
    "record",
    [
        GameRecord(players=()),
        GameRecord(players=(GcgPlayer(nick="two words", name="A"),)),
        GameRecord(players=(GcgPlayer(nick="", name="A"),)),
        GameRecord(players=(PLAYERS[0], PLAYERS[0])),
        GameRecord(players=PLAYERS, id_authority="nobody"),
        GameRecord(players=PLAYERS, id_authority="two words", id="1"),
        GameRecord(players=PLAYERS, pragmas=(Pragma(keyword="note"),)),
        GameRecord(players=PLAYERS, pragmas=(Pragma(keyword="rack2"),)),
        GameRecord(players=PLAYERS, pragmas=(Pragma(keyword="two words"),)),
        GameRecord(players=PLAYERS, pragmas=(Pragma(keyword="style", after=1),)),
        GameRecord(players=PLAYERS, entries=(_entry(GcgKind.PLAY, 4),)),
        GameRecord(players=PLAYERS, entries=(_entry(GcgKind.END_RACK, -4),)),
        GameRecord(players=PLAYERS, entries=(_entry(GcgKind.RACK_PENALTY, 4),)),
        GameRecord(
            players=PLAYERS,
            entries=(_entry(GcgKind.PLAY, 4, Placement(Square(7, 14), Axis.ACROSS, "AB")),),
        ),
        GameRecord(
            players=PLAYERS,
            entries=(
                _entry(GcgKind.PLAY, 4, Placement(Square(7, 7), Axis.ACROSS, "AB")),
                _entry(GcgKind.PLAY, 4, Placement(Square(7, 7), Axis.ACROSS, "XY")),
            ),
        ),
    ],
)
def test_what_gcg_cannot_say_is_refused(record: GameRecord) -> None:
    """A game that would be read back differently is refused."""
    with pytest.raises(ValueError, match=r"\w"):
        format_gcg(record)
