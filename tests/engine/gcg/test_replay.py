"""Replayed records: every event is scored, errors are found, impossible plays named."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.gcg.reader import parse_gcg, read_gcg
from engine.gcg.record import GcgEntry, GcgKind
from engine.gcg.replay import Replay, replay_record
from engine.tiles import load_tile_set
from tests.engine.gcg.games import PLAYERS, random_game

DATA = Path(__file__).parents[2] / "data" / "gcg"
HEAD = "#player1 ann Ann Ames\n#player2 bo Bo Bark\n"
ENGLISH = load_tile_set("en")


def replayed(text: str) -> Replay:
    """Return the replay of these event lines between Ann and Bo."""
    return replay_record(parse_gcg(HEAD + text), ENGLISH)


@given(st.integers(0, 2**32))
def test_every_play_is_priced_as_on_paper(seed: int) -> None:
    """Points and words of random plays equal those of an independent scorer."""
    record, worth = random_game(seed)
    replay = replay_record(record, ENGLISH)

    assert replay.fault is None
    assert [(event.computed, event.words) for event in replay.checked] == worth
    assert (replay.mismatches, replay.wrong_totals) == ((), ())


@given(st.integers(0, 2**32), st.data())
def test_a_single_slip_is_found_where_it_is(seed: int, data: st.DataObject) -> None:
    """A wrong score is reported once, at its own event and at no later one."""
    record, _ = random_game(seed)
    plays = [
        index
        for index, (entry, following) in enumerate(
            zip(record.entries, [*record.entries[1:], None], strict=True)
        )
        if entry.kind is GcgKind.PLAY
        and (following is None or following.kind is not GcgKind.WITHDRAWN)
    ]
    if not plays:
        return
    slip = data.draw(st.sampled_from(plays))
    entries = list(record.entries)
    wrong = entries[slip]
    entries[slip] = replace(wrong, points=wrong.points + 3)
    replay = replay_record(replace(record, entries=tuple(entries)), ENGLISH)

    assert replay.mismatches == (slip + 1,)
    assert replay.wrong_totals == ()


def test_a_whole_game_with_every_kind_of_event_adds_up() -> None:
    """The sample game, whose figures were checked, has no error and the right board."""
    replay = replay_record(read_gcg((DATA / "club.gcg").read_bytes()), ENGLISH)

    assert (replay.fault, replay.mismatches, replay.wrong_totals) == (None, (), ())
    points = [event.computed for event in replay.checked]
    assert points == [22, 14, 28, 5, 6, 30, 20, 0, 17, -17, 7, 13, 95, 0, 0, 0, 8, -10]
    assert replay.board.rows[11] == "..QUARRy......O"


def test_the_worked_example_is_read_in_romanian_tiles() -> None:
    """In a home game the capped round counts as capped, and the end is not doubled."""
    record = read_gcg((DATA / "correspondence.gcg").read_bytes())
    replay = replay_record(record, load_tile_set("ro"))

    assert (replay.fault, replay.mismatches, replay.wrong_totals) == (None, (), ())
    points = [event.computed for event in replay.checked]
    assert points == [8, 13, 30, 11, 86, 6, -6, 0, 13, -13]


def test_a_cap_that_does_not_fit_its_play_is_no_excuse() -> None:
    """A cap's note explains a score only if the play has the points in the note."""
    right = replayed(">ann: AELNPT 8D PLANET +10 10\n#note capped: 10 of 22\n")
    wrong = replayed(">ann: AELNPT 8D PLANET +10 10\n#note capped: 10 of 23\n")

    assert right.mismatches == ()
    assert wrong.mismatches == (1,)


def test_slips_of_score_and_of_total_are_distinguished() -> None:
    """A wrong score and a wrong total are different errors, each at its own event."""
    replay = replay_record(read_gcg((DATA / "slips.gcg").read_bytes()), ENGLISH)

    assert replay.mismatches == (1,)
    assert replay.wrong_totals == (2,)


def test_a_total_may_silently_put_a_score_right() -> None:
    """A wrong score with a total that is right is one error, and not two."""
    replay = replayed(">ann: AELNPT 8D PLANET +23 22\n>bo: QZ - +0 0\n")

    assert replay.mismatches == (1,)
    assert replay.wrong_totals == ()


@pytest.mark.parametrize(("total", "mismatches"), [(0, ()), (22, (2,))])
def test_a_withdrawal_may_be_written_without_its_points(
    total: int, mismatches: tuple[int, ...]
) -> None:
    """`-- +0` takes a play back with its points if its total shows so."""
    replay = replayed(f">ann: AELNPT 8D PLANET +22 22\n>ann: AELNPT -- +0 {total}\n")

    assert replay.mismatches == mismatches
    assert replay.board == Board()


def test_a_lost_turn_may_be_written_as_a_withdrawal() -> None:
    """`-- +0` of a player who has nothing to take back is a pass."""
    replay = replayed(">ann: AELNPT 8D PLANET +22 22\n>bo: QZAEIOU -- +0 0\n>ann: S 8J S +9 31\n")

    assert replay.fault is None
    assert [one.entry.kind for one in replay.checked] == [
        GcgKind.PLAY,
        GcgKind.PASS,
        GcgKind.PLAY,
    ]


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        (">ann: AELNPTX 8D PLANES +22 22", "not_on_rack", 3),
        (">ann: AELNPTX -Z +0 0", "not_on_rack", 3),
        (">ann: AELNPTXS 8D PLANET +22 22", "gcg_rack_size", 3),
        (">ann: AEIOUSTRN - +0 0", "gcg_rack_size", 3),
        (">ann: QQAELNT - +0 0", "gcg_too_many", 3),
        (">ann: AELNPTZ 8D PLANET +22 22\n>bo: ZOOEEII - +0 0", "gcg_too_many", 4),
        (">ann: AELNPTZ 8D PLANET +22 22\n>ann: Z I7 Z. +11 33", "gcg_twice", 4),
        (">ann: - +0 0\n>ann: ABC -AB +0 0", "gcg_twice", 4),
        (">ann: AŻ - +0 0", "gcg_unknown_tile", 3),
    ],
)
def test_a_turn_that_the_rack_or_the_order_forbids_ends_the_replay(
    lines: str, code: str, line: int
) -> None:
    """Foreign tiles, racks too large, tiles the set lacks and a second turn have their line."""
    replay = replayed(lines + "\n")

    assert replay.fault is not None
    assert (replay.fault.code, replay.fault.facts["line"]) == (code, line)
    assert len(replay.checked) == line - 3


def test_a_withdrawn_play_gives_its_tiles_back() -> None:
    """After a withdrawal either player may move, with the tiles of before."""
    lines = ">ann: AELNPTZ 8D PLANET +22 22\n>bo: JOOEEII I7 J. +9 9\n>bo: JOOEEII -- -9 0\n"

    again = replayed(lines + ">bo: JOOEEII I7 J.O +10 10\n")
    other = replayed(lines + ">ann: ZJAAAII - +0 22\n")

    assert again.fault is None
    assert other.fault is not None  # the only J is on Bo's rack again
    assert other.fault.code == "gcg_too_many"


def test_a_withdrawn_play_leaves_no_trace() -> None:
    """After a withdrawal board and points are as before the play."""
    replay = replayed(
        ">ann: AELNPT 8D PLANET +22 22\n"
        ">bo: QZ G7 Q.Z +21 21\n"
        ">bo: QZ -- -21 0\n"
        ">bo: OZ G7 O.Z +12 12\n"
    )

    assert replay.checked[2].computed == -replay.checked[1].computed
    assert replay.board.rows[6] == "......O........"


@pytest.mark.parametrize(
    ("line", "computed"),
    [
        (">ann: (QI?) +22 22", 22),
        (">ann: QI (QI) -11 -11", -11),
        (">ann: (QI) -11 -11", -11),
        (">ann: (challenge) +5 5", 5),
        (">ann: (time) -20 -20", -20),
        (">ann: ABC - +0 0", 0),
        (">ann: ABC -AB +0 0", 0),
        (">ann: ABC -2 +0 0", 0),
    ],
)
def test_events_off_the_board_are_priced(line: str, computed: int) -> None:
    """An end rack counts twice its tiles, a penalty once; bonus and time are not checked."""
    replay = replayed(line)

    assert [event.computed for event in replay.checked] == [computed]
    assert replay.mismatches == ()


@pytest.mark.article("4.3")
def test_tiles_that_are_transferred_are_not_doubled() -> None:
    """If tiles are deducted from their holder, the opponent gains their face value."""
    both = ">ann: (QI) +11 11\n>bo: IQ (IQ) -11 -11\n"
    other = ">ann: (QI) +22 22\n>bo: E (E) -1 -1\n"

    assert [event.computed for event in replayed(both).checked] == [11, -11]
    assert [event.computed for event in replayed(other).checked] == [22, -1]


def test_words_are_what_lies_on_the_board() -> None:
    """An incomplete word is completed, and a single tile can be named in either direction."""
    replay = replayed(
        ">ann: AELNPT 8D PLANET +22 22\n>bo: S 8J S +9 9\n>ann: OX I7 O.X +11 33\n"
        ">bo: U 9H U +0 0\n"
    )

    assert replay.checked[1].words == ("PLANETS",)
    assert replay.checked[3].words == ("UX", "EU")
    alone = replayed(">ann: AELNPT 8D PLANET +22 22\n>bo: A 7D A +4 4\n")
    assert alone.checked[1].words == ("AP",)
    assert alone.mismatches == ()


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("1A PLANET", "off_centre"),
        ("8D PLANET\n>bo: 1A AX", "not_connected"),
        ("8D PLANET\n>bo: 8D ......", "no_new_tile"),
        ("8H A", "one_letter"),
        ("8D PLĂNET", "gcg_unknown_tile"),
    ],
)
def test_an_impossible_play_ends_the_replay_at_its_line(play: str, code: str) -> None:
    """An impossible play ends the replay with its line; earlier events are kept."""
    lines = [f"{line} +0 0\n" for line in f">ann: {play}".split("\n")]
    replay = replayed("".join(lines))

    assert replay.fault is not None
    assert (replay.fault.code, replay.fault.facts["line"]) == (code, 2 + len(lines))
    assert len(replay.checked) == len(lines) - 1


def test_tiles_the_set_does_not_have_end_the_replay() -> None:
    """An end rack with tiles outside the set ends the replay."""
    replay = replayed(">ann: (ŻA) +12 12")

    assert replay.fault is not None
    assert replay.fault.code == "gcg_unknown_tile"


def test_a_record_made_by_hand_is_replayed_with_the_same_care() -> None:
    """An impossible play ends the replay of a record that was not read from a file, too."""
    entry = GcgEntry(player=0, kind=GcgKind.WITHDRAWN, points=0, total=0)
    record, _ = random_game(1)
    no_play = replay_record(replace(record, entries=(entry,)), ENGLISH)
    no_word = replay_record(replace(record, entries=(replace(entry, kind=GcgKind.PLAY),)), ENGLISH)

    assert record.players == PLAYERS
    assert no_play.fault is not None
    assert no_word.fault is not None
    assert (no_play.fault.code, no_word.fault.code) == ("gcg_nothing_to_withdraw", "gcg_no_word")
    assert no_play.board == Board()
