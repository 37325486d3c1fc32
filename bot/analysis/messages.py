"""Findings as messages: at most six sentences, the picture, and buttons for more.

The sentences are a trainer's summary. They give the accuracy, the worst turn, missed seven-tile
plays, who found the best play most often, the kind of play most often overlooked, and the end. A
game that ended early also gets the number of undrawn tiles: its estimates stop where it stopped.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.analysis.analysed_games import AnalysedGame
from bot.analysis.findings import FindingLabel, Findings, TurnFinding, account
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.pictures import AnalysisPicture
from engine.ids import PersonId, Seat

MOST_SENTENCES: Final = 6
OFTEN_MISSED: Final = 3
"""The least number of misses of one kind, and of turns, from which a sentence is written."""
DEAR: Final = 10
"""The least loss that counts as a miss; a smaller one is a choice between two good plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisMessage:
    """The analysis of a game as one person may see it."""

    game: str
    text: Text
    buttons: Buttons

    def notice(self, chat: int) -> Notice:
        """Return the message with the picture."""
        pictures = (AnalysisPicture(self.game, LOSSES),)
        return Notice(
            to=chat, text=self.text, buttons=self.buttons, pictures=pictures, about=self.game
        )


@dataclass(frozen=True, slots=True)
class AnalysisReader:
    """The reader of an analysis, with the facts that decide which buttons they get."""

    person: PersonId
    consents: Collection[PersonId]
    """The players who let others see it."""
    has_tables: bool
    """Whether other public games have the same tiles."""


LOSSES, TABLES = "losses", "tables"
"""The kinds of an `AnalysisPicture`: points lost, or the field comparison."""


MEANS: Final = (ANALYSIS.button(say("button.analysis.means"), AnalysisAction.MEANING),)
"""A button to the definition of every label."""


def analysis_text(known: AnalysedGame, reader: AnalysisReader) -> AnalysisMessage:
    """Return the analysis for a person who may see the game."""
    game = known.game
    text = say(
        "analysis.card",
        game=game.id,
        red=known.names[Seat.RED],
        blue=known.names[Seat.BLUE],
        sentences=list(sentences(known.findings, known.names, game.left_in_sequence)),
        words=words_of(known.findings.edition, is_official=known.findings.official),
    )
    return AnalysisMessage(game=game.id, text=text, buttons=_buttons(known, reader))


def words_of(edition: str, *, is_official: bool) -> Text:
    """Return the name of the word list, with a note if it is not the official one."""
    key = "analysis.words" if is_official else "analysis.words_not_official"
    return say(key, edition=edition)


def _buttons(known: AnalysedGame, reader: AnalysisReader) -> Buttons:
    """Return the buttons to the workbook and the tables and, for a player, to consent."""
    game = known.game
    label, more = (
        ("tables", AnalysisAction.TABLES)
        if reader.has_tables
        else ("possible", AnalysisAction.POSSIBLE)
    )
    rows = [
        (
            ANALYSIS.button(say("button.analysis.book"), AnalysisAction.BOOK, game.id),
            ANALYSIS.button(say(f"button.analysis.{label}"), more, game.id),
        ),
        MEANS,
    ]
    if game.seat_of(reader.person) is not None:
        is_given = reader.person in reader.consents
        key = "button.analysis.private" if is_given else "button.analysis.public"
        rows.append(
            (
                ANALYSIS.button(
                    say(key), AnalysisAction.KEEP if is_given else AnalysisAction.OPEN, game.id
                ),
            )
        )
    return tuple(rows)


def sentences(findings: Findings, names: Mapping[Seat, str], left: int = 0) -> tuple[Text, ...]:
    """Return at most six sentences on the game.

    `left` is the number of tiles of the sequence not drawn when the game ended.
    """
    return tuple(_sentences(findings, names, left))[:MOST_SENTENCES]


def is_estimated(findings: Findings) -> bool:
    """Return whether any figure is an estimate."""
    return any(turn.label is FindingLabel.ESTIMATED for turn in findings.turns)


def _sentences(findings: Findings, names: Mapping[Seat, str], left: int) -> Iterator[Text]:
    """Yield the sentences of an analysis, the most general first."""
    sides = {seat: findings.of(seat) for seat in Seat}
    yield _accuracy(sides, names)
    if left and is_estimated(findings):
        yield say("analysis.undrawn", n=left)
    yield from _worst_turn(findings, names)
    yield from _end(findings, names)
    for seat, turns in sides.items():
        missed = sum(bool(turn.sevens_missed) for turn in turns)
        if missed:
            yield say("analysis.sevens", who=names[seat], n=missed)
    yield from _best_found(sides, names)
    for seat, turns in sides.items():
        kind = most_overlooked(turns)
        if kind is not None:
            yield say("analysis.overlooks", who=names[seat], kind=say(f"analysis.miss.{kind}"))


def _accuracy(sides: Mapping[Seat, tuple[TurnFinding, ...]], names: Mapping[Seat, str]) -> Text:
    """Return the share of the possible points that each player scored."""
    red, blue = (account(sides[seat]) for seat in Seat)
    placed = [seat for seat in Seat if sides[seat]]
    if not placed:
        return say("analysis.nothing_placed")
    if len(placed) == 1:
        (seat,) = placed
        total = account(sides[seat])
        return say(
            "analysis.accuracy_one",
            who=names[seat],
            got=total.got,
            possible=total.possible,
            percent=total.percent,
            other=names[seat.partner],
        )
    return say(
        "analysis.accuracy",
        red=names[Seat.RED],
        red_got=red.got,
        red_possible=red.possible,
        red_percent=red.percent,
        blue=names[Seat.BLUE],
        blue_got=blue.got,
        blue_possible=blue.possible,
        blue_percent=blue.percent,
    )


def _worst_turn(findings: Findings, names: Mapping[Seat, str]) -> Iterator[Text]:
    """Yield the sentence about the turn that lost most, or that no turn lost much."""
    if not findings.turns:
        return
    if not findings.worst_turns:
        yield say("analysis.no_miss")
        return
    turn = findings.worst_turns[0]
    if turn.lost < DEAR:
        label = say(f"analysis.label.{turn.label}")
        yield say("analysis.no_dear_miss", lost=turn.lost, label=label)
    else:
        yield worst_turn_text(turn, names[turn.seat])


def worst_turn_text(turn: TurnFinding, who: str) -> Text:
    """Return the sentence about a turn that lost many points."""
    best = turn.best
    return say(
        f"analysis.dearest.{turn.label}",
        who=who,
        round=turn.round,
        made=turn.made.notation,
        points=turn.made.points,
        best=None if best is None else best.notation,
        best_points=None if best is None else best.points,
        lost=turn.lost,
    )


def _end(findings: Findings, names: Mapping[Seat, str]) -> Iterator[Text]:
    """Yield what is proven about the end of the game: the better player, or that it was level."""
    end = findings.end
    if end is None:
        return
    seat = (Seat.RED, Seat.BLUE)[end.move % 2]
    number = end.move // 2 + 1
    if end.spread is None:
        yield say("analysis.end.not_proven", round=number)
        return
    if not end.spread:
        yield say("analysis.end.level", round=number)
        return
    winner = seat if end.spread > 0 else seat.partner
    who, spread = names[winner], abs(end.spread)
    if end.coefficients is None:
        yield say("analysis.end.proven", round=number, who=who, spread=spread)
        return
    lost, won = (str(coefficient) for coefficient in sorted(end.coefficients))
    yield say(
        "analysis.end.coefficients",
        round=number,
        who=who,
        spread=spread,
        won=won,
        other=names[winner.partner],
        lost=lost,
    )


def _best_found(
    sides: Mapping[Seat, tuple[TurnFinding, ...]], names: Mapping[Seat, str]
) -> Iterator[Text]:
    if not any(turn.lost for turns in sides.values() for turn in turns):
        return  # another sentence has said so
    found = {seat: sum(not turn.lost for turn in turns) for seat, turns in sides.items()}
    most = max(found.values())
    for seat, n in found.items():
        if n and n == most and len(sides[seat]) >= OFTEN_MISSED:
            yield say("analysis.best_found", who=names[seat], n=n, of=len(sides[seat]))


def most_overlooked(turns: tuple[TurnFinding, ...]) -> str | None:
    """Return the kind of play that the player overlooks most, or None if none stands out."""
    kinds = Counter(turn.miss for turn in turns if turn.miss is not None).most_common(2)
    if not kinds or kinds[0][1] < OFTEN_MISSED or (len(kinds) > 1 and kinds[0][1] == kinds[1][1]):
        return None
    return kinds[0][0]
