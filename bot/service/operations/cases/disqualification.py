"""Notifies opponents in a player's other matches of a disqualification, or of its end.

Rules: art. 7.1, 8.5, 9.1, 9.4, 10.3. `bot.service.notices.cases.case_notices` sends the ruling
itself to both players of its game; games that end elsewhere have their usual notices.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.lookups.cases.ruling_results import RulingResult
from bot.service.notices.notifier import Notifier
from bot.service.notices.play.resumed_games import notify_of_resumed
from bot.service.operations.matches.results import MatchResults
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.texts.messages import Param, Text, say
from engine.cases.events import RulingKind
from engine.competitions.competition import Competition
from engine.competitions.parts import Treatment
from engine.competitions.phase import PhaseState
from engine.ids import PersonId
from engine.matches.match import UNFINISHED, Match, MatchStage


async def notify_opponents(notifier: Notifier, ruled: RulingResult) -> None:
    """Notify the player's other opponents of the effect of the ruling on their matches."""
    change = _change_of(ruled)
    if change is None:
        return
    player, before, after = change.player, change.before, change.after
    is_excluded = player in after.excluded
    # The phase in which the player is disqualified says how their matches are treated.
    phase = (after if is_excluded else before).phase
    decided = ruled.snapshot.case.rulings[-1]
    facts: dict[str, Param] = {
        "who": await notifier.persons.name(player),
        "article": decided.article,
        "why": say("game.why", reason=decided.reason),
    }
    for snapshot in await _affected_matches(notifier, player, ruled.before.match, after):
        match = snapshot.match
        treatment = phase.treatments.get(player) if _is_of(match, phase) else None
        if is_excluded:
            text = await _effect_of_disqualification(notifier, match, treatment, facts)
        else:
            text = _effect_of_reinstatement(match, treatment, facts)
        if text is not None:
            await notifier.notify_person(match.partner(player), text, about=match.code)


async def resume_matches(notifier: Notifier, results: MatchResults, ruled: RulingResult) -> None:
    """Continue the matches of a player whose disqualification was lifted.

    Both players already know the consequences in `ruled.consequences`. Only the sheets of their
    games in other matches are still to be sent, and questions about return games and results asked.
    """
    change = _change_of(ruled)
    if change is None or change.player in change.after.excluded:
        return
    player, before, after = change.player, change.before, change.after
    for effect in ruled.consequences.elsewhere:
        await notify_of_resumed(notifier, effect.game.id)
    effects = (ruled.consequences.here, *ruled.consequences.elsewhere)
    # Writing the events of a match has asked its players what comes next.
    advanced = {effect.match.code for effect in effects if effect.match_events}
    here = await notifier.matches.load(ruled.before.match.code)
    for snapshot in (here, *await _affected_matches(notifier, player, here.match, after)):
        if snapshot.match.code in advanced or after.is_past(snapshot.match.phase):
            continue
        if snapshot.match.stage is MatchStage.BETWEEN:
            await results.offer_return(snapshot, notifier.unit.now)
        elif before.phase.treatments.get(player) is Treatment.VOID:
            await results.ask(snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """A disqualification or its end: the player, and the competition before and after it."""

    player: PersonId
    before: Competition
    after: Competition


def _change_of(ruled: RulingResult) -> _Change | None:
    """Return the disqualification or its end; None for another ruling."""
    ruling = ruled.snapshot.case.rulings[-1].ruling
    if ruling.kind not in {RulingKind.EXCLUSION, RulingKind.REINSTATED} or ruling.seat is None:
        return None
    before, after = ruled.before.competition, ruled.consequences.after.competition
    if before is None or after is None:
        return None
    player = ruled.before.game.side(ruling.seat).person
    return _Change(player=player, before=before, after=after)


async def _affected_matches(
    readers: Readers, player: PersonId, here: Match, competition: Competition
) -> list[MatchSnapshot]:
    """Return the player's other matches that the ruling affects: of this phase, or open.

    Matches whose opponent is disqualified are left out.
    """
    return [
        snapshot
        for snapshot in await readers.matches.played_in(player, here.competition)
        if snapshot.match.code != here.code
        and (_is_of(snapshot.match, competition.phase) or snapshot.match.stage in UNFINISHED)
        and snapshot.match.partner(player) not in competition.excluded
    ]


def _is_of(match: Match, phase: PhaseState) -> bool:
    """Return whether the match is played in that phase."""
    return match.phase is phase.plan.phase


async def _effect_of_disqualification(
    readers: Readers, match: Match, treatment: Treatment | None, facts: Mapping[str, Param]
) -> Text | None:
    """Return the text for the opponent; None if the notices of the match's games say everything."""
    if treatment is Treatment.VOID:
        return say("exclusion.void", match=match.code, **facts)
    if match.stage is not MatchStage.BETWEEN:
        return None
    closing = await readers.closings.before_return(match)
    if closing is not None:
        day = closing.isoformat()
        return say("exclusion.between_closing", match=match.code, closing=day, **facts)
    until = match.return_day.isoformat() if match.return_day else ""
    return say("exclusion.between", match=match.code, until=until, **facts)


def _effect_of_reinstatement(
    match: Match, treatment: Treatment | None, facts: Mapping[str, Param]
) -> Text | None:
    """Return the text for the opponent; None if the disqualification had changed nothing."""
    if treatment is Treatment.VOID:
        return say("exclusion.lifted", match=match.code, **facts)
    if match.stage is MatchStage.BETWEEN or match.running is not None:
        return say("exclusion.lifted_game", match=match.code, **facts)
    return None
