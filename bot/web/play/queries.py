"""Queries of the Mini App: answered at once, without changing anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.analysis.access import check_open, stored_analysis
from bot.service.lookups.matches.archive import ended_on, finished_games
from bot.service.lookups.play.waiting_games import on_turn_in
from bot.service.notices.conversation import messages
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.web.play.analyses import AnalysisState, analysis_json, no_analysis_json
from bot.web.play.game_answers import lines_json, replay_json
from bot.web.play.game_list_answers import GameEntry, finished_json, running_json
from bot.web.play.game_view import GameView
from bot.web.play.move_previews import MovePreviews
from bot.web.play.notebook_answers import notebook_json
from bot.web.play.own_games import own_game, visible_game
from bot.web.refusals import Json
from engine.board import PREMIUMS
from engine.games.game import Game
from engine.ids import GameId
from engine.matches.results import match_figures
from storage.analysis import analyses
from storage.conversation import chat
from storage.play.game_rows import GameRow

_ON_PAGE: Final = 12
"""Finished games on a page."""


@dataclass(frozen=True, slots=True)
class PersonQueries:
    """One person's queries, in one read-only unit of work."""

    service: Service
    user_input: UserInput
    catalogue: Catalogue

    async def games(self) -> list[Json]:
        """Return the person's running games, those due first on top, without damaged ones."""
        me = self.user_input.person.id
        rows = await self.service.game_lists.listed(me)
        unread = await chat.unread(self.service.unit.tx, me, [GameId(row.game_id) for row in rows])
        await self._gather(rows)
        on_turn = {row.game_id for row in await on_turn_in(self.service, me)}
        games = []
        for row in rows:
            with leaving_out_damaged():
                game = (await self.service.games.of_row(row)).game
                time = await self.service.arrivals.clocks(game)
                entry = await self._entry(row, game)
                unread_lines, is_mine = unread.get(game.id, 0), game.id in on_turn
                games.append(running_json(entry, time.last_day, unread_lines, is_mine=is_mine))
        return games

    async def archive(self, wanted: int) -> Json:
        """Return a page of the person's finished games, the latest first, without damaged ones."""
        me = self.user_input.person.id
        rows = await finished_games(self.service, me)
        pages = max(ceil(len(rows) / _ON_PAGE), 1)
        page = min(wanted, pages - 1)
        on_page = rows[page * _ON_PAGE : (page + 1) * _ON_PAGE]
        await self._gather(on_page)
        games = []
        for row in on_page:
            with leaving_out_damaged():
                game = (await self.service.games.of_row(row)).game
                match = (await self.service.matches.load(game.match)).match
                figures = match_figures(match).get(game.id)
                entry = await self._entry(row, game)
                games.append(finished_json(entry, figures, ended_on(match, row)))
        place = {"page": page, "pages": pages, "all": len(rows)}
        return {"games": games, **place, "premiums": list(PREMIUMS)}

    async def replay(self, code: str) -> Json:
        """Return a game that the person may see, move by move.

        Raises:
            GameStateError: there is no such game for them.
        """
        return replay_json((await self._visible(code)).game)

    async def analysis(self, code: str) -> Json:
        """Return the analysis of a finished game that the person may see, or that there is none.

        Raises:
            GameStateError: there is no such game for them, or they may not see its analysis yet.
        """
        service, snapshot = self.service, await self._visible(code)
        game = snapshot.game
        await check_open(service, self.user_input, snapshot)
        if game.board.is_empty:
            return no_analysis_json(
                AnalysisState.EMPTY, say("analysis.empty", game=game.id), self.catalogue
            )
        if (analysed := await stored_analysis(service, game)) is not None:
            return analysis_json(analysed, self.catalogue)
        if await analyses.is_awaited(service.unit.tx, self.user_input.person.id, game.id):
            return no_analysis_json(
                AnalysisState.WAITING, say("analysis.working", game=game.id), self.catalogue
            )
        return no_analysis_json(AnalysisState.NONE, None, self.catalogue)

    async def lines(self, code: str) -> Json:
        """Return the messages between the opponents of a game, for its players and arbiters.

        Raises:
            GameStateError: there is no such game for them.
        """
        service, me = self.service, self.user_input.person
        snapshot = await self._visible(code)
        lines = await chat.lines_of(service.unit.tx, snapshot.game.id)
        names = await service.persons.names({line.author for line in lines})
        is_player = snapshot.game.seat_of(me.id) is not None
        obstacle = None
        if is_player:
            obstacle = await messages.why_closed(service, self.user_input, snapshot)
        return lines_json(
            lines,
            me,
            {person: self.catalogue.name(name) for person, name in names.items()},
            closed=None if obstacle is None else self.catalogue.plain(obstacle[0]),
            muted=is_player and await messages.is_muted(service, self.user_input, snapshot.game.id),
        )

    async def view(self, code: str) -> GameView:
        """Return a game in which the person is a player or an arbiter, for its page.

        Raises:
            GameStateError: there is no such game, or they are neither.
        """
        snapshot = await self._visible(code)
        return GameView(self.service, self.user_input, self.catalogue, snapshot)

    async def preview(self, code: str, text: str, line: Sequence[str] | None = None) -> Json:
        """Return the effect of a move, or of `PAS`: sent now, or made at the end of a line.

        Raises:
            GameStateError: there is no such game, or the person does not play in it.
            EngineError: the line could not be played.
        """
        snapshot = await own_game(self.service, self.user_input, code)
        previews = MovePreviews(self.service, self.user_input, self.catalogue, snapshot)
        return await (previews.of_move(text) if line is None else previews.of_planned(text, line))

    async def check_own(self, code: str) -> None:
        """Check that the person plays in that game.

        Raises:
            GameStateError: there is no such game, or the person does not play in it.
        """
        await own_game(self.service, self.user_input, code)

    async def notebook(self, code: str) -> Json:
        """Return the person's own lines of play.

        Raises:
            GameStateError: there is no such game, or the person does not play in it.
        """
        snapshot = await own_game(self.service, self.user_input, code)
        opened = await self.service.notebooks.open(self.user_input.person.id, snapshot)
        return notebook_json(
            opened, self.service.games.seat(self.user_input, snapshot.game), self.catalogue
        )

    async def _visible(self, code: str) -> GameSnapshot:
        return await visible_game(self.service, self.user_input, code)

    async def _gather(self, rows: Sequence[GameRow]) -> None:
        """Read all players of the rows by one query, before `_entry` needs each."""
        await self.service.persons.gather(person for row in rows for person in (row.red, row.blue))

    async def _entry(self, row: GameRow, game: Game) -> GameEntry:
        """Return a game for the person's list, with the opponent's shown name."""
        me = self.user_input.person.id
        partner = await self.service.persons.get(row.red if row.blue == me else row.blue)
        return GameEntry(row=row, game=game, person=me, partner=self.catalogue.name(partner.name))
