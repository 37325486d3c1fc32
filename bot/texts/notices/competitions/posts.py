"""Posts to a competition's group: starts, results, qualifiers, fingerprints, the end.

Pure. A post may contain only public facts: names, groups, scores, coefficients, ranks. Racks,
moves, notes, claims and messages never appear.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Final

from bot.texts.messages import Text, say
from bot.texts.notices.competitions.phase_lists import Names, advance_notes
from bot.texts.notices.matches.headline import NOBODY, headline
from bot.texts.notices.matches.legs import legs_of
from bot.texts.phase_names import phase_name
from bot.texts.score_texts import score_text
from engine.competitions.competition import Competition
from engine.competitions.events import PlayersAdvanced, ResultCorrected, ResultHomologated
from engine.ids import Leg, MatchCode, PersonId, game_id, match_of
from engine.matches.match import Match

Result = ResultHomologated | ResultCorrected
MOST_RESULTS: Final = 12
"""The most results named in one message; the table under it shows all of them."""
_PODIUM: Final = 3
"""The ranks that the post of the end names."""


def started_post(competition: Competition, names: Names) -> Text:
    """Return that a phase is in play, and its groups with their players."""
    phase = competition.phase
    return say(
        "post.started",
        title=competition.title,
        phase=phase_name(competition, phase.plan.phase),
        groups=[
            say("post.group", group=group.name, players=[names[p] for p in group.players])
            for group in phase.groups
        ],
        closing=phase.plan.closing.isoformat(),
    )


def fingerprint_post(day: date, fingerprint: str) -> Text:
    """Return the fingerprint of all logs on a day, as evidence for readers who keep the message."""
    iso = day.isoformat()
    return say("post.fingerprint", on=iso, day=iso, fingerprint=fingerprint)


def return_post(match: str, red: str, blue: str) -> Text:
    """Return that a pair's return game has begun."""
    return say("post.return", match=match, red=red, blue=blue)


def results_post(
    competition: Competition,
    results: Sequence[Result],
    names: Names,
    matches: Mapping[MatchCode, Match],
) -> Text:
    """Return the results approved, or corrected by a ruling, one game a line.

    `matches` are those that are over, by code: who won stands in one sentence above their games.
    """
    shown = results[-MOST_RESULTS:]
    left_out = len(results) - len(shown)
    rows: list[Text] = []
    for code, of_match in groupby(shown, lambda result: match_of(result.game)):
        match = matches.get(code)
        outcome = None if match is None else headline(match, legs_of(match), names, NOBODY)
        rows += [] if outcome is None else [outcome]
        rows += [_result(competition, result, names) for result in of_match]
    return say(
        "post.results",
        title=competition.title,
        rows=rows,
        more=say("post.more", n=left_out) if left_out else None,
    )


def _result(competition: Competition, result: Result, names: Names) -> Text:
    """Return a game's result; an arbiter's decision is shown without its reason."""
    phase = competition.phase_of(result.game) or competition.phase
    match = next(match for match in phase.matches if result.game in match.games)
    leg = next(leg for leg in Leg if game_id(match.code, leg) == result.game)
    red, blue = match.seats(leg)
    figures = result.figures
    is_corrected = isinstance(result, ResultCorrected)
    return say(
        "post.corrected" if is_corrected else "post.result",
        leg=say(f"post.leg.{leg.value}"),
        red=names[red],
        blue=names[blue],
        score=score_text(figures.scores),
        red_c=str(figures.red),
        blue_c=str(figures.blue),
    )


def advanced_post(competition: Competition, event: PlayersAdvanced, names: Names) -> Text:
    """Return the qualifiers for the next phase."""
    plan = competition.phase.plan
    return say(
        "post.advanced",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        players=[
            *(
                say("post.place", place=number, who=names[qualifier.player])
                for number, qualifier in enumerate(event.players, 1)
                if qualifier.player in competition.phase.players
            ),
            *advance_notes(competition, names),
        ],
        start=plan.start.isoformat(),
    )


def closed_post(competition: Competition, ranked: Sequence[PersonId], names: Names) -> Text:
    """Return that the competition is over, and its first ranks."""
    return say(
        "post.closed",
        title=competition.title,
        players=[
            say("post.place", place=number, who=names[player])
            for number, player in enumerate(ranked[:_PODIUM], 1)
        ],
    )
