"""Texts about a disqualification, or its reversal, beyond the game of its case (art. 10.3).

They cover other games, future return games, and ranks in the current or next phase.
`bot.texts.notices.cases.effects` covers the case's own game.
"""

from collections.abc import Callable, Container, Iterator

from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names
from bot.texts.phase_names import phase_name, phase_place
from engine.cases.rulings import present_rows
from engine.cases.situation import Consequences, Effect, Situation
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import PREPARING
from engine.competitions.standings import StandingsRow
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import Leg, PersonId, game_id
from engine.matches.match import MatchStage

PlaceLine = Callable[[StandingsRow | None, StandingsRow, Names], Text]
"""Returns the text about a change of a player's rank."""


def elsewhere_lines(before: Situation, consequences: Consequences, names: Names) -> list[Text]:
    """Return the number of other games that the ruling affects, and the effect on each (10.3)."""
    games_before = {game.id: game for _, game in before.elsewhere}
    lines = [
        _other_game_line(effect, games_before.get(effect.game.id), names)
        for effect in consequences.elsewhere
    ]
    if lines:
        lines.insert(0, say("effect.elsewhere", n=len(lines)))
    return [*lines, *_lines_of_changed_players(before, consequences.after)]


def _other_game_line(effect: Effect, game_before: Game | None, names: Names) -> Text:
    """Return the effect on another game: it ends, continues, or the opponent now loses it."""
    game, ended = effect.game, effect.game.ended
    if ended is None:
        return say("effect.there_goes_on", game=game.id)
    if game_before is None or game_before.ended is None or ended.by is None:
        return say("effect.there_ends", game=game.id)
    return say("effect.there_lost", game=game.id, who=names[game.side(ended.by).person])


def changed_players(before: Situation, after: Situation) -> list[PersonId]:
    """Return the players whom the ruling disqualifies or readmits."""
    if before.competition is None or after.competition is None:
        return []
    return sorted(before.competition.excluded ^ after.competition.excluded)


def _lines_of_changed_players(before: Situation, after: Situation) -> Iterator[Text]:
    """Yield the effects on return games to come, and after a readmission on ended games."""
    disqualified = after.competition.excluded if after.competition else frozenset()
    for player in changed_players(before, after):
        yield from _games_to_begin(player, after, disqualified)
        if player not in disqualified:
            yield from _games_that_stay_ended(player, after)


def _games_to_begin(
    player: PersonId, after: Situation, disqualified: Container[PersonId]
) -> Iterator[Text]:
    """Yield for each return game that the player has not begun whether it is to be played."""
    matches = {each.code: each for each in (after.match, *after.to_come)}
    matches |= {match.code: match for match, _ in after.elsewhere}
    for match in matches.values():
        if match.stage is MatchStage.BETWEEN and player in match.people:
            is_off = player in disqualified or match.partner(player) in disqualified
            key = "effect.not_to_begin" if is_off else "effect.to_begin"
            yield say(key, game=game_id(match.code, Leg.RETURN))


def _games_that_stay_ended(player: PersonId, after: Situation) -> Iterator[Text]:
    """Yield the games that the disqualification ended and its reversal does not resume."""
    for match, game in ((after.match, after.game), *after.elsewhere):
        if _is_lost(game, player):
            key = "effect.stays_past" if after.is_past(match) else "effect.stays"
            yield say(key, game=game.id)


def _is_lost(game: Game, player: PersonId) -> bool:
    """Return whether the game ended, or never began, because of that disqualification."""
    ended, seat = game.ended, game.seat_of(player)
    if ended is None or seat is None:
        return False
    if ended.unbegun:  # it names nobody if both players were disqualified
        return ended.by in {seat, None}
    return ended.ending is Ending.EXCLUDED and ended.by is seat


def place_lines(
    before: Situation, after: Situation, names: Names, line: PlaceLine, *, every: bool
) -> list[Text]:
    """Return the changes of ranks in the current or next phase (art. 10.3).

    With `every`, the lines cover the whole group. Otherwise they cover only the disqualified
    player, and only if the game of the case belongs to an earlier phase. In the phase of the case,
    `effects` has the lines of the match's own players.
    """
    now = after.competition
    if now is None:
        return []
    lines: list[Text] = []
    is_phase_of_case = now.phase.plan.phase is before.match.phase
    told_elsewhere = {*before.match.people} if is_phase_of_case else set()
    for player in changed_players(before, after):
        rows_before, rows = present_rows(before, player), present_rows(after, player)
        for person, row in rows.items():
            has_changed = row != rows_before.get(person) and person not in told_elsewhere
            if has_changed and (every or (person == player and not is_phase_of_case)):
                lines.append(line(rows_before.get(person), row, names))
        lines += _in_phase(before.competition, now, player, names)
    return lines


def _in_phase(
    was: Competition | None, now: Competition, player: PersonId, names: Names
) -> Iterator[Text]:
    """Yield what becomes of the player's seat in the present phase, and of finished phases."""
    if was is None:
        return
    phase, who = phase_place(now), names[player]
    had_seat, has_seat = player in was.phase.players, player in now.phase.players
    if had_seat and not has_seat:
        yield say("effect.place_freed", who=who, phase=phase)
    elif has_seat and not had_seat:
        yield say("effect.place_back", who=who, phase=phase)
    elif not has_seat and now.number and now.stage is not CompetitionStage.CLOSED:
        yield say("effect.no_place", who=who, phase=phase)
        if player not in now.excluded and (reserves := _taken_by(now, player)):
            others = [names[person] for person in reserves]
            yield say("effect.place_taken", who=who, others=others)
    if now.number or now.stage is CompetitionStage.CLOSED:
        yield say("effect.past_stays")


def _taken_by(now: Competition, player: PersonId) -> list[PersonId]:
    """Return the reserves who took free seats, if the player had advanced to a phase to come.

    The reserves keep the seats when a disqualification is lifted; only the arbiter can give one
    back.
    """
    before = now.previous_phase
    if before is None or before.advanced is None or now.stage not in PREPARING:
        return []
    advanced_players = {qualifier.player for qualifier in before.advanced.players}
    if player not in advanced_players:
        return []
    return [person for person in now.phase.players if person not in advanced_players]


def treatment_lines(before: Situation, after: Situation) -> list[Text]:
    """Return the effect on the results of a player who is disqualified during the phase."""
    now = after.competition
    if now is None or now.stage is not CompetitionStage.RUNNING:
        return []
    phase = now.phase
    return [
        say(
            f"effect.treatment.{phase.treatments[player].value}",
            phase=phase_name(now, phase.plan.phase),
        )
        for player in changed_players(before, after)
        if player in phase.treatments and player in phase.players
    ]
