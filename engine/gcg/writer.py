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
    """Return the record as GCG; `parse_gcg` returns an equal record.

    Raises:
        ValueError: the record contradicts itself or cannot be written in GCG, such as a
            nickname with a space or a word off the board.
    """
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: GameRecord) -> Iterator[str]:
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
        raise ValueError(f"a record has 1 to {MOST_PLAYERS} players")
    nicks = [player.nick for player in record.players]
    if len(set(nicks)) < len(nicks) or any(len(nick.split()) != 1 for nick in nicks):
        raise ValueError(f"nicknames are single words and differ, unlike {nicks}")
    if record.id_authority and (not record.id or len(record.id_authority.split()) != 1):
        raise ValueError("an id's authority is one word, and never without the id")
    for pragma in record.pragmas:
        keyword = pragma.keyword
        if is_known_keyword(keyword) or len(keyword.split()) > 1 or keyword != keyword.strip():
            raise ValueError(f"no free pragma: #{keyword}")
        if not 0 <= pragma.after <= len(record.entries):
            raise ValueError(f"there is no entry {pragma.after}: #{keyword}")


def _header(record: GameRecord) -> Iterator[str]:
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
    words = [f">{record.players[entry.player].nick}:", entry.rack, _action(entry, laid)]
    words += [_signed(entry), str(entry.total), tidy_line(entry.comment)]
    return " ".join(word for word in words if word)


_FIXED = {
    GcgKind.PASS: PASS,
    GcgKind.WITHDRAWN: WITHDRAWN,
    GcgKind.CHALLENGE_BONUS: CHALLENGE,
    GcgKind.TIME_PENALTY: TIME,
    GcgKind.ADJUSTMENT: ADJUSTMENT,
}


def _action(entry: GcgEntry, laid: LaidTiles) -> str:
    if entry.kind is GcgKind.PLAY:
        return _play(entry, laid)
    if entry.kind is GcgKind.WITHDRAWN:
        laid.take_back()
    if entry.kind is GcgKind.EXCHANGE:
        return f"-{entry.tiles or entry.count}"
    return _FIXED.get(entry.kind, f"({entry.tiles})")


def _play(entry: GcgEntry, laid: LaidTiles) -> str:
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
            raise ValueError(f"a rack penalty is a loss: {entry}")
        return f"-{-entry.points}"
    if entry.kind is GcgKind.END_RACK and entry.points < 0:
        raise ValueError(f"an end rack is a gain: {entry}")
    return f"{entry.points:+d}"
