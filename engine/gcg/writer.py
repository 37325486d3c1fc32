"""Writing GCG files: record → text, always in UTF-8 with the pragma that says so."""

from collections.abc import Iterator

from engine.gcg.event_line import ADJUSTMENT, CHALLENGE, PASS, TIME, WITHDRAWN
from engine.gcg.record import MOST_PLAYERS, GameRecord, GcgEntry, GcgKind, is_known_keyword
from engine.gcg.squares import LaidTiles, format_position
from engine.gcg.texts import tidy_line, tidy_text, with_cap


def write_gcg(record: GameRecord) -> bytes:
    """Return the file's bytes; see `format_gcg`."""
    return format_gcg(record).encode("utf-8")


def format_gcg(record: GameRecord) -> str:
    """Return the record as GCG; of a record that was read, `parse_gcg` returns an equal one.

    One made otherwise may say what a file cannot, such as an exchange of no tiles, an empty name,
    or racks of too few players.

    Raises:
        ValueError: the record contradicts itself or cannot be written in GCG, such as a
            nickname with a space or a word off the board.
    """
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: GameRecord) -> Iterator[str]:
    """Yield the lines of the file: pragmas and notes follow the entry that they are about."""
    _check_rereadable(record)
    yield "#character-encoding UTF-8"
    yield from _header(record)
    yield from _pragmas(record, 0)
    laid = LaidTiles()
    for number, entry in enumerate(record.entries, 1):
        yield _event(record, entry, laid)
        yield from _text("#note", with_cap(entry.note, entry.points, entry.uncapped))
        yield from _pragmas(record, number)
    for number, rack in enumerate(record.racks, 1):
        if rack:
            yield f"#rack{number} {rack}"


def _check_rereadable(record: GameRecord) -> None:
    """Refuse a record that would be read back as something else."""
    if not 1 <= len(record.players) <= MOST_PLAYERS:
        raise ValueError(f"{len(record.players)} players, not 1 to {MOST_PLAYERS}")
    nicks = [player.nick for player in record.players]
    if len(set(nicks)) < len(nicks) or any(len(nick.split()) != 1 for nick in nicks):
        raise ValueError(f"a nickname is used twice, or is not one word: {nicks}")
    if record.id_authority and (not record.id or len(record.id_authority.split()) != 1):
        raise ValueError(f"an authority without an id, or of several words: {record.id_authority}")
    for pragma in record.pragmas:
        keyword = pragma.keyword
        if is_known_keyword(keyword) or len(keyword.split()) > 1 or keyword != keyword.strip():
            raise ValueError(f"a pragma with a meaning of its own, or not one word: #{keyword}")
        if not 0 <= pragma.after <= len(record.entries):
            raise ValueError(
                f"a pragma after an entry that does not exist, {pragma.after}: #{keyword}"
            )


def _header(record: GameRecord) -> Iterator[str]:
    """Yield the players, the facts that are known, and the note before the first entry.

    An id has its authority before it. Without one, `tidy_line` drops the space between them;
    `_check_rereadable` has refused an authority without an id.
    """
    for number, player in enumerate(record.players, 1):
        yield f"#player{number} {player.nick} {tidy_line(player.name)}".rstrip()
    for keyword, value in (
        ("title", record.title),
        ("id", f"{record.id_authority} {record.id}"),
        ("lexicon", record.lexicon),
        ("tile-distribution", record.tile_distribution),
    ):
        if line := tidy_line(value):
            yield f"#{keyword} {line}"
    yield from _text("#description", record.description)
    if record.incomplete:
        yield f"#incomplete {record.incomplete_rack}".rstrip()
    yield from _text("#note", record.note)


def _pragmas(record: GameRecord, after: int) -> Iterator[str]:
    """Yield the free pragmas that follow that many entries."""
    for pragma in record.pragmas:
        if pragma.after == after:
            yield from _text(f"#{pragma.keyword}", pragma.text, even_empty=True)


def _text(keyword: str, text: str, *, even_empty: bool = False) -> Iterator[str]:
    """Yield a text of several lines; `#-` marks lines that would otherwise be misread."""
    first, *others = tidy_text(text).split("\n")
    if not first and not even_empty:
        return
    yield f"{keyword} {first}".rstrip()
    for line in others:
        plain = line and line[0] not in "#>"
        yield line if plain else f"#- {line}".rstrip()


def _event(record: GameRecord, entry: GcgEntry, laid: LaidTiles) -> str:
    """Return the line of an entry, and lay its tiles on `laid` or take the last play back.

    Entries must come in order: a word is written with dots for the tiles that lie already.
    """
    words = [f">{record.players[entry.player].nick}:", entry.rack, _action(entry, laid)]
    words += [_signed(entry), str(entry.total), tidy_line(entry.comment)]
    return " ".join(word for word in words if word)


_MARKS = {
    GcgKind.PASS: PASS,
    GcgKind.WITHDRAWN: WITHDRAWN,
    GcgKind.CHALLENGE_BONUS: CHALLENGE,
    GcgKind.TIME_PENALTY: TIME,
    GcgKind.ADJUSTMENT: ADJUSTMENT,
}
"""What stands after the rack for the kinds that are written without tiles."""


def _action(entry: GcgEntry, laid: LaidTiles) -> str:
    """Return what the entry did, as it stands after the rack; `laid` changes as in `_event`."""
    match entry.kind:
        case GcgKind.PLAY:
            return _play(entry, laid)
        case GcgKind.EXCHANGE:
            return f"-{entry.tiles or entry.count}"
        case GcgKind.END_RACK | GcgKind.RACK_PENALTY:
            return f"({entry.tiles})"
        case GcgKind.WITHDRAWN:
            laid.take_back()
    return _MARKS[entry.kind]


def _play(entry: GcgEntry, laid: LaidTiles) -> str:
    """Return the position and the word with its dots, and lay the word on `laid`.

    Raises:
        ValueError: the entry has no word, or the word does not fit.
    """
    placement = entry.placement
    if placement is None or not placement.word:
        raise ValueError(f"a play without a word: {entry}")
    word = laid.word_with_dots(placement)
    laid.lay(placement)
    return f"{format_position(placement.square, placement.axis)} {word}"


def _signed(entry: GcgEntry) -> str:
    """Return the points with the sign that marks a gain or a loss, also for 0."""
    if entry.kind is GcgKind.RACK_PENALTY:
        if entry.points > 0:
            raise ValueError(f"a rack penalty with a gain: {entry}")
        return f"-{-entry.points}"
    if entry.kind is GcgKind.END_RACK and entry.points < 0:
        raise ValueError(f"an end rack with a loss: {entry}")
    return f"{entry.points:+d}"
