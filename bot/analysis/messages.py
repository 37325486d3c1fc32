"""Findings as messages: a few sentences, the picture, and buttons for more.

The sentences are a trainer's summary, the most important first, because the last of many are left
out. A game that ended early gets the number of undrawn tiles as its second sentence, because its
estimates stop where it stopped.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.analysis.analysed_games import AnalysedGame
from bot.analysis.findings import Findings, TurnFinding, account, most_overlooked
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.pictures import AnalysisPicture, AnalysisView
from engine.ids import PersonId, Seat

MOST_SENTENCES: Final = 6
"""The most sentences on one game."""
_ENOUGH_TURNS: Final = 3
"""The least number of a player's turns from which the number of best plays says something."""
_LEAST_MISS: Final = 10
"""The least loss that counts as a miss; a smaller one is a choice between two good plays."""
MEANING_ROW: Final = (ANALYSIS.button(say("button.analysis.means"), AnalysisAction.MEANING),)
"""The row with the button to the definition of every label."""


@dataclass(frozen=True, slots=True)
class AnalysisReader:
    """The reader of an analysis, with the facts that decide which buttons they get."""

    person: PersonId
    consents: Collection[PersonId]
    """The players who let others see it."""
    has_tables: bool
    """Whether other public games have the same tiles."""


def analysis_notice(analysed: AnalysedGame, reader: AnalysisReader, chat: int) -> Notice:
    """Return the analysis with its picture, for a person who may see the game."""
    game = analysed.game
    text = say(
        "analysis.card",
        game=game.id,
        red=analysed.names[Seat.RED],
        blue=analysed.names[Seat.BLUE],
        sentences=list(sentences(analysed.findings, analysed.names, game.left_in_sequence)),
        words=words_of(analysed.findings.edition, is_official=analysed.findings.official),
    )
    pictures = (AnalysisPicture(game.id, AnalysisView.LOSSES),)
    buttons = _buttons(analysed, reader)
    return Notice(to=chat, text=text, buttons=buttons, pictures=pictures, about=game.id)


def words_of(edition: str, *, is_official: bool) -> Text:
    """Return the name of the word list, with a note if it is not the official one."""
    key = "analysis.words" if is_official else "analysis.words_not_official"
    return say(key, edition=edition)


def _buttons(analysed: AnalysedGame, reader: AnalysisReader) -> Buttons:
    """Return the buttons to the workbook and the tables and, for a player, to consent."""
    game = analysed.game
    book = ANALYSIS.button(say("button.analysis.book"), AnalysisAction.BOOK, game.id)
    if reader.has_tables:
        more = ANALYSIS.button(say("button.analysis.tables"), AnalysisAction.TABLES, game.id)
    else:
        more = ANALYSIS.button(say("button.analysis.possible"), AnalysisAction.POSSIBLE, game.id)
    if game.seat_of(reader.person) is None:
        return ((book, more), MEANING_ROW)
    if reader.person in reader.consents:
        consent = ANALYSIS.button(say("button.analysis.private"), AnalysisAction.HIDE, game.id)
    else:
        consent = ANALYSIS.button(say("button.analysis.public"), AnalysisAction.PUBLISH, game.id)
    return ((book, more), MEANING_ROW, (consent,))


def sentences(findings: Findings, names: Mapping[Seat, str], left: int = 0) -> tuple[Text, ...]:
    """Return the first `MOST_SENTENCES` sentences on the game.

    `left` is the number of tiles of the sequence not drawn when the game ended.
    """
    return tuple(_sentences(findings, names, left))[:MOST_SENTENCES]


def _sentences(findings: Findings, names: Mapping[Seat, str], left: int) -> Iterator[Text]:
    """Yield all sentences of an analysis, the most important first."""
    sides = {seat: findings.of(seat) for seat in Seat}
    yield _accuracy(sides, names)
    if left and findings.is_estimated:
        yield say("analysis.undrawn", n=left)
    yield from _worst_turn(findings, names)
    yield from _end(findings, names)
    for seat, turns in sides.items():
        missed = sum(bool(turn.sevens_missed) for turn in turns)
        if missed:
            yield say("analysis.sevens", who=names[seat], n=missed)
    if findings.has_losses:  # otherwise every play was the best, which `_worst_turn` says
        yield from _best_found(sides, names)
    for seat, turns in sides.items():
        kind = most_overlooked(turns)
        if kind is not None:
            yield say("analysis.overlooks", who=names[seat], kind=say(f"analysis.miss.{kind}"))


def _accuracy(sides: Mapping[Seat, tuple[TurnFinding, ...]], names: Mapping[Seat, str]) -> Text:
    """Return the share of the possible points that each player scored."""
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
    red, blue = (account(sides[seat]) for seat in Seat)
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
    if not findings.has_losses:
        yield say("analysis.no_miss")
        return
    turn = findings.worst_turns[0]
    if turn.lost < _LEAST_MISS:
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
    if end.spread is None:
        yield say("analysis.end.not_proven", round=end.round)
        return
    if not end.spread:
        yield say("analysis.end.level", round=end.round)
        return
    winner = end.seat if end.spread > 0 else end.seat.partner
    who, spread = names[winner], abs(end.spread)
    if end.coefficients is None:
        yield say("analysis.end.proven", round=end.round, who=who, spread=spread)
        return
    first, second = end.coefficients
    # Who plays for the coefficient may lose by a spread that the other way would have won.
    own, partners = (first, second) if winner is end.seat else (second, first)
    yield say(
        "analysis.end.coefficients",
        round=end.round,
        who=who,
        spread=spread,
        won=f"{own}",
        other=names[winner.partner],
        lost=f"{partners}",
    )


def _best_found(
    sides: Mapping[Seat, tuple[TurnFinding, ...]], names: Mapping[Seat, str]
) -> Iterator[Text]:
    """Yield who found the best play most often; both if equally often."""
    best_plays = {seat: sum(not turn.lost for turn in turns) for seat, turns in sides.items()}
    most = max(best_plays.values())
    for seat, turns in sides.items():
        if most and best_plays[seat] == most and len(turns) >= _ENOUGH_TURNS:
            yield say("analysis.best_found", who=names[seat], n=most, of=len(turns))
