"""Tournaments that are leagues: the candidates, and the buttons for them. Pure."""

from dataclasses import replace

from bot.ratings.calculation.task import leagues_of, with_leagues
from bot.ratings.jobs.draft import Draft
from bot.texts.buttons.ratings import CHOOSE, RatingStep
from bot.texts.messages import Buttons, say


def league_buttons(draft: Draft, token: str) -> Buttons:
    """Return buttons that turn a name into a league, or a league into separate tournaments."""
    league_count = len(leagues_of(draft.options))
    rows = []
    for number, name in enumerate(_candidates(draft)):
        is_league = number < league_count
        code = "button.rating_no_league" if is_league else "button.rating_league"
        rows.append((CHOOSE.button(say(code, name=name), RatingStep.LEAGUE, f"{number}", token),))
    return tuple(rows)


def with_league(draft: Draft, number: int) -> Draft | None:
    """Return the draft after a press of that button; None if there is no such button."""
    candidates, leagues = _candidates(draft), list(leagues_of(draft.options))
    if number >= len(candidates):
        return None
    name = candidates[number]
    if name in leagues:
        leagues.remove(name)
    else:
        leagues.append(name)
    return replace(draft, options=with_leagues(draft.options, leagues))


def _candidates(draft: Draft) -> list[str]:
    """Return the leagues first, then the names with several tournaments, which may be leagues."""
    split = [str(remark.facts["found"]) for _, remark in draft.remarks if remark.code == "split"]
    return [*leagues_of(draft.options), *split]
