"""`/dosar`: the case file of a game, match or case, for the Discipline Commission (art. 10.2).

The arbiters of a game may have it at any time. A player may have it once the game is over, or once
a case of theirs has a ruling, because they may then turn to the Commission.
"""

from collections.abc import Sequence

from bot.chat.play.games_meant import claims
from bot.chat.play.one_game import about_one
from bot.documents.dossier.facts import Subject
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import View
from bot.texts.clean_text import cut_code
from bot.texts.messages import say
from bot.texts.pictures import Document, DocumentKind
from engine.cases.events import CaseId
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import GameId, MatchCode
from engine.matches.match import games_of
from storage.cases import case_rows
from storage.play.game_rows import GameRow


async def send(service: Service, user_input: UserInput) -> None:
    """Handle `/dosar [GAME, MATCH or CASE]`."""
    if "#" in user_input.args:
        await _send_case(service, user_input, user_input.args.strip().upper())
        return
    code = await service.named_games.code_in(user_input)
    if not code and await service.named_games.replied_to(user_input) is None:
        await _send_own(service, user_input)
        return
    if not code or "/" in code:
        await about_one(service, user_input, View.DOSSIER, send_dossier)
        return
    match = (await service.matches.load(MatchCode(code))).match
    games = [await service.games.visible(user_input, GameId(game)) for game in games_of(match)]
    if not games:
        raise GameStateError(Fault("match_not_begun", facts={"match": match.code}))
    await _send_file(service, user_input, match.code, games)


async def _send_own(service: Service, user_input: UserInput) -> None:
    """Send the file of the only game that has one for the player, or ask of which."""
    played = await service.game_lists.played(user_input.person.id)
    ready: list[GameRow] = []
    # A practice game is meant only if there is no other.
    for row in [row for row in played if claims(row)] or played:
        with leaving_out_damaged():
            if row.is_finished or await _is_ruled(service, user_input, GameId(row.game_id)):
                ready.append(row)
    if ready:
        await about_one(service, user_input, View.DOSSIER, send_dossier, rather=ready)
    elif played and not user_input.person.arbiter:
        service.reply(user_input, say("dossier.none_yet"))
    else:
        service.reply(user_input, say("dossier.how"))


async def _send_case(service: Service, user_input: UserInput, code: str) -> None:
    """Send the case file of one claim, `K7QF/1#2`."""
    if await case_rows.case(service.unit.tx, code) is None:
        raise GameStateError(Fault("no_such_case", facts={"case": cut_code(code)}))
    case = (await service.cases.visible(user_input, CaseId(code))).case
    await _send_file(service, user_input, case.id, [await service.games.load(case.game)])


async def send_dossier(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Send the case file of one game, if the person may have it."""
    await _send_file(service, user_input, snapshot.game.id, [snapshot])


async def _send_file(
    service: Service, user_input: UserInput, name: str, games: Sequence[GameSnapshot]
) -> None:
    """Send the case file; to a player of a running game, without the opponent's plans.

    Raises:
        GameStateError: a game of it is running and has no ruling.
    """
    is_running_player = False
    for snapshot in games:
        await _check_may_have(service, user_input, snapshot)
        is_player = snapshot.game.seat_of(user_input.person.id) is not None
        is_running_player |= is_player and snapshot.game.stage is Stage.RUNNING
    # The file of a named reader leaves out what their opponent plans.
    reader = user_input.person.id if is_running_player else None
    subject = Subject.named(name, at=max(service.unit.now, user_input.at), reader=reader)
    document = Document(DocumentKind.DOSSIER, subject.written)
    text = say("dossier.sent", name=name)
    service.reply(user_input, text, document=document, about=name)


async def _check_may_have(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Check that the person is an arbiter, or a player with something to appeal.

    Raises:
        GameStateError: the game is running and has no ruling.
    """
    if snapshot.game.seat_of(user_input.person.id) is None:
        await service.matches.ruled_by(user_input, snapshot.game.match)
    elif snapshot.game.stage is Stage.RUNNING and not await _is_ruled(
        service, user_input, snapshot.game.id
    ):
        raise GameStateError(Fault("dossier_too_early", "10.2", {"game": snapshot.game.id}))


async def _is_ruled(service: Service, user_input: UserInput, game: GameId) -> bool:
    """Return whether a case about that game, visible to the player, has a ruling."""
    rows_with_ruling = [row for row in await case_rows.of_game(service.unit.tx, game) if row.ruling]
    cases = [(await service.cases.load(row.case_id)).case for row in rows_with_ruling]
    return any(not case.is_plan_unknown_to(user_input.person.id) for case in cases)
