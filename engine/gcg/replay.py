"""Replays a game record on this engine: the score of each event, and the letter sequence.

The replay does not validate words, because a record names no word list that this program could
open. Every turn must be possible: on the board, in its order, and with tiles that the set and the
recorded rack have. A record may leave racks out, and a rack may have too few tiles.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.board import Board
from engine.errors import Fault
from engine.gcg.record import TURNS, GameRecord, GcgEntry, GcgKind, record_fault
from engine.placement import (
    Placement,
    Survey,
    new_tiles,
    score,
    square_of,
    survey,
    technical_faults,
)
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held, missing_tiles, value_of, without

OPEN_GAME = Ruleset(name="open", red_caps=(), blue_caps=())
"""The free game: seven tiles, 50 points for laying them all, no caps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One event with its recorded and its correct points."""

    number: int
    """The number of the event in its record, from 1."""
    entry: GcgEntry
    computed: int
    """The correct points; the recorded ones of a bonus, time penalty or adjustment."""
    words: tuple[str, ...] = ()
    """The words that a play formed: main word first, blanks in lower case."""
    before: Board
    """The board before the event."""
    placement: Placement | None = None
    """For a play: the placement with its whole main word."""
    total_fits: bool
    """Whether the total is the previous one plus either points, so that an error shows once."""

    @property
    def agrees(self) -> bool:
        """Whether the recorded points are correct."""
        return self.computed == self.entry.points


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record as far as it could be replayed."""

    checked: tuple[Checked, ...]
    board: Board
    fault: Fault | None = None
    """The impossible event, with its `line`; the replay ends before it."""

    @property
    def mismatches(self) -> tuple[int, ...]:
        """Return the numbers of the events with wrong recorded points."""
        return tuple(event.number for event in self.checked if not event.agrees)

    @property
    def wrong_totals(self) -> tuple[int, ...]:
        """Return the numbers of the events with a wrong recorded total."""
        return tuple(event.number for event in self.checked if not event.total_fits)


def replay_record(record: GameRecord, tile_set: TileSet, rules: Ruleset = OPEN_GAME) -> Replay:
    """Return the replay of the record with these tiles, up to the first impossible event."""
    game = _Game(record, tile_set, rules)
    checked: list[Checked] = []
    for number, entry in enumerate(record.entries, 1):
        before = game.board
        outcome = game.enter(entry)
        if isinstance(outcome, Fault):
            fault = replace(outcome, article="", facts={"line": entry.line, **outcome.facts})
            return Replay(checked=tuple(checked), board=game.board, fault=fault)
        computed, words = outcome
        fits = game.add_up(entry, computed)
        checked.append(
            Checked(
                number=number,
                entry=entry,
                computed=computed,
                words=words,
                before=before,
                placement=game.placed,
                total_fits=fits,
            )
        )
    return Replay(checked=tuple(checked), board=game.board)


_Outcome = tuple[int, tuple[str, ...]] | Fault


class _Game:
    """The board and the recorded totals during a replay."""

    def __init__(self, record: GameRecord, tile_set: TileSet, rules: Ruleset) -> None:
        self.board = Board()
        self.placed: Placement | None = None
        """The last event's placement in full; None if it laid no tiles."""
        self._tile_set = tile_set
        self._rules = rules
        self._totals = [0] * len(record.players)
        self._racks = _RackCheck(record, tile_set, rules)
        self._last: tuple[Board, int] | None = None
        """The board before the last play, and the points of that play."""
        self._deducted = {
            (entry.player, _sorted(entry.tiles))
            for entry in record.entries
            if entry.kind is GcgKind.RACK_PENALTY
        }

    def enter(self, entry: GcgEntry) -> _Outcome:
        self.placed = None
        match entry.kind:
            case GcgKind.PLAY:
                return self._play(entry)
            case GcgKind.WITHDRAWN:
                return self._withdraw(entry)
            case GcgKind.PASS | GcgKind.EXCHANGE:
                return self._no_play(entry)
            case GcgKind.CHALLENGE_BONUS | GcgKind.TIME_PENALTY | GcgKind.ADJUSTMENT:
                return entry.points, ()
            case _:  # only END_RACK and RACK_PENALTY are left
                return self._left_over(entry)

    def add_up(self, entry: GcgEntry, computed: int) -> bool:
        """Return whether the recorded total follows from the previous one, and store it."""
        before = self._totals[entry.player]
        self._totals[entry.player] = entry.total
        return entry.total in (before + entry.points, before + computed)

    def _play(self, entry: GcgEntry) -> _Outcome:
        if entry.placement is None:
            return record_fault("no_word")
        if (fault := self._unknown_tile(entry.placement.word)) is not None:
            return fault
        placement, laid = _in_full(self.board, entry.placement)
        if (fault := self._racks.fault(entry, laid.new)) is not None:
            return replace(fault, facts={"text": placement.word, **fault.facts})
        used = "".join(map(as_held, laid.new))
        faults = technical_faults(self.board, placement, laid, used, points=1)
        if faults:
            return replace(faults[0], facts={**faults[0].facts, "text": placement.word})
        points = score(laid, self._tile_set, self._rules)
        if entry.uncapped == points:
            points = entry.points
        self._last, self.placed = (self.board, points), placement
        self.board = self.board.lay(new_tiles(self.board, placement))
        self._racks.note(entry, laid.new)
        return points, laid.words

    def _no_play(self, entry: GcgEntry) -> _Outcome:
        if (fault := self._racks.fault(entry)) is not None:
            return fault
        self._racks.note(entry)
        self._last = None
        return 0, ()

    def _withdraw(self, entry: GcgEntry) -> _Outcome:
        if self._last is None:
            return record_fault("nothing_to_withdraw")
        self.board, points = self._last
        self._racks.note(entry)
        self._last = None
        return -points, ()

    def _left_over(self, entry: GcgEntry) -> _Outcome:
        tiles = entry.tiles.upper()
        if (fault := self._unknown_tile(tiles.replace("?", ""))) is not None:
            return fault
        value = value_of(tiles, self._tile_set)
        if entry.kind is GcgKind.RACK_PENALTY:
            return -value, ()
        # Twice the value, because the loser keeps their points; once if the record deducts these
        # tiles.
        held = _sorted(entry.tiles)
        once = any(lost == held and who != entry.player for who, lost in self._deducted)
        return value if once else 2 * value, ()

    def _unknown_tile(self, tiles: str) -> Fault | None:
        values = self._tile_set.values
        strange = next((tile for tile in tiles if tile == "?" or tile not in values), None)
        if strange is None:
            return None
        return record_fault("unknown_tile", strange, tiles=self._tile_set.name)


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles.upper()))


def _in_full(board: Board, placement: Placement) -> tuple[Placement, Survey]:
    """Return the placement with its whole main word, and its survey.

    Real files leave out letters next to the word, and give a single tile in either direction.
    """
    placement = _completed(board, placement)
    if len(placement.word) == 1:
        placement = _completed(board, replace(placement, axis=placement.axis.other))
    return placement, survey(board, placement)


def _completed(board: Board, placement: Placement) -> Placement:
    laid = survey(board, placement)
    if laid.overhang or laid.whole == laid.word:
        return placement
    return Placement(square_of(placement, -laid.lead), placement.axis, laid.whole)


def sequence_in(record: GameRecord, tiles: TileSet) -> str | Fault:
    """Return a sequence of all tiles that agrees with the record, or why there is none.

    The order of tiles that a player drew at once is not known, and does not matter. Tiles that
    nobody drew come last, in alphabetical order. The fault has the line of the event.
    """
    replay = replay_record(record, tiles)
    if replay.fault is not None:
        return replay.fault
    draws = _Draws(sum(tiles.counts.values()))
    for turn in _standing_turns(replay.checked):
        if (fault := draws.note(turn)) is not None:
            return fault
    # The replay has checked that board and racks together never have a tile too many.
    left = Counter(tiles.counts) - Counter(draws.in_order)
    return draws.in_order + "".join(sorted(left.elements()))


def _standing_turns(checked: Iterable[Checked]) -> list[Checked]:
    """Return the turns that were not taken back."""
    turns: list[Checked] = []
    for one in checked:
        if one.entry.kind is GcgKind.WITHDRAWN:
            turns.pop()  # a play taken back is the last turn, and its player drew nothing for it
        elif one.entry.kind in TURNS:
            turns.append(one)
    return turns


class _Draws:
    """The tiles of each draw of two players, as their racks show them turn by turn."""

    def __init__(self, tile_count: int) -> None:
        self._bag = tile_count
        """The tiles left after the draws so far; each is shown before a later one."""
        self._drawn: list[str] = ["", ""]
        """Both first racks, then the tiles drawn after each play."""
        self._hands: list[str | None] = [None, None]
        """The tiles that each player kept after their last turn; None before their first one."""
        self._waiting: dict[int, int] = {}
        """The index in `_drawn` of each player's latest draw, until their next rack shows it."""

    @property
    def in_order(self) -> str:
        """The tiles of all draws."""
        return "".join(self._drawn)

    def note(self, turn: Checked) -> Fault | None:
        """Add what the rack of a turn shows; return why it cannot be shown, or None."""
        player, rack, line = turn.entry.player, turn.entry.rack.upper(), turn.entry.line
        if turn.entry.kind is GcgKind.EXCHANGE:
            return record_fault("exchanged", line=line)
        if player >= len(self._hands):
            number, most = f"#player{player + 1}", len(self._hands)
            return record_fault("player_number", number, most=most, line=line)
        if not rack:
            return record_fault("no_rack", line=line)
        kept = self._hands[player]
        if gone := Counter(kept or "") - Counter(rack):
            missing = "".join(sorted(gone.elements()))
            return record_fault("kept_tile", missing, rack=rack, line=line)
        if kept is None:
            self._draw(player, rack)
        elif player in self._waiting:
            new = Counter(rack) - Counter(kept)
            self._draw(self._waiting.pop(player), "".join(sorted(new.elements())))
        if len(rack) < OPEN_GAME.rack_size and self._bag > 0:
            return record_fault("short_rack", rack, n=len(rack), line=line)
        self._hands[player] = rack
        if turn.placement is not None:
            used = Counter(map(as_held, survey(turn.before, turn.placement).new))
            self._hands[player] = "".join((Counter(rack) - used).elements())
            self._waiting[player] = len(self._drawn)
            self._drawn.append("")
        return None

    def _draw(self, number: int, tiles: str) -> None:
        self._drawn[number] = tiles
        self._bag -= len(tiles)


class _RackCheck:
    """The racks of a record up to a turn; `fault` checks the next turn, and `note` adds it."""

    def __init__(self, record: GameRecord, tile_set: TileSet, rules: Ruleset) -> None:
        self._nicks = [player.nick for player in record.players]
        self._tile_set, self._size = tile_set, rules.rack_size
        self._mover: int | None = None
        """The player of the last turn; None if either player may move."""
        self._laid: Counter[str] = Counter()
        """The tiles on the board, as held."""
        self._last = ""
        """Those of the last turn."""
        self._kept: dict[int, str] = {}
        """The tiles that each player kept after their last turn, as far as they are known."""
        self._before = ""
        """The rack before the last turn, to which a withdrawn play returns its tiles."""

    def fault(self, entry: GcgEntry, laid: Iterable[str] = ()) -> Fault | None:
        """Return why a turn that lays these tiles cannot be; None if it can."""
        if entry.player == self._mover and len(self._nicks) > 1:
            return record_fault("twice", self._nicks[entry.player])
        rack = entry.rack.upper()
        if len(rack) > self._size:
            return record_fault("rack_size", rack, n=len(rack), most=self._size)
        used = "".join(map(as_held, laid)) or entry.tiles.upper()
        counts = self._tile_set.counts
        strange = next((tile for tile in rack + used if tile not in counts), None)
        if strange is not None:
            return record_fault("unknown_tile", strange, tiles=self._tile_set.name)
        if rack and (short := missing_tiles(used, rack)):
            return Fault("not_on_rack", "", {"tiles": short, "rack": rack})
        return self._too_many(entry.player, rack or used)

    def _too_many(self, player: int, held: str) -> Fault | None:
        """Return the fault of a tile of which board and racks have more than the set, or None."""
        others = "".join(kept for other, kept in self._kept.items() if other != player)
        for tile in sorted(set(held)):
            n = self._laid[tile] + held.count(tile) + others.count(tile)
            has = self._tile_set.counts[tile]
            if n > has:
                return record_fault("too_many", tile, n=n, has=has, tiles=self._tile_set.name)
        return None

    def note(self, entry: GcgEntry, laid: Iterable[str] = ()) -> None:
        """Store what the players have after a turn, or after a play was withdrawn."""
        rack = entry.rack.upper()
        if entry.kind is GcgKind.WITHDRAWN:
            self._mover, self._kept[entry.player] = None, self._before
            self._laid.subtract(self._last)
            self._last = ""
        else:
            self._last = "".join(map(as_held, laid))
            self._laid.update(self._last)
            used = self._last or entry.tiles.upper()
            is_known = rack and not entry.count
            self._mover, self._before = entry.player, rack
            self._kept[entry.player] = without(rack, used) if is_known else ""
