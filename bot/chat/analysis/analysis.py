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
from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.lookups.analysis.access import (
    check_open,
    closed_fault,
    is_empty,
    request_analysis,
    send_analysis,
)
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.pictures import AnalysisPicture, Document, DocumentKind
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import WishSubject

ON_PAGE: Final = 6
"""The most finished games to offer."""
MOST_TRIED: Final = 30
"""The most finished games that are checked for an available analysis."""
MOST_CLOSED: Final = 4
"""The most games listed with the time from which their analysis is available."""
_OWN: Final = ("sezon", "season")


async def analysis(service: Service, user_input: UserInput) -> None:
    """Handle `/analiza [CODE | sezon]`; without an argument, offer the finished games."""
    if user_input.args.strip().lower().startswith(_OWN):  # also „sezonul meu”; a code is shorter
        await _season(service, user_input)
    elif user_input.args:
        await _show(service, user_input, GameId(user_input.args.strip().upper()))
    else:
        await _offer(service, user_input)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of an analysis: `an:WHAT:GAME`."""
    action, game = ANALYSIS.read(user_input.args)
    if action is AnalysisAction.STOP:
        await _stop(service, user_input)
        return
    service.toast(user_input)
    match action:
        case AnalysisAction.MEANING:
            service.reply(user_input, say("analysis.means"))
        case AnalysisAction.SEASON:
            await _season(service, user_input)
        case AnalysisAction.SHOW:
            await _show(service, user_input, game)
        case AnalysisAction.TABLES:
            await _tables(service, user_input, game)
        case AnalysisAction.POSSIBLE:
            await _possible(service, user_input, game)
        case AnalysisAction.BOOK:
            snapshot = await _seen(service, user_input, game)
            book = Document(DocumentKind.ANALYSIS, snapshot.game.id)
            service.reply(user_input, say("analysis.book", game=snapshot.game.id), document=book)
        case AnalysisAction.OPEN | AnalysisAction.KEEP:
            await _consent(service, user_input, game, is_given=action is AnalysisAction.OPEN)


async def _stop(service: Service, user_input: UserInput) -> None:
    """Cancel every analysis for which the person waits."""
    given_up = await analyses.give_up(service.unit.tx, user_input.person.id, WishSubject.SEASON)
    given_up += await analyses.give_up(service.unit.tx, user_input.person.id, WishSubject.GAME)
    given_up += await analyses.give_up(service.unit.tx, user_input.person.id, WishSubject.POSSIBLE)
    service.unit.has_work = True  # the queue then cancels the running job
    service.edit(user_input, say("analysis.stopped" if given_up else "analysis.nothing_waits"))


async def _seen(service: Service, user_input: UserInput, code: GameId) -> GameSnapshot:
    """Return a finished game whose analysis the person may see.

    Raises:
        GameStateError: the game is not theirs, still runs, is under embargo, or lacks consent.
    """
    own = await service.games.is_seen(user_input, code)
    snapshot = await service.games.named(user_input, code) if own else None
    if snapshot is None:
        snapshot = await service.embargoes.opened(user_input, code)
    await check_open(service, user_input, snapshot)
    return snapshot


async def _show(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show the game's analysis, or request it."""
    await send_analysis(service, user_input, await _seen(service, user_input, code))


async def _offer(service: Service, user_input: UserInput) -> None:
    """Offer the last games that can be analysed, and the season; say when others can be."""
    rows = [
        row for row in await service.games.played(user_input.person.id) if row.turn_seat is None
    ]
    buttons, closed = list[tuple[Button, ...]](), list[Text]()
    for row in rows[:MOST_TRIED]:
        snapshot = await service.games.of_row(row)
        if is_empty(snapshot.game) or len(buttons) == ON_PAGE:
            continue
        fault = await closed_fault(service, user_input, snapshot)
        if fault is not None:
            closed.append(fault_text(fault))
            continue
        label = await service.games.label(row, user_input.person.id)
        buttons.append((ANALYSIS.button(label, AnalysisAction.SHOW, snapshot.game.id),))
    later = closed[:MOST_CLOSED] or None
    if buttons:
        buttons.append((ANALYSIS.button(say("button.analysis.season"), AnalysisAction.SEASON),))
        service.reply(user_input, say("analysis.which", later=later), tuple(buttons))
    else:
        service.reply(user_input, say("analysis.none", later=later))


async def _season(service: Service, user_input: UserInput) -> None:
    """Show the summary of the person's games; request the missing analyses."""
    tx, person = service.unit.tx, user_input.person.id
    known, missing = await own_games(tx, service.shared, person)
    if not missing:
        service.reply(user_input, season_text(known), season_buttons(known))
        return
    for game in missing:
        await analyses.wish(tx, person, game, WishSubject.SEASON, service.unit.now)
    service.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), AnalysisAction.STOP),),)
    service.reply(user_input, say("season.working", n=len(missing)), stop)


async def _tables(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show how the game was played with the same tiles at other tables."""
    snapshot = await _seen(service, user_input, code)
    others = await on_same_sequence(service.unit.tx, service.shared, snapshot.game)
    turns = compared_turns(snapshot.game, others)
    text = comparison_text(snapshot.game.id, turns, len(others) + 1)
    pictures = (AnalysisPicture(snapshot.game.id, TABLES),) if turns else ()
    most = (
        (
            ANALYSIS.button(
                say("button.analysis.possible"), AnalysisAction.POSSIBLE, snapshot.game.id
            ),
        ),
    )
    service.reply(user_input, text, most, pictures=pictures, about=snapshot.game.id)


async def _possible(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show the most points that both could have scored with the tiles, or request the search."""
    snapshot = await _seen(service, user_input, code)
    game, tx = snapshot.game, service.unit.tx
    result = await sequences.search_result(tx, service.shared, game.id)
    if result is None:
        await request_analysis(service, user_input, game.id, WishSubject.POSSIBLE)
        return
    text = await possible_text(tx, service.shared, game, result)
    service.reply(user_input, text, about=game.id)


async def _consent(
    service: Service, user_input: UserInput, code: GameId, *, is_given: bool
) -> None:
    """Store whether the player lets others see the analysis; it takes both players."""
    snapshot = await service.games.of_player(user_input, code)
    tx, person = service.unit.tx, user_input.person.id
    await analyses.consent(tx, person, snapshot.game.id, service.unit.now, is_given=is_given)
    both = await analyses.consents(tx, snapshot.game.id)
    if not is_given:
        key = "analysis.kept"
        service.unit.news.append(News(PublishedFacts()))
    else:
        key = "analysis.opened" if len(both) > 1 else "analysis.opened_one"
        key += await _where(service, snapshot)
        await _notify_opponent(service, user_input, snapshot, is_open=len(both) > 1)
    service.reply(user_input, Text(key, {"game": snapshot.game.id}), about=snapshot.game.id)


async def _where(service: Service, snapshot: GameSnapshot) -> str:
    """Return the suffix of the text's key: `_on_site` if the public site will show the game."""
    match = (await service.matches.load(snapshot.game.match)).match
    return "_on_site" if service.shared.public_site and not match.competition else ""


async def _notify_opponent(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, *, is_open: bool
) -> None:
    """Notify the opponent, once and silently, of the player's consent."""
    game, participants = snapshot.game, await service.games.participants(snapshot.game)
    seat = service.games.seat(user_input, game)
    partner = participants.at(seat.partner)
    if partner.address is None or partner.is_elsewhere:
        return
    where = await _where(service, snapshot)
    text = Text(f"analysis.opened{where}", {"game": game.id})
    buttons: Buttons = ()
    if not is_open:
        facts = {"who": participants.at(seat).name, "game": game.id}
        text = Text(f"analysis.asked{where}", facts)
        buttons = (
            (ANALYSIS.button(say("button.analysis"), AnalysisAction.SHOW, game.id),),
            (ANALYSIS.button(say("button.analysis.public"), AnalysisAction.OPEN, game.id),),
        )
    await service.notify(
        Notice(
            to=partner.address,
            text=text,
            buttons=buttons,
            silent=True,
            about=game.id,
            dedup=f"analysis {'open' if is_open else 'asked'} {game.id} {partner.id}",
        )
    )
