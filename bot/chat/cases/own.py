"""A player's cases: their view, their statements, and the withdrawal of a claim (art. 7.2)."""

from bot.chat.cases.cases import Action
from bot.chat.topics import STATEMENT
from bot.runtime.shared import Said
from bot.service.cases import notices as case_notices
from bot.service.cases.cases import SeenCase
from bot.service.cases.said import requirements, ruled_text, statement_lines
from bot.service.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, OfCase
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.verb import YES
from bot.texts.messages import Buttons, say
from bot.texts.notices.cases.cases import brought_key, claim_text
from engine.cases.case import Case
from engine.cases.decide import give_comment, give_defence, withdraw
from engine.correspondence import statements_of
from engine.errors import Fault, GameStateError
from engine.ids import Seat


async def words_of(service: Service, said: Said) -> str | None:
    """Return the requested text; None after a reply with its error, and the question stays open."""
    if said.incoming.file is not None and not said.args.strip():
        service.reply(said, say("claim.words_please"))
        return None
    return service.cases.statement(said.args)


def own_buttons(case: Case) -> Buttons:
    """Return the buttons of a player for their own open claim."""
    add = CASE.button(say("button.case.add"), case.id, "say")
    back = CASE.button(say("button.case.take_back"), case.id, "back")
    return ((add,), (back,))


def query_buttons(case: Case) -> Buttons:
    """Return the buttons of a player for their open question about a word."""
    return ((CASE.button(say("button.query.drop"), case.id, "unask"),),)


async def show_own(service: Service, said: Said, seen: SeenCase) -> None:
    """Show a case to a player of the game: the claim, the statements, the ruling."""
    seen = await service.case_acts.looked_at(seen)
    case = seen.case
    game = (await service.games.load(case.game)).game
    people = {*(each.by for each in case.said), case.by, *(game.side(seat).person for seat in Seat)}
    people |= {ruled.arbiter for ruled in case.rulings}
    people |= set() if case.against is None else {case.against}
    if case.told is not None and case.told.arbiter is not None:
        people.add(case.told.arbiter)
    names = await service.persons.names(people)
    brought = brought_key(case)
    text = say(
        "case.own",
        case=case.id,
        claim=claim_text(case),
        brought=say(brought, who=names[case.by], at=case.opened.isoformat()),
        requirements=requirements(case, names) if case.is_claim else None,
        statements=await statement_lines(service, case, names, opinions=False) or None,
        rulings=[ruled_text(ruled, case, names, game) for ruled in case.rulings] or None,
    )
    buttons: Buttons = ()
    if case.is_query:
        buttons = query_buttons(case) if case.is_open and case.by == said.person.id else ()
    elif case.is_open and case.by == said.person.id:
        buttons = own_buttons(case)
    elif case.is_open:
        buttons = ((CASE.button(say("button.case.defend"), case.id, "say"),),)
    is_heard = case.is_open and not case.is_query
    service.reply(said, text, buttons, about=statements_of(case.id) if is_heard else case.game)


async def ask_statement(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Ask a player for their statement in the case."""
    del press
    service.toast(said)
    if not seen.case.is_open:
        raise GameStateError(Fault("case_over", facts={"case": seen.case.id}))
    await service.games.of_player(said, seen.case.game)
    await service.questions.ask(said, STATEMENT, seen.case.id)
    own = seen.case.by == said.person.id
    key = "case.comment_how" if own else "case.defence_how"
    text, about = say(key, case=seen.case.id), statements_of(seen.case.id)
    service.reply(said, text, (way_out(STATEMENT),), about=about)


async def statement_given(service: Service, said: Said, about: str) -> None:
    """Store a player's statement: the claimant's comment, or the opponent's defence."""
    seen = await service.cases.visible(said, service.cases.id_of(about))
    await service.games.of_player(said, seen.case.game)
    text = await words_of(service, said)
    if text is None:
        return
    digest = await service.case_acts.keep_statement(said, seen.case.id, text)
    own = seen.case.by == said.person.id
    give = give_comment if own else give_defence
    events = give(seen.case, said.person.id, digest, said.at)
    await service.questions.drop(said, STATEMENT)
    write = service.case_acts.record if own else service.case_acts.answer
    seen = await write(seen, events, said.at)
    kept = "case.comment_kept" if own else "case.defence_kept"
    service.reply(said, say(kept, case=seen.case.id), about=statements_of(seen.case.id))
    key = "claim.more" if own else "claim.answered"
    await case_notices.tell_statement(service, seen.case, said.person.id, text, key)


async def take_back(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Withdraw a claim, after a second question: `k:CASE:back` and `k:CASE:back:yes`."""
    if not seen.case.is_claim:
        raise GameStateError(Fault("not_your_claim", facts={"case": seen.case.id}))
    if press.which != YES:
        sure = CASE.button(say("button.case.take_back_sure"), seen.case.id, "back", YES)
        keep = KEEP.button(say("button.keep_claim"))
        service.edit(said, say("claim.take_back_ask", case=seen.case.id), ((sure, keep),))
        return
    events = withdraw(seen.case, said.person.id, said.at)
    seen = await service.case_acts.record(seen, events, said.at)
    service.edit(said, say("claim.you_took_back", case=seen.case.id))
    await case_notices.tell_withdrawn(service, seen.case)


BY_PLAYERS: dict[str, Action] = {"say": ask_statement, "back": take_back}
"""The actions of a case's buttons for a player of the game."""
