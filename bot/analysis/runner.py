"""Analyse one game: pass its record to the process, store the findings, send the messages.

Findings are stored under the hash of the game's last event. A ruling that resumes the game makes
them invalid and closes the game again; the people who wait are notified of the reason.
"""

from pathlib import Path
from typing import Final

from bot.analysis import messages, process, refusals, sequences
from bot.analysis.analysed_games import AnalysedGame, names_of
from bot.analysis.findings import Findings
from bot.analysis.messages import AnalysisReader
from bot.analysis.same_sequence import has_other_games, possible_text
from bot.analysis.season import season_notice
from bot.analysis.stored_findings import current, packed
from bot.analysis.task import AnalysisTask
from bot.documents.views.record import game_record
from bot.runtime.embargo import keeps_closed
from bot.runtime.folding import load_game
from bot.runtime.listeners import GameChanged, News, PlayerGames
from bot.runtime.log import bound, get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Notice, say
from engine.games.game import Game
from engine.gcg.writer import write_gcg
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import AnalysisRequest, WishSubject
from storage.db import refusal
from storage.people import people

log = get_logger()

MOST_ATTEMPTS: Final = 3
"""The most attempts for one game, because its analysis may have crashed the bot."""


def task_of(game: Game, editions: Path) -> AnalysisTask:
    """Return the task for a game: without people's names, but with all its tiles."""
    names = {game.red.person: "red", game.blue.person: "blue"}
    return AnalysisTask(
        record=write_gcg(game_record(game, names, "")).decode(),
        sequence=game.sequence,
        rules=game.rules,
        edition=game.edition,
        folder=str(editions),
    )


class AnalysisRunner:
    """Runs the requested analyses, one game per call."""

    def __init__(self, runtime: Runtime, shared: BotSettings, editions: Path) -> None:
        self._runtime, self._shared, self._editions = runtime, shared, editions

    async def run(self, game: GameId) -> None:
        """Analyse one game; on an error of the program, notify the people who wait.

        Raises:
            Exception: the database or the disk refuses to work; the queue begins the job again.
        """
        with bound(game=game):
            try:
                await self._attempt(game)
            except process.AnalysisFailed as error:
                log.warning("an analysis came to nothing", reason=str(error))
                await self._failed(game)
            except Exception as error:
                if refusal(error) is not None:
                    raise
                log.exception("an analysis failed")
                await self._failed(game)

    async def _attempt(self, game: GameId) -> None:
        """Analyse a game once more, unless it has failed too often or may not be shown."""
        async with self._runtime.unit() as unit:
            waiting = await analyses.count_attempt(unit.tx, game)
        if not waiting:
            return
        if any(wish.attempts >= MOST_ATTEMPTS for wish in waiting):
            raise process.AnalysisFailed("begun too often")
        async with self._runtime.database.reading() as tx:
            folded, head = await load_game(tx, self._shared, game)
            findings = await current(tx, game, head.hash)
            searched = await sequences.search_result(tx, self._shared, game)
            is_closed = await keeps_closed(tx, self._shared, game) is not None
        if not is_closed:
            subjects = {wish.what for wish in waiting}
            if findings is None and subjects != {WishSubject.POSSIBLE}:
                findings = await process.analyse(task_of(folded, self._editions))
            elif searched is None and WishSubject.POSSIBLE in subjects:
                await sequences.search(
                    self._runtime, self._shared, self._editions, game, sequences.WIDTH
                )
        async with self._runtime.unit() as unit:
            folded, new_head = await load_game(unit.tx, self._shared, game)
            if new_head.hash != head.hash:
                findings = None
            elif findings is not None:
                await analyses.keep(unit.tx, packed(game, head.hash, findings, unit.now))
            await self._send_result(unit, folded, findings)

    async def _send_result(self, unit: UnitOfWork, game: Game, findings: Findings | None) -> None:
        """Send the result to the people who wait, as embargo and consents now permit."""
        embargo = await keeps_closed(unit.tx, self._shared, game.id)
        consents = await analyses.consents(unit.tx, game.id)
        searched = await sequences.search_result(unit.tx, self._shared, game.id)
        has_tables = await has_other_games(unit.tx, self._shared, game)
        for wish in await analyses.take(unit.tx, game.id):
            person = await people.get(unit.tx, wish.person)
            if person.address is None:
                continue
            if wish.what == WishSubject.SEASON:
                await self._send_season(unit, wish, person.address)
                continue
            if embargo is None:
                fault = refusals.private_fault(game, wish.person, consents)
            else:
                fault = refusals.closed_fault(embargo)
            if fault is not None:
                unit.say(Notice(to=person.address, text=fault_text(fault), about=game.id))
            elif wish.what == WishSubject.POSSIBLE and searched is not None:
                text = await possible_text(unit.tx, self._shared, game, searched)
                unit.say(Notice(to=person.address, text=text, about=game.id))
            elif wish.what != WishSubject.POSSIBLE and findings is not None:
                names = await names_of(unit.tx, game)
                analysed = AnalysedGame(game=game, findings=findings, names=names)
                reader = AnalysisReader(wish.person, consents, has_tables=has_tables)
                unit.say(messages.analysis_notice(analysed, reader, person.address))
                unit.news.append(News(PlayerGames(wish.person), GameChanged(game.id)))
            else:  # requested or changed during this analysis, so it is queued again
                await analyses.wish(unit.tx, wish.person, game.id, wish.what, wish.at)
                unit.has_work = True

    async def _send_season(self, unit: UnitOfWork, wish: AnalysisRequest, chat: int) -> None:
        """Send the summary of a person's games, once the last of them is analysed."""
        if not await analyses.count_wishes(unit.tx, wish.person, wish.what):
            unit.say(await season_notice(unit.tx, self._shared, wish.person, chat))

    async def _failed(self, game: GameId) -> None:
        """Delete the requests for a game's analysis, and notify each person that it failed."""
        async with self._runtime.unit() as unit:
            for wish in await analyses.take(unit.tx, game):
                person = await people.get(unit.tx, wish.person)
                if person.address is None:
                    continue
                if wish.what == WishSubject.SEASON:
                    await self._send_season(unit, wish, person.address)
                else:
                    text = say("analysis.failed", game=game)
                    unit.say(Notice(to=person.address, text=text, about=game))
