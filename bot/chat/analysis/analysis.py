"""`/analiza`: the analysis of a finished game, other tables with its tiles, and one's season.

Both players may see it once the embargo is over, and others when both players agree. The job queue
makes a missing analysis, and the bot notifies the person when it is ready.
"""

from typing import Final

from bot.analysis import sequences
from bot.analysis.field_comparison import on_same_sequence, possible_text, stops, tables_text
from bot.analysis.messages import TABLES
from bot.analysis.season import own_games, season_buttons, season_text
from bot.runtime.shared import Said
from bot.service.analysis.shown import check_open, send, wait_for
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.analysis import ANALYSIS
from bot.texts.messages import Buttons, Notice, say
from bot.texts.pictures import AnalysisPicture, Document, DocumentKind
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import GAME, POSSIBLE, SEASON

ON_PAGE: Final = 6
"""The most finished games to offer."""
_OWN: Final = ("sezon", "season")


async def analysis(service: Service, said: Said) -> None:
    """Handle `/analiza [CODE | sezon]`; without an argument, offer the finished games."""
    if said.args.strip().lower().startswith(_OWN):  # also „sezonul meu”; a code is shorter
        await _season(service, said)
    elif said.args:
        await _show(service, said, GameId(said.args.strip().upper()))
    else:
        await _offer(service, said)


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons of an analysis: `an:WHAT:GAME`."""
    what, game = ANALYSIS.read(said.args)
    if what == "means":
        service.toast(said)
        service.reply(said, say("analysis.means"))
    elif what == "season":
        service.toast(said)
        await _season(service, said)
    elif what == "stop":
        given_up = await analyses.give_up(service.unit.tx, said.person.id, SEASON)
        given_up += await analyses.give_up(service.unit.tx, said.person.id, GAME)
        given_up += await analyses.give_up(service.unit.tx, said.person.id, POSSIBLE)
        service.unit.has_work = True  # the running job is cancelled
        service.edit(said, say("analysis.stopped" if given_up else "analysis.nothing_waits"))
    elif what in {"show", "book", "tables", "most", "open", "keep"}:
        service.toast(said)
        await _of_game(service, said, what, game)
    else:
        service.toast(said, say("button.unknown"), alert=True)


async def _of_game(service: Service, said: Said, what: str, game: GameId) -> None:
    if what == "show":
        await _show(service, said, game)
    elif what == "tables":
        await _tables(service, said, game)
    elif what == "most":
        await _possible(service, said, game)
    elif what == "book":
        seen = await _seen(service, said, game)
        book = Document(DocumentKind.ANALYSIS, seen.game.id)
        service.reply(said, say("analysis.book", game=seen.game.id), document=book)
    else:
        await _consent(service, said, game, is_given=what == "open")


async def _seen(service: Service, said: Said, code: GameId) -> SeenGame:
    """Return a finished game whose analysis the person may see.

    Raises:
        GameStateError: it is not theirs, still runs, is under embargo, or lacks consent.
    """
    own = await service.games.is_seen(said, code)
    seen = await service.games.named(said, code) if own else None
    if seen is None:
        seen = await service.embargoes.opened(said, code)
    await check_open(service, said, seen)
    return seen


async def _show(service: Service, said: Said, code: GameId) -> None:
    """Show the game's analysis, or request it."""
    await send(service, said, await _seen(service, said, code))


async def _offer(service: Service, said: Said) -> None:
    """Offer the games that ended last, and the season."""
    rows = [row for row in await service.games.played(said.person.id) if row.turn_seat is None]
    if not rows:
        service.reply(said, say("analysis.none"))
        return
    buttons = [
        (
            ANALYSIS.button(
                await service.games.label(row, said.person.id), "show", GameId(row.game_id)
            ),
        )
        for row in rows[:ON_PAGE]
    ]
    buttons.append((ANALYSIS.button(say("button.analysis.season"), "season"),))
    service.reply(said, say("analysis.which"), tuple(buttons))


async def _season(service: Service, said: Said) -> None:
    """Show the summary of the person's games; request the missing analyses."""
    tx, person = service.unit.tx, said.person.id
    known, missing = await own_games(tx, service.shared, person)
    if not missing:
        service.reply(said, season_text(known), season_buttons(known))
        return
    for game in missing:
        await analyses.wish(tx, person, game, SEASON, service.unit.now)
    service.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), "stop"),),)
    service.reply(said, say("season.working", n=len(missing)), stop)


async def _tables(service: Service, said: Said, code: GameId) -> None:
    """Show how the other tables played the same tiles."""
    seen = await _seen(service, said, code)
    others = await on_same_sequence(service.unit.tx, service.shared, seen.game)
    found = stops(seen.game, others)
    text = tables_text(seen.game.id, found, len(others) + 1)
    pictures = (AnalysisPicture(seen.game.id, TABLES),) if found else ()
    most = ((ANALYSIS.button(say("button.analysis.possible"), "most", seen.game.id),),)
    service.reply(said, text, most, pictures=pictures, about=seen.game.id)


async def _possible(service: Service, said: Said, code: GameId) -> None:
    """Show the most points that both could have scored with the tiles, or request the search."""
    seen = await _seen(service, said, code)
    game, tx = seen.game, service.unit.tx
    found = await sequences.known(tx, service.shared, game.id)
    if found is None:
        await wait_for(service, said, game.id, POSSIBLE)
        return
    text = await possible_text(tx, service.shared, game, found)
    service.reply(said, text, about=game.id)


async def _consent(service: Service, said: Said, code: GameId, *, is_given: bool) -> None:
    """Store whether the player lets others see the analysis; it takes both players."""
    seen = await service.games.of_player(said, code)
    tx, person = service.unit.tx, said.person.id
    await analyses.consent(tx, person, seen.game.id, service.unit.now, is_given=is_given)
    both = await analyses.consents(tx, seen.game.id)
    if not is_given:
        key = "analysis.kept"
    else:
        key = "analysis.opened" if len(both) > 1 else "analysis.opened_one"
        await _tell_partner(service, said, seen, is_open=len(both) > 1)
    service.reply(said, say(key, game=seen.game.id), about=seen.game.id)


async def _tell_partner(service: Service, said: Said, seen: SeenGame, *, is_open: bool) -> None:
    """Notify the opponent, once and silently, of the player's consent."""
    game, participants = seen.game, await service.games.participants(seen.game)
    seat = service.games.seat(said, game)
    partner = participants.at(seat.partner)
    if partner.chat is None or partner.is_elsewhere:
        return
    text = say("analysis.opened", game=game.id)
    buttons: Buttons = ()
    if not is_open:
        text = say("analysis.asked", who=participants.at(seat).name, game=game.id)
        buttons = (
            (ANALYSIS.button(say("button.analysis"), "show", game.id),),
            (ANALYSIS.button(say("button.analysis.public"), "open", game.id),),
        )
    await service.tell(
        Notice(
            to=partner.chat,
            text=text,
            buttons=buttons,
            silent=True,
            about=game.id,
            dedup=f"analysis {'open' if is_open else 'asked'} {game.id} {partner.id}",
        )
    )
