"""Queries of the Mini App: answered at once, without changing anything."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.documents.views.setting import GameSetting, arbiters_of, setting_of
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.analysis.access import check_open, closed_fault, is_empty, stored_analysis
from bot.service.lookups.matches.archive import ended_on, finished_games
from bot.service.lookups.play.waiting_games import on_turn_in
from bot.service.notices.conversation import messages
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.web.play.analyses import AnalysisState, analysis_json, no_analysis_json
from bot.web.play.game_answers import (
    GameForPerson,
    game_json,
    held_json,
    lines_json,
    replay_json,
)
from bot.web.play.game_list_answers import GameEntry, finished_json, running_json
from bot.web.play.move_previews import MovePreviews, hindrance_of
from bot.web.play.notebook_answers import notebook_json
from bot.web.play.own_games import own_game, visible_game
from bot.web.refusals import Json
from engine.board import PREMIUMS
from engine.errors import Fault
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.results import match_figures
from storage.analysis import analyses
from storage.conversation import chat
from storage.play.game_rows import GameRow

ON_PAGE: Final = 12
"""Finished games on a page."""
_DECIDED: Final = frozenset({MatchStage.PROPOSED, MatchStage.HOMOLOGATED})
"""The stages of a match whose results are proposed or official."""


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
        pages = max(ceil(len(rows) / ON_PAGE), 1)
        page = min(wanted, pages - 1)
        on_page = rows[page * ON_PAGE : (page + 1) * ON_PAGE]
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
        return replay_json((await self.snapshot(code)).game)

    async def analysis(self, code: str) -> Json:
        """Return the analysis of a finished game that the person may see, or that there is none.

        Raises:
            GameStateError: there is no such game for them, or they may not see its analysis yet.
        """
        service, snapshot = self.service, await self.snapshot(code)
        game = snapshot.game
        await check_open(service, self.user_input, snapshot)
        if is_empty(game):
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
        service, me = self.service, self.user_input.person.id
        snapshot = await self.snapshot(code)
        lines = await chat.lines_of(service.unit.tx, snapshot.game.id)
        names = await service.persons.names({line.author for line in lines})
        is_player = snapshot.game.seat_of(me) is not None
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

    async def snapshot(self, code: str) -> GameSnapshot:
        """Return a game in which the person is a player or an arbiter.

        Raises:
            GameStateError: there is no such game, or they are neither.
        """
        return await visible_game(self.service, self.user_input, code)

    async def stamp(self, snapshot: GameSnapshot) -> Hashable:
        """Return a value that changes with everything that `game` shows, except a held move.

        A page with the same stamp and `tag` is told 304, so a new fact in `game` must be covered
        here unless it follows from these; a held move is in the tag.
        """
        service, me = self.service, self.user_input.person.id
        stored = await service.matches.load(snapshot.game.match)
        competition = await service.competitions.of_match(stored.match)
        return (
            snapshot.seq,
            stored.seq,
            None if competition is None else competition.seq,
            tuple((await self._names(stored.match, competition)).items()),
            service.games.today(snapshot.game),
            self.catalogue.language,
            await service.arrivals.are_awaited(snapshot.game),
            await self._analysis_obstacle(snapshot),
            tuple(
                (condition.id, condition.at)
                for condition in await service.conditions.of(me, snapshot.game)
            ),
        )

    async def game(self, snapshot: GameSnapshot) -> Json:
        """Return all of a game that its players or arbiters may see."""
        service, me = self.service, self.user_input.person.id
        game = await service.arrivals.for_time_decisions(snapshot.game)
        is_player = game.seat_of(me) is not None
        match = (await service.matches.load(game.match)).match
        return game_json(
            GameForPerson(
                game=game,
                version=snapshot.seq,
                person=me,
                participants=await service.participants.of(game),
                setting=await self._setting(snapshot, match),
                today=service.games.today(game),
                hindrance=await hindrance_of(service, self.user_input, snapshot)
                if is_player
                else None,
                others=_others(game, match),
                analysis=await self._analysis_obstacle(snapshot),
                conditions=await service.conditions.of(me, game) if is_player else (),
                finished_match=match if match.stage in _DECIDED and match.kind.has_reader else None,
                held=await self._held(snapshot),
            ),
            self.catalogue,
        )

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

    async def tag(self, snapshot: GameSnapshot) -> str:
        """Return the ETag of a game: its version, and what may still be taken back."""
        held = await self._held(snapshot)
        suffix = "" if held is None else f".{held['token']}.{held['seconds']}"
        return f'"{snapshot.seq}{suffix}"'

    async def _gather(self, rows: Sequence[GameRow]) -> None:
        """Read all players of the rows by one query, before `_entry` needs each."""
        await self.service.persons.gather(person for row in rows for person in (row.red, row.blue))

    async def _entry(self, row: GameRow, game: Game) -> GameEntry:
        """Return a game for the person's list, with the opponent's shown name."""
        me = self.user_input.person.id
        partner = await self.service.persons.get(row.red if row.blue == me else row.blue)
        return GameEntry(row=row, game=game, person=me, partner=self.catalogue.name(partner.name))

    async def _analysis_obstacle(self, snapshot: GameSnapshot) -> Fault | None:
        """Return why the person cannot ask for the game's analysis, or None if they can."""
        return await closed_fault(self.service, self.user_input, snapshot)

    async def _held(self, snapshot: GameSnapshot) -> Json | None:
        """Return the person's sent move that they may still take back, or None."""
        moves = self.service.held_moves
        held = await moves.of(self.user_input, snapshot.game.id)
        return None if held is None else held_json(held, moves.seconds_left(held))

    async def _setting(self, snapshot: GameSnapshot, match: Match) -> GameSetting:
        """Return the competition, the arbiters and the rules around a game, with shown names."""
        service, game = self.service, snapshot.game
        competition = await service.competitions.of_match(match)
        return setting_of(
            match,
            None if competition is None else competition.competition,
            await self._names(match, competition),
            federation=service.shared.competition,
            is_official=service.shared.official(game.edition),
            today=service.games.today(game),
            version=snapshot.seq,
        )

    async def _names(
        self, match: Match, competition: CompetitionSnapshot | None
    ) -> dict[PersonId, str]:
        """Return the shown names of the players and arbiters."""
        arbiters = arbiters_of(match, None if competition is None else competition.competition)
        named = await self.service.persons.names((*match.people, *arbiters))
        return {person: self.catalogue.name(name) for person, name in named.items()}


def _others(game: Game, match: Match) -> tuple[GameId, ...]:
    """Return the other games of the match that have started."""
    return tuple(other for other in games_of(match) if other != game.id)
