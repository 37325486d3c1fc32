"""Results of a running phase: approval, rulings, disqualification, and advancement.

Each function takes the competition and the act (person and time). It returns the new events or
refuses with every fault. `engine.matches.results` calculates a game's coefficients.
"""

from contextlib import suppress
from functools import reduce

from engine.coefficients import coefficient_faults
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import lift_act
from engine.competitions.events import (
    CompetitionClosed,
    DrawAnnulled,
    Liftable,
    PlayerExcluded,
    PlayerReinstated,
    PlayerRetired,
    PlayersAdvanced,
    PlayerWithdrawn,
    ResultCorrected,
    ResultHomologated,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import (
    LIVING,
    PREPARING,
    RUNNING,
    Act,
    Events,
    check_arbiter,
    check_entered,
    check_stage,
)
from engine.competitions.participation import everybody
from engine.competitions.parts import ExclusionPolicy, Treatment
from engine.errors import Fault, GameStateError, RuleViolation, refuse
from engine.figures import Figures
from engine.ids import GameId, PersonId


def approve_result(competition: Competition, act: Act, game: GameId, figures: Figures) -> Events:
    """Approve one game of the running phase (art. 8).

    Raises:
        RuleViolation: `coefficient_out_of_range` or `coefficients_above_two`.
        GameStateError: the person is not an arbiter of it, no such game counts, or it is
            official already.
    """
    check_arbiter(competition, act, RUNNING)
    if game in competition.phase.results:
        raise GameStateError(Fault("already_homologated", "8.5", {"game": game}))
    if game not in competition.phase.open_games():
        raise GameStateError(Fault("no_such_game", facts={"game": game}))
    refuse(coefficient_faults(figures.red, figures.blue))
    return (ResultHomologated(at=act.at, by=act.by, game=game, figures=figures),)


def correct_result(
    competition: Competition, act: Act, game: GameId, figures: Figures, reason: str
) -> Events:
    """Change an official result by a ruling, in any phase and even after the end.

    Raises:
        RuleViolation: `coefficient_out_of_range` or `coefficients_above_two`.
        GameStateError: the person is not an arbiter of it, or the game is not official.
    """
    check_arbiter(competition, act)
    phase = competition.phase_of(game)
    if phase is None or game not in phase.results:
        raise GameStateError(Fault("not_homologated", "8.5", {"game": game}))
    refuse(coefficient_faults(figures.red, figures.blue))
    return (ResultCorrected(at=act.at, by=act.by, game=game, figures=figures, reason=reason),)


def exclude(
    competition: Competition, act: Act, player: PersonId, *, reason: str, article: str = "10.3"
) -> Events:
    """Disqualify a player from the competition, in the present and all later phases (art. 10.3).

    The effect on the player's results in the running phase is decided at once; a finished phase
    does not change. Before a phase begins, the player's seat in it becomes free. After the end only
    a disqualification that was lifted can be set in force again.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_closed`, `not_entered` (in any phase), or
            `already_excluded`.
    """
    is_lifted = any(player in phase.lifted for phase in competition.phases)
    check_arbiter(competition, act, (*LIVING, CompetitionStage.CLOSED) if is_lifted else LIVING)
    if player not in everybody(competition):
        raise GameStateError(Fault("not_entered", facts={"player": player}))
    if player in competition.excluded:
        raise GameStateError(Fault("already_excluded", "10.3", {"player": player}))
    out = PlayerExcluded(
        at=act.at,
        by=act.by,
        player=player,
        article=article,
        reason=reason,
        treatment=_treatment(competition, player),
    )
    if competition.stage in PREPARING and player in competition.phase.players:
        return (out, PlayerWithdrawn(at=act.at, by=act.by, player=player))
    return (out,)


def reinstate(competition: Competition, act: Act, player: PersonId, *, reason: str) -> Events:
    """Lift a player's disqualification, in any phase and even after the end (art. 10.2, 10.3).

    The player gets back the seat that the disqualification freed, as it was, with the leave
    announced for the phase. If another player has it, they are the next reserve.

    Raises:
        GameStateError: `not_an_arbiter`, or `not_excluded`.
    """
    check_arbiter(competition, act)
    if player not in competition.excluded:
        raise GameStateError(Fault("not_excluded", "10.3", {"player": player}))
    back = PlayerReinstated(at=act.at, by=act.by, player=player, article="10.3", reason=reason)
    if not competition.phase.lost_by_exclusion(player):
        return (back,)
    with suppress(GameStateError):  # another player has the seat
        after = evolve_competition(competition, back)
        return (back, *lift_act(after, act, Liftable.WITHDRAWAL, player))
    return (back,)


def retire(
    competition: Competition, act: Act, player: PersonId | None = None, reason: str = ""
) -> Events:
    """Let a player leave the running phase and the competition; their results count.

    Their unfinished games end with it (`engine.matches.leaving`). An arbiter may record it for
    `player`, who said so elsewhere; without `player` it is the act's own person.

    Raises:
        GameStateError: the phase is not running, or the player is not in it, disqualified, or
            gone; or the person who records it is not an arbiter.
    """
    who = act.by if player is None else player
    if who != act.by:
        check_arbiter(competition, act)
    check_stage(competition, RUNNING)
    check_entered(competition, who)
    if who in competition.excluded:
        raise GameStateError(Fault("already_excluded", "10.3", {"player": who}))
    if who in competition.phase.retired:
        raise GameStateError(Fault("already_retired", "9.1"))
    arbiter = None if who == act.by else act.by
    return (PlayerRetired(at=act.at, by=who, arbiter=arbiter, reason=reason),)


def advance(competition: Competition, act: Act) -> Events:
    """End the phase and open the next one for the players who advance.

    Raises:
        RuleViolation: `too_few_players`, if fewer than two advance.
        GameStateError: the person is not an arbiter of it, the phase is not running, games are
            still open, or there is no next phase.
    """
    _check_all_official(competition, act)
    if competition.next_phase is None:
        raise GameStateError(Fault("no_next_phase"))
    players, _ = competition.phase.qualified
    if len(players) < 2:
        raise RuleViolation(Fault("too_few_players", facts={"players": 2}))
    return (PlayersAdvanced(at=act.at, by=act.by, players=players),)


def advance_again(competition: Competition, act: Act, *, untouched: bool = False) -> Events:
    """Replace the advanced players after a correction in the phase before; cancel all draws.

    `untouched` says that the phase is running but no player has moved; then its matches are
    cancelled, too. If an advanced player has left or was disqualified, their seat becomes free.

    Raises:
        GameStateError: the person is not an arbiter of it, a player has moved, or
            `order_unchanged`.
    """
    check_arbiter(competition, act, LIVING if untouched else PREPARING)
    players = competition.changed_qualifiers
    if players is None:
        raise GameStateError(Fault("order_unchanged"))
    # In a running phase the event would open the next one; after an annulled draw it changes this.
    is_running = competition.stage is CompetitionStage.RUNNING
    annulled = (DrawAnnulled(at=act.at, by=act.by, reason=""),) if is_running else ()
    events = (*annulled, PlayersAdvanced(at=act.at, by=act.by, players=players))
    after = reduce(evolve_competition, events, competition)
    gone = [player for player in after.phase.players if player in after.former_players]
    return (*events, *(PlayerWithdrawn(at=act.at, by=act.by, player=player) for player in gone))


def close(competition: Competition, act: Act) -> Events:
    """Close the competition once the last game of its last phase is official.

    Raises:
        GameStateError: the person is not an arbiter of it, the phase is not running, games are
            still open, or a phase is still to come.
    """
    _check_all_official(competition, act)
    if competition.next_phase is not None:
        raise GameStateError(Fault("phase_to_come"))
    return (CompetitionClosed(at=act.at, by=act.by),)


def _treatment(competition: Competition, player: PersonId) -> Treatment:
    """Return the effect on a disqualified player's results, by the competition's policy.

    A player without a game in a running phase has no results to declare void.
    """
    phase, policy = competition.phase, competition.exclusion
    is_running = competition.stage is CompetitionStage.RUNNING and player in phase.players
    if not is_running or policy is ExclusionPolicy.KEEP:
        return Treatment.KEPT
    matches = (match for match in phase.counted_matches if player in match.players)
    games = [game for match in matches for game in match.games]
    is_half = 2 * sum(game in phase.results for game in games) >= len(games)
    return Treatment.KEPT if policy is ExclusionPolicy.HALF and is_half else Treatment.VOID


def _check_all_official(competition: Competition, act: Act) -> None:
    """Refuse unless an arbiter acts, and every game of the running phase is official."""
    check_arbiter(competition, act, RUNNING)
    if games := len(competition.phase.open_games()):
        raise GameStateError(Fault("games_open", "8.5", {"games": games}))
