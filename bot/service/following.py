"""The table of consequences: events, and the actions that follow them.

A row names its events and the action after they are written. Rows act in order, and each checks
whether there is anything to do. An action takes the lowest layer that it needs (`bot.service`).
"""

from typing import Final

from bot.runtime.listeners import News, PublishedFacts
from bot.service.context import Context
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.competitions.group_posts import GroupPosts
from bot.service.notices.notifier import Notifier
from bot.service.operations.cases import word_queries, words_alone
from bot.service.operations.competitions import import_deadlines, import_people, order_changes
from bot.service.operations.days import moved_leave, refused_days
from bot.service.operations.matches import practice
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.play.conditions import Conditions
from bot.service.readers.readers import Readers
from bot.service.recording.changes import (
    AutomaticMoves,
    CompetitionChange,
    Followers,
    Following,
    GameChange,
)
from bot.service.recording.recorder import Recorder
from bot.texts.notices.days.reminders import overtaken_key
from engine.cases.events import CaseId
from engine.competitions.events import (
    ActLifted,
    CompetitionClosed,
    ImportTakenBack,
    PhasePlanned,
    PhaseStarted,
    PlayerReinstated,
    PlayersAdvanced,
    ResultCorrected,
    ResultHomologated,
)
from engine.games.events import (
    Event,
    GameEnded,
    InterruptionDeclined,
    InterruptionProposed,
    Passed,
    PlacementMade,
    PlacementReturned,
    QueryClosed,
    TimeExceeded,
    WordQueried,
)
from engine.games.game import Game
from engine.games.ruling_events import (
    MovesAnnulled,
    RulingLifted,
    ScoreCorrected,
)
from storage.analysis import analyses
from storage.competitions import sign_ups
from storage.play import entries
from storage.queues import outbox

EVERY: Final = (object,)
"""Every event, because each may move a deadline or change a digest."""
MOVED: Final = (
    PlacementMade,
    Passed,
    PlacementReturned,
    MovesAnnulled,
    ScoreCorrected,
    RulingLifted,
    GameEnded,
)
"""Moves made or taken back, and the end of a game."""
REPORTED: Final = (
    PlacementMade,
    Passed,
    PlacementReturned,
    InterruptionProposed,
    InterruptionDeclined,
    TimeExceeded,
    GameEnded,
)
"""Events reported to the opponent and arbiter by `bot.texts.notices.play.relay`."""
CHANGES_MATCH: Final = (GameEnded, RulingLifted, ScoreCorrected, QueryClosed)
"""Events that end a game, reopen it, change its value, or answer what it left open."""


async def _automatic_moves(
    readers: Readers, before: Game, events: tuple[Event, ...]
) -> AutomaticMoves:
    """Return the moves that the bot makes at once in answer to these events."""
    if before.is_practice:
        return AutomaticMoves(events=await practice.answer(readers, before, events))
    return await Conditions(readers).follow(before, events)


async def _forget_entries(context: Context, change: GameChange) -> None:
    """Delete moves that writers are entering, because the board under them has changed (9.6)."""
    if change.is_moved or change.after.game.ended is not None:
        await entries.clear(context.unit.tx, change.after.game.id)


async def _plan(recorder: Recorder, change: GameChange) -> None:
    """Plan the game's deadlines."""
    has_arrived = change.after.game.received != change.before.game.received
    await recorder.planning.plan(change.after, moved=change.is_moved or has_arrived)


async def _withdraw_overtaken(context: Context, change: GameChange) -> None:
    """Withdraw queued messages about a past turn, because they are no longer true."""
    game = change.before.game
    await outbox.withdraw(context.unit.tx, game.id, overtaken_key(game))


async def _report(notifier: Notifier, change: GameChange) -> None:
    """Notify the people concerned, unless the author of the ruling does."""
    if change.is_ruled:
        return
    for notice in await notifier.arrivals.notices(change.events, change.after):
        await notifier.notify(notice)


async def _close_query(recorder: Recorder, change: GameChange) -> None:
    """Close a question whose answer the game no longer waits for (art. 5.3)."""
    query = change.before.game.query
    if query and change.after.game.query != query:
        await word_queries.close_unneeded(recorder, CaseId(query), change)


async def _redraw_cases(notifier: Notifier, change: GameChange) -> None:
    """Redraw the cards of the game's open cases once its word query is over (art. 5.3, 7.2).

    While the query was open the facts of a time claim were not known.
    """
    query = change.before.game.query
    if query and change.after.game.query != query:
        for snapshot in await notifier.cases.of_game(change.after.game.id):
            if snapshot.case.is_open:
                await case_cards.refresh(notifier, snapshot.case)


async def _close_word_questions(recorder: Recorder, change: GameChange) -> None:
    """Close questions about words that can no longer be played in the game (art. 5.3)."""
    if change.after.game.ended is not None:
        await words_alone.close_all(recorder, change.after)


async def _notify_of_answers(notifier: Notifier, change: GameChange) -> None:
    """Notify the authors of conditional moves of the outcome."""
    for person, text in change.author_notices:
        await notifier.notify_person(person, text, silent=True)


async def _follow_match(recorder: Recorder, change: GameChange) -> None:
    """Update the match after a game has ended, reopened, or changed its value."""
    is_of_end = change.after.game.ended is not None or change.before.game.ended is not None
    if is_of_end and not change.is_ruled:
        await MatchResults(recorder).follow(change.after.game, change.at)


async def _drop_analysis(context: Context, change: GameChange) -> None:
    """Delete the analysis of an ended game that a ruling changed, and rebuild the site."""
    if change.before.game.ended is not None:
        await analyses.drop(context.unit.tx, change.after.game.id)
        context.unit.news.append(News(PublishedFacts()))


async def _republish(context: Context, change: CompetitionChange) -> None:
    """Rebuild the site at once if a published result changed or no longer counts."""
    before, after = change.before, change.after.competition
    is_corrected = any(isinstance(event, ResultCorrected) for event in change.events)
    void_before = [phase.void for phase in before.phases]
    is_void_changed = void_before != [phase.void for phase in after.phases]
    if is_corrected or is_void_changed or before.taken_back is not after.taken_back:
        context.unit.news.append(News(PublishedFacts()))


async def _replan(recorder: Recorder, change: CompetitionChange) -> None:
    """Plan the games' deadlines again, because the closing date may have moved."""
    await recorder.planning.replan(change.after.competition)


async def _give_back_refused(recorder: Recorder, change: CompetitionChange) -> None:
    """Give back the days after a past closing that was moved (art. 7.1, 9.4).

    No player was allowed to move on those days.
    """
    await refused_days.give_back(recorder, change.before, change.after.competition)


async def _notify_of_new_order(notifier: Notifier, change: CompetitionChange) -> None:
    """Notify the arbiters if a correction has changed the ranks of a finished phase."""
    await order_changes.notify_arbiters(notifier, change)


async def _follow_import(recorder: Recorder, change: CompetitionChange) -> None:
    """Stop or plan all deadlines of an import taken back or restored, and replace its people."""
    await import_deadlines.follow(recorder, change)
    await import_people.follow(recorder, change)


async def _move_leave(recorder: Recorder, change: CompetitionChange) -> None:
    """Adjust leave to its phase: moved or late dates, or a player who plays again (art. 7.2)."""
    await moved_leave.follow(recorder, change)


async def _notify_task_lists(recorder: Recorder, change: CompetitionChange) -> None:
    """Make sure that arbiters are notified, once a day, of new tasks."""
    arbiters = change.after.competition.arbiters
    await recorder.persons.gather(arbiters)
    await recorder.digests.ensure(*[await recorder.persons.get(arbiter) for arbiter in arbiters])


async def _post(notifier: Notifier, change: CompetitionChange) -> None:
    """Post public news to the competition's group."""
    await GroupPosts(notifier).post_about(change.after, change.events)


async def _forget_sign_ups(context: Context, change: CompetitionChange) -> None:
    """Delete the data that people entered for the sign-up, because it is no longer needed."""
    await sign_ups.forget_all(context.unit.tx, change.after.competition.code)


FOLLOWERS: Final[Followers[Recorder]] = Followers(
    automatic_moves=_automatic_moves,
    of_games=(
        Following(MOVED, _forget_entries),
        Following(EVERY, _plan),
        Following(MOVED, _withdraw_overtaken),
        Following(REPORTED, _report),
        Following((*MOVED, WordQueried, QueryClosed), _close_query),
        Following((*MOVED, QueryClosed), _redraw_cases),
        Following((GameEnded,), _close_word_questions),
        Following(MOVED, _notify_of_answers),
        Following(CHANGES_MATCH, _follow_match),
        Following(MOVED, _drop_analysis),
    ),
    of_competitions=(
        Following((PhasePlanned,), _give_back_refused),
        Following((PhasePlanned, PhaseStarted, PlayerReinstated, ActLifted), _move_leave),
        Following((PhasePlanned,), _replan),
        Following((ImportTakenBack,), _follow_import),
        Following((ResultCorrected,), _notify_of_new_order),
        Following(EVERY, _notify_task_lists),
        Following(
            (
                PhaseStarted,
                PlayersAdvanced,
                ActLifted,
                CompetitionClosed,
                ResultHomologated,
                ResultCorrected,
            ),
            _post,
        ),
        Following((CompetitionClosed,), _forget_sign_ups),
        Following(EVERY, _republish),
    ),
)
"""The order matters: messages about a past turn are withdrawn before new ones are sent, and a
question is closed before the cards of its game are drawn again."""
