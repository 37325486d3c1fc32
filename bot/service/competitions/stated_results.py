"""An arbiter's decision that corrects a stated result of an imported competition (art. 8, 10.2).

Only a game without moves here has one: in any other game a ruling changes the result. What the
decision is about is JSON: the competition, the game, and the result as the arbiter wrote it.
"""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.documents.tables.import_stated import StatedResult
from bot.runtime.shared import UserInput
from bot.service.pure.acts import act
from bot.service.pure.competitions.official_results import OfficialResult, official_results
from bot.service.pure.matches.stated_figures import figures_of, oddity
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.competitions.competitions import card_button
from bot.texts.score_texts import score_text
from engine.competitions.competition import Competition
from engine.competitions.guards import Events
from engine.competitions.results import correct_result
from engine.errors import Fault, GameStateError, NotationError
from engine.figures import Figures
from engine.ids import CompetitionCode, GameId, Leg, match_of
from engine.typed import plain_signs
from storage.play import game_rows

KIND = "stated_result"
_SCORES: Final = re.compile(r"(?<![\d.,])(-?\d{1,4})\s*[-:]\s*(-?\d{1,4})(?![\d.,]*\d)")
"""Two whole numbers, either of which may be negative, not parts of longer or decimal ones."""
_FEWEST_POINTS: Final = 10
"""Two scores below this may be meant as coefficients, such as `1-1` for equal games."""
_COEFFICIENT: Final = re.compile(r"(?<![\d.,])(\d[.,]\d{1,4})(?![\d.,]*\d)")
"""A number with one digit before its point or comma."""


async def stated_in(readers: Readers, competition: Competition) -> list[OfficialResult]:
    """Return the results of the imported competition whose games have no moves here."""
    if not competition.imported:
        return []
    played_here = await game_rows.stages_in(readers.unit.tx, competition.code)
    return [
        result
        for phase in competition.phases
        for result in official_results(phase, phase.matches)
        if result.game not in played_here
    ]


def read_result(text: str, leg: Leg = Leg.HOME) -> StatedResult:
    """Return the result of a text: scores `524-480`, coefficients `1,5219 0,4781`, or both.

    Red's figures come first. The text contains nothing else.

    Raises:
        NotationError: `result_unreadable`.
    """
    plain = plain_signs(text)
    scores, without_scores = _SCORES.findall(plain), _SCORES.sub(" ", plain)
    figures = _COEFFICIENT.findall(without_scores)
    coefficients = [Decimal(figure.replace(",", ".")) for figure in figures]
    are_pairs = len(scores) <= 1 and len(coefficients) in {0, 2}
    has_other_text = re.search(r"\w", _COEFFICIENT.sub(" ", without_scores))
    if not are_pairs or not (scores or coefficients) or has_other_text:
        raise NotationError(Fault("result_unreadable", facts={"text": text.strip()[:60]}))
    return _new_result(
        leg,
        (int(scores[0][0]), int(scores[0][1])) if scores else None,
        (coefficients[0], coefficients[1]) if coefficients else None,
    )


def _new_result(
    leg: Leg, scores: tuple[int, int] | None, coefficients: tuple[Decimal, Decimal] | None
) -> StatedResult:
    """Return a result that no form states, so that it has no row, group or names."""
    return StatedResult(
        row=0, leg=leg, group="", red="", blue="", scores=scores, coefficients=coefficients
    )


def about_of(code: CompetitionCode, game: GameId, result: StatedResult) -> str:
    """Return what the decision is about.

    Scores or coefficients that the result does not state are null. Decimals are texts.
    """
    coefficients = result.coefficients and [f"{figure}" for figure in result.coefficients]
    return json.dumps([code, game, result.scores, coefficients])


@dataclass(frozen=True, slots=True)
class _Correction:
    """A correction that is possible: the present result, the new one, and its events."""

    snapshot: CompetitionSnapshot
    old: OfficialResult
    new: StatedResult
    events: Events


async def _correction_of(
    service: Service, user_input: UserInput, about: str, reason: str
) -> _Correction:
    """Return the correction that a text of `about_of` names.

    Raises:
        EngineError: the person may not decide it, the game has moves here, or such a result is
            impossible.
    """
    code, game, scores, coefficients = json.loads(about)
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(code))
    stated = await stated_in(service, snapshot.competition)
    old = next((stated_result for stated_result in stated if stated_result.game == game), None)
    if old is None:
        raise GameStateError(Fault("result_ruled", "10.2", {"game": game}))
    new = _new_result(
        old.leg,
        scores and (scores[0], scores[1]),
        coefficients and (Decimal(coefficients[0]), Decimal(coefficients[1])),
    )
    figures = figures_of(new)
    if figures == old.figures:
        raise GameStateError(Fault("result_unchanged"))
    events = correct_result(snapshot.competition, act(user_input), old.game, figures, reason)
    return _Correction(snapshot, old, new, events)


async def _facts(service: Service, correction: _Correction) -> dict[str, Param]:
    """Return the facts of a correction: the game, the old and the new result."""
    red, blue = correction.old.seats
    names = await service.persons.names((red, blue))
    return {
        "title": correction.snapshot.competition.title,
        "red": names[red],
        "blue": names[blue],
        "leg": say(f"leg_name.{correction.old.leg.value}"),
        "old": worth_text(correction.old.figures),
        "new": worth_text(figures_of(correction.new)),
    }


def worth_text(figures: Figures) -> Text:
    """Return a result in words: its score and its coefficients."""
    return say(
        "import.worth",
        score=score_text(figures.scores),
        red_c=f"{figures.red}",
        blue_c=f"{figures.blue}",
    )


async def show(service: Service, user_input: UserInput, about: str, reason: str) -> Text:
    """Return what the correction changes, and what is unusual about the new result."""
    correction = await _correction_of(service, user_input, about, reason)
    odd = "low" if _may_be_coefficients(correction.new) else oddity(correction.new)
    return say(
        "import.fix_show",
        odd=say("import.fix_odd", why=say(f"import.odd_{odd}")) if odd else None,
        **await _facts(service, correction),
    )


def _may_be_coefficients(stated: StatedResult) -> bool:
    """Return whether the scores may be coefficients; 0–0 is the score of a game without points."""
    if stated.scores is None or stated.coefficients is not None:
        return False
    return 0 < max(stated.scores) < _FEWEST_POINTS


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Correct the result, and notify its players and the other arbiters."""
    correction = await _correction_of(service, user_input, about, reason)
    facts = await _facts(service, correction)
    before = correction.snapshot
    competition = (
        await service.competition_acts.record(before, correction.events, user_input.at)
    ).competition
    text = say("import.fix_told", by=user_input.person.name, reason=reason, **facts)
    button = card_button(competition)
    await service.notify_arbiters(competition, text, button, but=user_input.person.id)
    for player in correction.old.listed.players - {user_input.person.id}:
        await service.notify_person(player, text, about=match_of(correction.old.game))
    return Card(say("import.fix_done", **facts), button)
