"""*Întreabă arbitrul*: a player asks about a refused word, the arbiter answers (art. 5.3)."""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases.card_buttons import Action
from bot.chat.play.preview_buttons import game_and_sheet, instant_of
from bot.runtime.shared import UserInput
from bot.service.notices.play.own_sheet import caption_of
from bot.service.operations.cases import word_queries as queries
from bot.service.operations.cases import words_alone
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import ASK, WORD, CaseAction, OfCase
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.cases.card_buttons import query_reasons
from bot.texts.notices.cases.codes import ruling_of
from bot.texts.notices.cases.ruling_texts import query_buttons
from engine.errors import Fault, GameStateError


async def ask_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the tap under a refused move: `ask:TOKEN`."""
    token = ASK.read(user_input.args).token
    preview = await service.previews.take(user_input, token)
    if preview is None:
        if await service.previews.was_sent(user_input, token):
            service.toast(user_input, say("query.asked_already"), alert=True)
        else:
            service.edit(user_input, say("play.stale"))
        return
    valid = await game_and_sheet(service, user_input, preview)
    if valid is None:
        return
    snapshot, photo = valid
    case = await queries.open_about(service, snapshot, preview.placement)
    if case is None:
        at = await instant_of(service, preview, user_input)
        case = await queries.ask(service, user_input, snapshot, preview.placement, at)
    if photo is not None:
        who, note = user_input.person.name, caption_of(photo, case.placement)
        await queries.send_sheet(service, case, photo, who=who, note=note)
        await service.sheet_photos.keep_in_case(user_input, case.id, photo)
    await service.previews.note_sent(user_input, preview.token)
    text = say(
        "query.asked",
        placement=case.placement,
        words=", ".join(word.upper() for word in case.words),
        case=case.id,
        game=case.game,
    )
    service.edit(user_input, text, query_buttons(case))


async def withdraw_question(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Withdraw the question: `k:CASE:unask`; its author is to move again as before."""
    case = snapshot.case
    if not case.is_query or case.by != user_input.person.id:
        raise GameStateError(Fault("not_your_claim", facts={"case": case.id}))
    if case.is_of_words_alone:
        await words_alone.drop(service, case)
        words = ", ".join(word.upper() for word in case.words)
        service.edit(user_input, say("query.alone_dropped", words=words))
        return
    await queries.drop(service, snapshot, user_input.at)
    service.edit(user_input, say("query.dropped", placement=case.placement))


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's answer, which is a ruling: `word:CASE:RULING:REASON`."""
    case_id, code, reason_code = WORD.read(user_input.args)
    snapshot = await service.cases.ruled_by(user_input, case_id)
    case = snapshot.case
    if not case.is_query:
        raise GameStateError(Fault("button_unknown"))
    if not case.is_open:
        service.toast(user_input, say("query.answered_already"), alert=True)
        return
    ruling = ruling_of(code, case)
    game = (await service.games.load(case.game)).game
    if reason_code not in query_reasons(ruling, service.shared.lexicon(game.edition)):
        raise GameStateError(Fault("button_unknown"))
    # The reason is part of the decision, in the language of its author.
    reason = load_catalogue(user_input.person.language).plain(say(f"why.{reason_code}"))
    await service.rulings.make(user_input, snapshot, ruling, reason)
    service.toast(user_input, say("query.answered"))


BY_PLAYERS: Final[Mapping[CaseAction, Action]] = {CaseAction.WITHDRAW_QUESTION: withdraw_question}
"""The actions of a question's buttons for its author."""
