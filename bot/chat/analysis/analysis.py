"""`/analiza`: the analysis of a finished game, other tables with its tiles, and a season.

Both players may see it once the embargo is over, and others when both players agree. The job queue
makes a missing analysis, and the bot notifies the person when it is ready.
"""

from typing import Final

from bot.analysis import sequences
from bot.analysis.compared_turns import compared_turns
from bot.analysis.field_comparison import comparison_text
from bot.analysis.same_sequence import on_same_sequence, possible_text
from bot.analysis.season import own_games, season_buttons, season_text
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.lookups.analysis.access import access_fault, check_open
from bot.service.operations.play.requested_analyses import request_analysis, send_analysis
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.pictures import AnalysisPicture, AnalysisView, Document, DocumentKind
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import WishSubject

_MOST_OFFERED: Final = 6
"""The most finished games to offer."""
_MOST_TRIED: Final = 30
"""The most finished games that are checked for an available analysis."""
_MOST_CLOSED: Final = 4
"""The most games listed with the time from which their analysis is available."""
_SEASON_WORDS: Final = ("sezon", "season")
"""Begin an argument that asks for the season, also „sezonul meu”; a code is shorter."""


async def analysis(service: Service, user_input: UserInput) -> None:
    """Handle `/analiza [CODE | sezon]`; without an argument, offer the finished games."""
    if user_input.args.strip().lower().startswith(_SEASON_WORDS):
        await _show_season(service, user_input)
    elif code := await service.named_games.code_in(user_input):
        await _show_analysis(service, user_input, GameId(code))
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
            await _show_season(service, user_input)
        case AnalysisAction.SHOW:
            await _show_analysis(service, user_input, game)
        case AnalysisAction.TABLES:
            await _compare_tables(service, user_input, game)
        case AnalysisAction.POSSIBLE:
            await _show_possible(service, user_input, game)
        case AnalysisAction.BOOK:
            snapshot = await _open_game(service, user_input, game)
            book = Document(DocumentKind.ANALYSIS, snapshot.game.id)
            service.reply(user_input, say("analysis.book", game=snapshot.game.id), document=book)
        case AnalysisAction.PUBLISH | AnalysisAction.HIDE:
            is_given = action is AnalysisAction.PUBLISH
            await _store_consent(service, user_input, game, is_given=is_given)


async def _stop(service: Service, user_input: UserInput) -> None:
    """Cancel every analysis for which the person waits."""
    tx, person = service.unit.tx, user_input.person.id
    cancelled = sum([await analyses.give_up(tx, person, subject) for subject in WishSubject])
    service.unit.has_work = True  # the queue then cancels the running job
    service.edit(user_input, say("analysis.stopped" if cancelled else "analysis.nothing_waits"))


async def _open_game(service: Service, user_input: UserInput, code: GameId) -> GameSnapshot:
    """Return a finished game whose analysis the person may see.

    Raises:
        GameStateError: the game is not theirs, still runs, is under embargo, or lacks consent.
    """
    is_visible = await service.named_games.is_seen(user_input, code)
    snapshot = await service.named_games.of_code(user_input, code) if is_visible else None
    if snapshot is None:
        snapshot = await service.embargoes.open_game(user_input, code)
    await check_open(service, user_input, snapshot)
    return snapshot


async def _show_analysis(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show the game's analysis, or request it."""
    await send_analysis(service, user_input, await _open_game(service, user_input, code))


async def _offer(service: Service, user_input: UserInput) -> None:
    """Offer the last games that can be analysed, and the season; say when others can be."""
    rows = [row for row in await service.game_lists.played(user_input.person.id) if row.is_finished]
    buttons, still_closed = list[tuple[Button, ...]](), list[Text]()
    for row in rows[:_MOST_TRIED]:
        if len(buttons) == _MOST_OFFERED:
            break
        with leaving_out_damaged():
            snapshot = await service.games.of_row(row)
            if snapshot.game.board.is_empty:
                continue
            fault = await access_fault(service, user_input, snapshot)
            if fault is not None:
                still_closed.append(fault_text(fault))
                continue
            label = await service.game_lists.label(row, user_input.person.id)
            buttons.append((ANALYSIS.button(label, AnalysisAction.SHOW, snapshot.game.id),))
    later = still_closed[:_MOST_CLOSED] or None
    if buttons:
        buttons.append((ANALYSIS.button(say("button.analysis.season"), AnalysisAction.SEASON),))
        service.reply(user_input, say("analysis.which", later=later), tuple(buttons))
    else:
        service.reply(user_input, say("analysis.none", later=later))


async def _show_season(service: Service, user_input: UserInput) -> None:
    """Show the summary of the person's games; request the missing analyses."""
    tx, person = service.unit.tx, user_input.person.id
    analysed, missing = await own_games(tx, service.shared, person)
    if not missing:
        service.reply(user_input, season_text(analysed), season_buttons(analysed))
        return
    for game in missing:
        await analyses.wish(tx, person, game, WishSubject.SEASON, service.unit.now)
    service.unit.has_work = True
    stop = ((ANALYSIS.button(say("button.analysis.stop"), AnalysisAction.STOP),),)
    service.reply(user_input, say("season.working", n=len(missing)), stop)


async def _compare_tables(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show how the game was played with the same tiles at other tables."""
    snapshot = await _open_game(service, user_input, code)
    others = await on_same_sequence(service.unit.tx, service.shared, snapshot.game)
    turns = compared_turns(snapshot.game, others)
    text = comparison_text(snapshot.game.id, turns, len(others))
    pictures = (AnalysisPicture(snapshot.game.id, AnalysisView.TABLES),) if turns else ()
    possible_row = (
        (
            ANALYSIS.button(
                say("button.analysis.possible"), AnalysisAction.POSSIBLE, snapshot.game.id
            ),
        ),
    )
    service.reply(user_input, text, possible_row, pictures=pictures, about=snapshot.game.id)


async def _show_possible(service: Service, user_input: UserInput, code: GameId) -> None:
    """Show the most points that both could have scored with the tiles, or request the search."""
    snapshot = await _open_game(service, user_input, code)
    game, tx = snapshot.game, service.unit.tx
    result = await sequences.search_result(tx, service.shared, game.id)
    if result is None:
        await request_analysis(service, user_input, game.id, WishSubject.POSSIBLE)
        return
    text = await possible_text(tx, service.shared, game, result)
    service.reply(user_input, text, about=game.id)


async def _store_consent(
    service: Service, user_input: UserInput, code: GameId, *, is_given: bool
) -> None:
    """Store whether the player lets others see the analysis; it takes both players."""
    snapshot = await service.games.of_player(user_input, code)
    tx, person = service.unit.tx, user_input.person.id
    await analyses.consent(tx, person, snapshot.game.id, service.unit.now, is_given=is_given)
    consenting = await analyses.consents(tx, snapshot.game.id)
    if not is_given:
        key = "analysis.kept"
        service.unit.news.append(News(PublishedFacts()))  # the site takes the game down
    else:
        key = "analysis.opened" if len(consenting) > 1 else "analysis.opened_one"
        key += await _site_suffix(service, snapshot)
        await _notify_opponent(service, user_input, snapshot, is_open=len(consenting) > 1)
    service.reply(user_input, Text(key, {"game": snapshot.game.id}), about=snapshot.game.id)


async def _site_suffix(service: Service, snapshot: GameSnapshot) -> str:
    """Return the suffix of the text's key: `_on_site` if the public site will show the game."""
    match = (await service.matches.load(snapshot.game.match)).match
    return "_on_site" if service.shared.public_site and not match.competition else ""


async def _notify_opponent(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, *, is_open: bool
) -> None:
    """Notify the opponent, once and silently, of the player's consent."""
    game, participants = snapshot.game, await service.participants.of(snapshot.game)
    seat = service.games.seat(user_input, game)
    partner = participants.at(seat.partner)
    if partner.address is None or partner.is_elsewhere:
        return
    site_suffix = await _site_suffix(service, snapshot)
    text = Text(f"analysis.opened{site_suffix}", {"game": game.id})
    buttons: Buttons = ()
    if not is_open:
        facts = {"who": participants.at(seat).name, "game": game.id}
        text = Text(f"analysis.asked{site_suffix}", facts)
        buttons = (
            (ANALYSIS.button(say("button.analysis"), AnalysisAction.SHOW, game.id),),
            (ANALYSIS.button(say("button.analysis.public"), AnalysisAction.PUBLISH, game.id),),
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
