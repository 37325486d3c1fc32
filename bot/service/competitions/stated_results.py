"""An arbiter's decision that corrects a stated result of an imported competition (art. 8, 10.2).

Only a game without moves here has one: in any other game a ruling changes the result. The code is
JSON: the competition, the game, and the result as the arbiter wrote it.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.documents.tables.import_stated import StatedResult
from bot.runtime.shared import UserInput
from bot.service.pure.acts import act
from bot.service.pure.matches.stated_figures import figures_of, oddity
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.competitions.competitions import card_button
from bot.texts.score_texts import score_text
from engine.competitions.competition import Competition
from engine.competitions.guards import Events
from engine.competitions.parts import ListedMatch
from engine.competitions.results import correct_result
from engine.errors import Fault, GameStateError, NotationError
from engine.figures import Figures
from engine.ids import CompetitionCode, GameId, Leg, game_id, match_of
from engine.typed import plain_signs
from storage.play import game_rows

KIND = "stated_result"
_SCORES: Final = re.compile(r"(?<![\d.,])(\d{1,4})\s*[-:]\s*(\d{1,4})(?![\d.,]*\d)")
_COEFFICIENT: Final = re.compile(r"(?<![\d.,])(\d[.,]\d{1,4})(?![\d.,]*\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultHere:
    """An official result whose game has no moves here."""

    listed: ListedMatch
    leg: Leg
    figures: Figures

    @property
    def game(self) -> GameId:
        """Return the game's name."""
        return game_id(self.listed.code, self.leg)


async def stated_in(readers: Readers, competition: Competition) -> list[ResultHere]:
    """Return the results of the imported competition whose games have no moves here."""
    if not competition.imported:
        return []
    known = await game_rows.stages_in(readers.unit.tx, competition.code)
    return [result for result in _results(competition) if result.game not in known]


def _results(competition: Competition) -> Iterator[ResultHere]:
    """Yield all official results."""
    for phase in competition.phases:
        for listed in phase.matches:
            for leg in Leg:
                figures = phase.results.get(game_id(listed.code, leg))
                if figures is not None:
                    yield ResultHere(listed=listed, leg=leg, figures=figures)


def read_result(text: str, leg: Leg = Leg.HOME) -> StatedResult:
    """Return the result of a text: scores `524-480`, coefficients `1,5219 0,4781`, or both.

    Raises:
        NotationError: `result_unreadable`.
    """
    plain = plain_signs(text)
    scores, rest = _SCORES.findall(plain), _SCORES.sub(" ", plain)
    worth = [Decimal(figure.replace(",", ".")) for figure in _COEFFICIENT.findall(rest)]
    left = _COEFFICIENT.sub(" ", rest)
    are_two = len(worth) in {0, 2} and len(scores) <= 1
    if not are_two or not (scores or worth) or re.search(r"\w", left):
        raise NotationError(Fault("result_unreadable", facts={"text": text.strip()[:60]}))
    return _result(
        leg,
        (int(scores[0][0]), int(scores[0][1])) if scores else None,
        (worth[0], worth[1]) if worth else None,
    )


def _result(
    leg: Leg, scores: tuple[int, int] | None, coefficients: tuple[Decimal, Decimal] | None
) -> StatedResult:
    """Return a result that no form states, so that it has no row, group or names."""
    return StatedResult(
        row=0, leg=leg, group="", red="", blue="", scores=scores, coefficients=coefficients
    )


def about_of(code: CompetitionCode, game: GameId, result: StatedResult) -> str:
    """Return the code of the decision."""
    worth = result.coefficients and [f"{coefficient}" for coefficient in result.coefficients]
    return json.dumps([code, game, result.scores, worth])


@dataclass(frozen=True, slots=True)
class _Correction:
    """A correction that is possible: the present result, the new one, and its events."""

    snapshot: CompetitionSnapshot
    old: ResultHere
    result: StatedResult
    events: Events


async def _read(service: Service, user_input: UserInput, about: str, reason: str) -> _Correction:
    """Return the decision of a code.

    Raises:
        EngineError: the person may not decide it, the game has moves here, or such a result is
            impossible.
    """
    code, game, scores, worth = json.loads(about)
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(code))
    stated = await stated_in(service, snapshot.competition)
    old = next((stated_result for stated_result in stated if stated_result.game == game), None)
    if old is None:
        raise GameStateError(Fault("result_ruled", "10.2", {"game": game}))
    result = _result(
        old.leg,
        scores and (scores[0], scores[1]),
        worth and (Decimal(worth[0]), Decimal(worth[1])),
    )
    new = figures_of(result)
    if new == old.figures:
        raise GameStateError(Fault("result_unchanged"))
    events = correct_result(snapshot.competition, act(user_input), old.game, new, reason)
    return _Correction(snapshot, old, result, events)


async def _facts(service: Service, correction: _Correction) -> dict[str, Param]:
    """Return the facts of a correction: the game, the old and the new result."""
    red, blue = correction.old.listed.seats(correction.old.leg)
    names = await service.persons.names((red, blue))
    new = figures_of(correction.result)
    return {
        "title": correction.snapshot.competition.title,
        "red": names[red],
        "blue": names[blue],
        "leg": say(f"leg_name.{correction.old.leg.value}"),
        "old": worth_text(correction.old.figures),
        "new": worth_text(new),
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
    """Return what the correction changes, and a doubt about the new result."""
    correction = await _read(service, user_input, about, reason)
    why = oddity(correction.result)
    return say(
        "import.fix_show",
        odd=say("import.fix_odd", why=say(f"import.odd_{why}")) if why else None,
        **await _facts(service, correction),
    )


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Correct the result, and notify its players and the other arbiters."""
    correction = await _read(service, user_input, about, reason)
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
