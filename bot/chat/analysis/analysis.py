"""`/analiza`: the analysis of a finished game, other tables with its tiles, and a season.

Both players may see it once the embargo is over, and others when both players agree. The job queue
makes a missing analysis, and the bot notifies the person when it is ready.
"""

from typing import Final

from bot.analysis import sequences
from bot.analysis.field_comparison import (
    compared_turns,
    comparison_text,
    on_same_sequence,
    possible_text,
)
from bot.analysis.messages import TABLES
from bot.analysis.season import own_games, season_buttons, season_text
from bot.runtime.listeners import News, Unpublished
from bot.runtime.shared import Said
from bot.service.analysis.shown import check_open, closed_fault, is_empty, send, wait_for
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.analysis import ANALYSIS
from bot.texts.i18n import fault_text
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.pictures import AnalysisPicture, Document, DocumentKind
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import GAME, POSSIBLE, SEASON

ON_PAGE: Final = 6
"""The most finished games to offer."""
MOST_TRIED: Final = 30
"""The most finished games that are checked for an available analysis."""
MOST_CLOSED: Final = 4
"""The most games listed with the time from which their analysis is available."""
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
        service.unit.has_work = True  # the queue then cancels the running job
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
        GameStateError: the game is not theirs, still runs, is under embargo, or lacks consent.
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
    """Offer the last games that can be analysed, and the season; say when others can be."""
    rows = [row for row in await service.games.played(said.person.id) if row.turn_seat is None]
    buttons, closed = list[tuple[Button, ...]](), list[Text]()
    for row in rows[:MOST_TRIED]:
        seen = await service.games.of_row(row)
        if is_empty(seen.game) or len(buttons) == ON_PAGE:
            continue
        fault = await closed_fault(service, said, seen)
        if fault is not None:
            closed.append(fault_text(fault))
            continue
        label = await service.games.label(row, said.person.id)
        buttons.append((ANALYSIS.button(label, "show", seen.game.id),))
    later = closed[:MOST_CLOSED] or None
    if buttons:
        buttons.append((ANALYSIS.button(say("button.analysis.season"), "season"),))
        service.reply(said, say("analysis.which", later=later), tuple(buttons))
    else:
        service.reply(said, say("analysis.none", later=later))


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
    """Show how the game was played with the same tiles at other tables."""
    seen = await _seen(service, said, code)
    others = await on_same_sequence(service.unit.tx, service.shared, seen.game)
    found = compared_turns(seen.game, others)
    text = comparison_text(seen.game.id, found, len(others) + 1)
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
        service.unit.news.append(News(Unpublished()))
    else:
        key = "analysis.opened" if len(both) > 1 else "analysis.opened_one"
        key += await _where(service, seen)
        await _tell_partner(service, said, seen, is_open=len(both) > 1)
    service.reply(said, Text(key, {"game": seen.game.id}), about=seen.game.id)


async def _where(service: Service, seen: SeenGame) -> str:
    """Return the suffix of the text's key: `_on_site` if the public site will show the game."""
    match = (await service.matches.load(seen.game.match)).match
    return "_on_site" if service.shared.public_site and not match.competition else ""


async def _tell_partner(service: Service, said: Said, seen: SeenGame, *, is_open: bool) -> None:
    """Notify the opponent, once and silently, of the player's consent."""
    game, participants = seen.game, await service.games.participants(seen.game)
    seat = service.games.seat(said, game)
    partner = participants.at(seat.partner)
    if partner.chat is None or partner.is_elsewhere:
        return
    where = await _where(service, seen)
    text = Text(f"analysis.opened{where}", {"game": game.id})
    buttons: Buttons = ()
    if not is_open:
        facts = {"who": participants.at(seat).name, "game": game.id}
        text = Text(f"analysis.asked{where}", facts)
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
