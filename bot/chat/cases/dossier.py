"""`/dosar`: the case file of a game, match or case, for the Discipline Commission (art. 10.2).

The arbiters of a game may have it at any time. A player may have it once the game is over, or once
a case of theirs has a ruling, because they may then turn to the Commission.
"""

from collections.abc import Sequence

from bot.chat.play.look import about_one
from bot.documents.dossier.facts import Subject
from bot.runtime.shared import Said
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.messages import say
from bot.texts.pictures import Document, DocumentKind
from engine.cases.events import CaseId
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import GameId, MatchCode
from engine.matches.match import games_of
from storage.cases import case_rows as cases


async def dossier(service: Service, said: Said) -> None:
    """Handle `/dosar [GAME, MATCH or CASE]`."""
    code = said.args.strip().upper()
    unnamed = not code and said.incoming.reply_to is None
    if unnamed and not await service.games.played(said.person.id):
        service.reply(said, say("dossier.how"))
        return
    if "#" in code:
        await _send_case(service, said, code)
        return
    if not code or "/" in code:
        await about_one(service, said, "dossier", send_dossier, finished=True)
        return
    match = (await service.matches.load(MatchCode(code))).match
    games = [await service.games.visible(said, GameId(game)) for game in games_of(match)]
    if not games:
        raise GameStateError(Fault("match_not_begun", facts={"match": match.code}))
    await _send(service, said, match.code, games)


async def _send_case(service: Service, said: Said, code: str) -> None:
    """Send the case file of one claim, `K7QF/1#2`."""
    if await cases.case(service.unit.tx, code) is None:
        raise GameStateError(Fault("no_such_case", facts={"case": code[:20]}))
    case = (await service.cases.visible(said, CaseId(code))).case
    await _send(service, said, case.id, [await service.games.load(case.game)])


async def send_dossier(service: Service, said: Said, seen: SeenGame) -> None:
    """Send the case file of one game, if the person may have it."""
    await _send(service, said, seen.game.id, [seen])


async def _send(service: Service, said: Said, name: str, games: Sequence[SeenGame]) -> None:
    """Send the case file; to a player of a running game, without the opponent's plans.

    Raises:
        GameStateError: a game of it is running and has no ruling.
    """
    plays_on = False
    for seen in games:
        await _check_may_have(service, said, seen)
        is_player = seen.game.seat_of(said.person.id) is not None
        plays_on |= is_player and seen.game.stage is Stage.RUNNING
    reader = said.person.id if plays_on else None
    subject = Subject(name=name, at=max(service.unit.now, said.at), reader=reader)
    document = Document(DocumentKind.DOSSIER, subject.written)
    text = say("dossier.sent", name=name)
    service.reply(said, text, document=document, about=name)


async def _check_may_have(service: Service, said: Said, seen: SeenGame) -> None:
    """Check that the person is an arbiter, or a player with something to appeal.

    Raises:
        GameStateError: the game is running and has no ruling.
    """
    if seen.game.seat_of(said.person.id) is None:
        await service.matches.ruled_by(said, seen.game.match)
    elif seen.game.stage is Stage.RUNNING and not await _is_ruled(service, said, seen):
        raise GameStateError(Fault("dossier_too_early", "10.2", {"game": seen.game.id}))


async def _is_ruled(service: Service, said: Said, seen: SeenGame) -> bool:
    """Return whether a case about that game, visible to the player, has a ruling."""
    ruled = [row for row in await cases.of_game(service.unit.tx, seen.game.id) if row.ruling]
    found = [(await service.cases.load(row.case_id)).case for row in ruled]
    return any(not case.is_plan_unknown_to(said.person.id) for case in found)
