"""Reading GCG files of other programs, and the line for which a broken one is refused."""

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import Axis, Square
from engine.errors import NotationError
from engine.gcg.reader import parse_gcg, read_gcg, read_legible
from engine.gcg.record import GameRecord, GcgEntry, GcgKind, GcgPlayer, Pragma
from engine.gcg.writer import format_gcg
from engine.notation import format_placement
from engine.placement import Placement

DATA = Path(__file__).parents[2] / "data" / "gcg"
HEAD = "#player1 ann Ann Ames\n#player2 bo Bo Bark\n"


def one(line: str) -> GcgEntry:
    """Return the entry of a line that is alone in its file."""
    return parse_gcg(f"{HEAD}{line}\n").entries[0]


def test_the_header_of_a_real_file_is_read() -> None:
    """Players, title, description, id, lexicon and tile distribution are read."""
    record = read_gcg((DATA / "club.gcg").read_bytes())

    assert record.players == (
        GcgPlayer(nick="ann", name="Ann Ames"),
        GcgPlayer(nick="bo", name="Bo Björk"),
    )
    assert record.title == "Club evening, board 3"
    assert record.description.splitlines()[1] == "The racks are not all complete."
    assert (record.id_authority, record.id) == ("example.org", "club-3")
    assert (record.lexicon, record.tile_distribution) == ("none", "English")
    assert record.note == "Played in forty minutes."


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("8G", "H7 A"),
        ("8H", "H8 A"),
        ("H8", "8H A"),
        ("1A", "A1 A"),
        ("A1", "1A A"),
        ("14o", "N15 A"),
        ("o14", "15N A"),
    ],
)
def test_positions_are_the_reverse_of_ours(written: str, ours: str) -> None:
    """In GCG the number is first for a word across; this bot has the letter first."""
    placement = one(f">ann: A {written} A +1 1").placement

    assert placement is not None
    assert format_placement(placement) == ours


@pytest.mark.parametrize(
    ("line", "kind", "points", "total", "rack", "tiles", "count"),
    [
        ("ann: ABCDEFG - +0 0", GcgKind.PASS, 0, 0, "ABCDEFG", "", 0),
        ("ann: - +0 10", GcgKind.PASS, 0, 10, "", "", 0),
        ("ann: ABC?EFG -C?E +0 5", GcgKind.EXCHANGE, 0, 5, "ABC?EFG", "C?E", 0),
        ("ann: ABCDEFG -5 +0 5", GcgKind.EXCHANGE, 0, 5, "ABCDEFG", "", 5),
        ("ann: ABCDEFG -0 +0 5", GcgKind.PASS, 0, 5, "ABCDEFG", "", 0),
        ("ann: ABCDEFG (challenge) +5 12", GcgKind.CHALLENGE_BONUS, 5, 12, "ABCDEFG", "", 0),
        ("ann:   (challenge) +5 12", GcgKind.CHALLENGE_BONUS, 5, 12, "", "", 0),
        ("ann: AB (time) -10 -10", GcgKind.TIME_PENALTY, -10, -10, "AB", "", 0),
        ("ann:    (GIU)   +8   8", GcgKind.END_RACK, 8, 8, "", "GIU", 0),
        ("ann: AB (Time) \u221210 -10", GcgKind.TIME_PENALTY, -10, -10, "AB", "", 0),
        ("ann: (time penalty) -10 \u221210", GcgKind.TIME_PENALTY, -10, -10, "", "", 0),
        ("ann: (time) 10 -10", GcgKind.TIME_PENALTY, -10, -10, "", "", 0),
        ("ann: (TIME) +12 12", GcgKind.END_RACK, 12, 12, "", "TIME", 0),
        ("ann: (adjustment) -10 -10", GcgKind.ADJUSTMENT, -10, -10, "", "", 0),
        ("ann: AB (Score correction) +3 3", GcgKind.ADJUSTMENT, 3, 3, "AB", "", 0),
        ("ann: ABC \u2212 +0 0", GcgKind.PASS, 0, 0, "ABC", "", 0),
        ("ann: ABC \u2212AB +0 0", GcgKind.EXCHANGE, 0, 0, "ABC", "AB", 0),
        ("ann: ABC -- +0 0", GcgKind.PASS, 0, 0, "ABC", "", 0),
        ("ann: GIU (GIU) -4 -4", GcgKind.RACK_PENALTY, -4, -4, "GIU", "GIU", 0),
        ("ann: (GIU) -4 -4", GcgKind.RACK_PENALTY, -4, -4, "", "GIU", 0),
    ],
)
def test_every_kind_of_event_is_distinguished(  # noqa: PLR0917  (one column a fact)
    line: str, kind: GcgKind, points: int, total: int, rack: str, tiles: str, count: int
) -> None:
    """Passes, exchanges, bonuses, penalties and end racks have their points and tiles."""
    entry = one(f">{line}")

    assert entry == GcgEntry(
        player=0, kind=kind, points=points, total=total, rack=rack, tiles=tiles, count=count
    )


@pytest.mark.parametrize(
    ("value", "across", "down"),
    [("standard", "8G", "G8"), ("transposed", "G8", "8G"), ("Letter-First", "G8", "8G")],
)
def test_positions_are_read_as_the_file_says(value: str, across: str, down: str) -> None:
    """`#orientation` tells whether a number or a letter comes first in a word across."""
    head = f"{HEAD}#orientation {value}\n"
    words = [
        parse_gcg(f"{head}>ann: AB {position} AB +8 8\n").entries[0].placement
        for position in (across, down)
    ]

    assert [word and word.axis for word in words] == [Axis.ACROSS, Axis.DOWN]
    with pytest.raises(NotationError, match="gcg_late_orientation"):
        parse_gcg(f"{HEAD}>ann: AB 8G AB +8 8\n#orientation transposed\n")


def test_an_unknown_orientation_is_kept_and_changes_nothing() -> None:
    """Positions are then read as in every other file."""
    record = parse_gcg(f"{HEAD}#orientation round\n>ann: AB 8G AB +8 8\n")

    assert record.pragma("orientation") == "round"
    assert record.entries == parse_gcg(f"{HEAD}>ann: AB 8G AB +8 8\n").entries


def test_two_namesakes_play_alone() -> None:
    """With a third player, two of one nickname cannot be told apart, whatever their numbers."""
    for first, second, third in itertools.permutations((1, 2, 3)):
        with pytest.raises(NotationError, match="gcg_same_nick text=ana line=3"):
            parse_gcg(f"#player{first} ana Ana\n#player{second} ana Ana\n#player{third} bo Bo\n")


def test_two_players_of_one_nickname_are_told_apart_by_their_totals() -> None:
    """Each event belongs to the player whose total fits; turns decide where both fit."""
    record = parse_gcg(
        "#player1 ana Ana Pop\n#player2 ana Ana Rus\n"
        ">ana: AB 8G AB +8 8\n>ana: CD 7G CD +9 9\n>ana: - +0 8\n>ana: (challenge) +5 14\n"
        ">ana: AB - +0 14\n>ana: CD - +0 8\n>ana: (time) -10 4\n>ana: (XY) +6 14\n"
    )

    assert [player.nick for player in record.players] == ["ana", "ana-2"]
    assert [entry.player for entry in record.entries] == [0, 1, 0, 1, 1, 0, 1, 0]


def test_a_lost_turn_of_a_namesake_takes_no_play_back() -> None:
    """At level totals a `--` that lowers no total is the turn of the player to move."""
    record = parse_gcg(
        "#player1 ana Ana Pop\n#player2 ana Ana Rus\n"
        ">ana: AB 8G AB +8 8\n>ana: CD 7G CD +8 8\n>ana: -- +0 8\n>ana: EF 6G EF +9 17\n"
        ">ana: -- +0 8\n"
    )

    seen = [(entry.player, entry.kind, entry.points) for entry in record.entries[2:]]
    assert seen == [
        (0, GcgKind.PASS, 0),
        (1, GcgKind.PLAY, 9),
        (1, GcgKind.WITHDRAWN, -9),
    ]


@pytest.mark.parametrize("word", ["TR.WLER", "TR(A)WLER", "TRAWLER", "TRaWLER"])
def test_letters_on_the_board_may_be_written_in_any_way(word: str) -> None:
    """A dot, brackets and a plain letter all mean the letter on that square."""
    record = parse_gcg(f"{HEAD}>ann: AELNPTV 8D PLANET +22 22\n>bo: RT F6 {word} +14 14\n")

    assert record.entries[1].placement == Placement(Square(5, 5), Axis.DOWN, "TRAWLER")


def test_a_blank_on_the_board_stays_lower_case() -> None:
    """A word through a blank keeps the blank in lower case, however it is typed."""
    record = parse_gcg(f"{HEAD}>ann: A? 8G aB +6 6\n>bo: CD 8G ABC +6 6\n>ann: E 8G ...E +6 12\n")

    words = [entry.placement.word for entry in record.entries if entry.placement]
    assert words == ["aB", "aBC", "aBCE"]


def test_a_withdrawn_play_leaves_the_board() -> None:
    """After `--` the squares are free for another word."""
    record = parse_gcg(f"{HEAD}>ann: AB 8G AB +8 8\n>ann: AB -- -8 0\n>bo: XY 8G XY +24 24\n")

    assert [entry.kind for entry in record.entries] == [
        GcgKind.PLAY,
        GcgKind.WITHDRAWN,
        GcgKind.PLAY,
    ]
    assert record.entries[2].placement == Placement(Square(7, 6), Axis.ACROSS, "XY")


def test_notes_run_over_several_lines() -> None:
    """A note continues until the next pragma or event; `#-` keeps a line that looks like one."""
    record = read_gcg((DATA / "club.gcg").read_bytes())

    assert record.entries[1].note == (
        "The wrecker.\n\n# This line only looks like a pragma.\nand this one is plain"
    )
    assert record.entries[0].note == ""


def test_what_stands_behind_the_total_is_kept() -> None:
    """A text after the total, such as adjacent words of old files, is stored."""
    record = read_gcg((DATA / "club.gcg").read_bytes())

    assert record.entries[6].comment == "HAZY"


def test_unknown_pragmas_are_kept_with_their_place() -> None:
    """Unknown pragmas and comments are written back in their place."""
    text = f"# by hand\n{HEAD}#style plain\n>ann: AB 8G AB +8 8\n#rating 1200\nmore\n"

    assert parse_gcg(text).pragmas == (
        Pragma(keyword="", text="by hand"),
        Pragma(keyword="style", text="plain"),
        Pragma(keyword="rating", text="1200\nmore", after=1),
    )


def test_an_unfinished_game_states_its_racks() -> None:
    """`#incomplete`, `#rack1` and `#rack2` are read anywhere in the file."""
    record = parse_gcg(f"#incomplete ABC\n{HEAD}>ann: AB 8G AB +8 8\n#rack2 EFGHIJ?\n")

    assert (record.incomplete, record.incomplete_rack) == (True, "ABC")
    assert record.racks == ("", "EFGHIJ?")


def test_our_cap_note_gives_the_points_before_the_cap() -> None:
    """The note of a capped round gives the uncapped points, and its rest stays text."""
    entry = one(">ann: AB 8G AB +10 10\n#note capped: 10 of 26\nWell played.")

    assert (entry.uncapped, entry.note) == (26, "Well played.")
    other = one(">ann: AB 8G AB +11 11\n#note capped: 10 of 26")
    assert (other.uncapped, other.note) == (None, "capped: 10 of 26")


def test_racks_that_are_stated_empty_are_none() -> None:
    """A file that states only empty racks is written and read again as the same record."""
    record = parse_gcg("#player1 ana\n#player2 ion\n#rack2")

    assert record.racks == ()
    assert parse_gcg(format_gcg(record)) == record


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_will_do(end: str) -> None:
    """All line ends give the same record with the same line numbers."""
    text = f"{HEAD}>ann: AB 8G AB +8 8\n#note one\ntwo\n"

    assert parse_gcg(text.replace("\n", end)) == parse_gcg(text)
    with pytest.raises(NotationError) as refusal:
        parse_gcg((text + ">nobody: - +0 0").replace("\n", end))
    assert refusal.value.faults[0].facts["line"] == 6


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("#player1 bo Bo Björk\n".encode("latin-1"), "Bo Björk"),
        ("#character-encoding ISO-8859-1\n#player1 bo Bo Björk\n".encode("latin-1"), "Bo Björk"),
        ("#character-encoding UTF-8\n#player1 bo Bo Björk\n".encode(), "Bo Björk"),
        ("#Character-Encoding utf8\r\n#player1 bo Ștefan\r\n".encode(), "Ștefan"),
        ("\ufeff#player1 bo Bo Björk\n".encode(), "Bo Björk"),
        ("#player1 bo Ștefan\n".encode(), "Ștefan"),
        ("#player1 bo Pârvu\n".encode(), "Pârvu"),
        ("#character-encoding windows-1250\n#player1 bo Ţepeş\n".encode("cp1250"), "Ţepeş"),
    ],
)
def test_the_encoding_is_found(data: bytes, name: str) -> None:
    """The encoding is ISO 8859-1 unless a pragma, a byte order mark or the bytes differ."""
    assert read_gcg(data).players[0].name == name


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"#character-encoding klingon\n#player1 a A\n", "gcg_encoding", 1),
        (b"#character-encoding UTF-8\n#player1 a A\n#title \xff\n", "gcg_bytes", 3),
        (b"#player1 a A\n#character-encoding UTF-8\n", "gcg_late_encoding", 2),
        (b"\xff\xfe#\x00p\x00", "gcg_stray_text", 1),
    ],
)
def test_an_encoding_that_fails_is_refused_by_line(data: bytes, code: str, line: int) -> None:
    """An unknown encoding, or bytes that it does not have, is refused with the line."""
    with pytest.raises(NotationError) as refusal:
        read_gcg(data)

    fault = refusal.value.faults[0]
    assert (fault.code, fault.facts["line"]) == (code, line)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hello", "gcg_stray_text"),
        ("#- hello", "gcg_stray_text"),
        (">ann", "gcg_event"),
        ("> ann: AB 8G AB +8 8", "gcg_event"),
        (">cy: AB 8G AB +8 8", "gcg_unknown_player"),
        (">ann:", "gcg_no_action"),
        (">ann: ABC", "gcg_no_action"),
        (">ann: AB 8P AB +8 8", "gcg_position"),
        (">ann: AB 16A AB +8 8", "gcg_position"),
        (">ann: AB 0A AB +8 8", "gcg_position"),
        (">ann: AB (AB +8 8", "gcg_position"),
        (">ann: AB 8G", "gcg_no_word"),
        (">ann: AB 8G A+B +8 8", "gcg_word"),
        (">ann: AB 8G AB( +8 8", "gcg_word"),
        (">ann: AB 8G A)B( +8 8", "gcg_word"),
        (">ann: AB 8G () +8 8", "gcg_word"),
        (">ann: AB 8G [CH]A +8 8", "gcg_long_tile"),
        (">ann: [CH]AB 8G A +8 8", "gcg_long_tile"),
        (">ann: AB! 8G AB +8 8", "gcg_tiles"),
        (">ann: ABC -A! +0 0", "gcg_tiles"),
        (">ann: (A1) +2 2", "gcg_tiles"),
        (">ann: AB 8G AB", "gcg_no_points"),
        (">ann: AB 8G AB eight 8", "gcg_points"),
        (">ann: AB 8G AB +8", "gcg_no_total"),
        (">ann: AB 8G AB +8 8.5", "gcg_total"),
        (">ann: AB 8G AB +8 " + "9" * 5000, "gcg_total"),
        (">ann: AB 8N ABC +8 8", "gcg_off_board"),
        (">ann: AB 8G A.B +8 8", "gcg_empty_square"),
        (">ann: AB 8G A(C)B +8 8", "gcg_empty_square"),
        (">ann: AB -- -8 0", "gcg_nothing_to_withdraw"),
        ("#player1 cy Cy", "gcg_repeated"),
        ("#player3 ann Ann Again", "gcg_same_nick"),
        ("#player5 eve Eve", "gcg_player_number"),
        ("#player0010 eve Eve", "gcg_player_number"),
        ("#player3", "gcg_no_nick"),
        ("#rack1 A1", "gcg_tiles"),
        ("#rack9 ABC", "gcg_player_number"),
        ("#title One\n#title Two", "gcg_repeated"),
    ],
)
def test_a_broken_line_is_refused_by_its_number(line: str, code: str) -> None:
    """Each error of the format has its own code, and gives its line."""
    with pytest.raises(NotationError) as refusal:
        parse_gcg(f"{HEAD}\n{line}\n")

    fault = refusal.value.faults[0]
    assert (fault.code, fault.facts["line"]) == (code, 4 + line.count("\n"))


def test_a_letter_over_another_is_refused() -> None:
    """A letter on a square with a different letter is refused."""
    with pytest.raises(NotationError, match=re.escape("gcg_occupied text=XYZ line=4 square=8G")):
        parse_gcg(f"{HEAD}>ann: AB 8G AB +8 8\n>bo: XYZ 8G XYZ +8 8\n")


def test_only_the_last_play_can_be_withdrawn_and_only_once() -> None:
    """A play can be withdrawn once, and only before the opponent's turn."""
    play = f"{HEAD}>ann: AB 8G AB +8 8\n"

    for line in (">bo: AB -- -8 0", ">bo: C - +0 0\n>ann: AB -- -8 0",
                 ">ann: AB -- -8 0\n>ann: AB -- -8 0"):  # fmt: skip
        with pytest.raises(NotationError, match="gcg_nothing_to_withdraw"):
            parse_gcg(play + line)
    parse_gcg(play + ">bo: (time) -10 -10\n>ann: AB -- -8 0")


@pytest.mark.parametrize(
    "text", ["", "\n\n", "#title Nobody\n", "#player2 bo Bo\n", f"{HEAD}#rack3 ABC\n"]
)
def test_a_file_without_its_players_is_refused(text: str) -> None:
    """A record needs `#player1`, and no gap between the players' numbers."""
    with pytest.raises(NotationError, match="gcg_no_player"):
        parse_gcg(text)


def test_a_missing_player_is_reported_where_the_file_needs_one() -> None:
    """That is the line of a rack without its player, or else the last line with text."""
    for text, line in ((f"{HEAD}#rack3 ABC\n#note end\n", 3), ("#player2 bo Bo\n\n", 1)):
        with pytest.raises(NotationError) as refusal:
            parse_gcg(text)
        assert refusal.value.faults[0].facts["line"] == line


def test_a_pragma_of_another_program_is_found_by_its_keyword() -> None:
    """The first pragma of a keyword is returned in any spelling; a missing one is empty."""
    record = parse_gcg("#Board-Layout one\n#board-layout two\n#player1 a A\n#player2 b B\n")

    assert record.pragma("board-layout") == "one"
    assert record.pragma("colour") == ""


_TOKENS = st.sampled_from(
    ["#", "#-", "#note", "#player1", "#player2", "#rack1", "#incomplete", "#id", ">a:", ">b:",
     "a", "b", "AB?", "8G", "h8", "8H", "A.B", "(AB)", "-", "--", "-AB", "-3", "(time)",
     "(challenge)", "+8", "-8", "8", "[CH]", "\n", "\r\n", " ", "é", "\x00", "\u2028"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(_TOKENS, max_size=40).map(" ".join)))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    """Any text gives a record or an error with a line."""
    head = "#player1 a A\n#player2 b B\n"
    for candidate in (text, head + text):
        try:
            record = parse_gcg(candidate)
        except NotationError as refusal:
            line = refusal.faults[0].facts["line"]
            assert isinstance(line, int)
            assert 1 <= line <= len(re.split(r"\r\n|\n|\r", candidate))
        else:
            assert isinstance(record, GameRecord)


@given(st.binary())
def test_any_bytes_are_read_or_refused_with_a_line(data: bytes) -> None:
    """Any bytes, with or without an encoding pragma, give a record or an error with a line."""
    for candidate in (data, b"#character-encoding UTF-8\n" + data):
        line: object = 1
        try:
            read_gcg(candidate)
        except NotationError as refusal:
            line = refusal.faults[0].facts["line"]
        assert isinstance(line, int)


@given(st.text(max_size=200), st.integers(0, 4))
def test_what_stands_before_a_broken_line_is_read_all_the_same(text: str, turns: int) -> None:
    """The events before a broken line are read, and the file is refused with that line."""
    good = HEAD.encode() + b">ann: AB 8G AB +4 4\n>ann: -- -4 0\n" * turns
    known = len(read_gcg(good).entries)

    record, fault = read_legible(
        b"#character-encoding UTF-8\n" + good + b">ann: 8\n" + text.encode()
    )

    assert len(record.entries) == known
    assert fault is not None
    assert fault.facts["line"] == 4 + 2 * turns


def test_a_whole_record_is_read_without_a_fault_and_one_without_players_not_at_all() -> None:
    """A file that ends before it names the players gives no record."""
    good = HEAD.encode() + b">ann: AB 8G AB +4 4\n"

    assert read_legible(good) == (read_gcg(good), None)
    with pytest.raises(NotationError):
        read_legible(b">ann: 8\n" + good)


def test_what_names_no_players_is_refused_and_what_is_whole_has_no_fault() -> None:
    """A file without players is refused, and a sound one is read completely."""
    whole = (DATA / "club.gcg").read_bytes()

    assert read_legible(whole) == (read_gcg(whole), None)
    with pytest.raises(NotationError) as refusal:
        read_legible(b"Ann, Bo\n" + whole)
    assert refusal.value.faults[0].facts["line"] == 1
