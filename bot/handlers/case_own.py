"""A player's cases: shown to him, what he says in them, and a claim taken back (art. 7.2)."""

from bot.desk.cases import notices as case_notices
from bot.desk.cases.cases import SeenCase
from bot.desk.cases.said import requirements, ruled_text, statement_lines
from bot.desk.desk import Desk
from bot.desk.questions import way_out
from bot.handlers.cases import Action
from bot.messages import Button, Buttons, say
from bot.office.shared import Said
from bot.words.cases import brought_key, claim_text
from engine.cases.case import Case
from engine.cases.decide import give_comment, give_defence, withdraw
from engine.errors import Fault, GameStateError
from engine.ids import Seat

STATEMENT = "statement"
"""The topic of the question what a player has to say to a claim."""


async def words_of(desk: Desk, said: Said) -> str | None:
    """Return the text a person was asked for, or say what is wrong with it; the question stays."""
    if said.incoming.file is not None and not said.args.strip():
        desk.reply(said, say("claim.words_please"))
        return None
    return desk.cases.statement(said.args)


def own_buttons(case: Case) -> Buttons:
    """Return what a player can do with the case that he brought, as long as it is open."""
    add = Button(say("button.case.add"), f"k:{case.id}:say")
    back = Button(say("button.case.take_back"), f"k:{case.id}:back")
    return ((add,), (back,))


def query_buttons(case: Case) -> Buttons:
    """Return what a player can do with the question that he has put, as long as it is open."""
    return ((Button(say("button.query.drop"), f"k:{case.id}:unask"),),)


async def show_own(desk: Desk, said: Said, seen: SeenCase) -> None:
    """Show a case to a player of the game: what is claimed, what was said, what was ruled."""
    case = seen.case
    game = (await desk.games.load(case.game)).game
    people = {*(each.by for each in case.said), case.by, *(game.side(seat).person for seat in Seat)}
    people |= {ruled.arbiter for ruled in case.rulings}
    people |= set() if case.against is None else {case.against}
    if case.told is not None and case.told.arbiter is not None:
        people.add(case.told.arbiter)
    names = await desk.persons.names(people)
    brought = brought_key(case)
    text = say(
        "case.own",
        case=case.id,
        claim=claim_text(case),
        brought=say(brought, who=names[case.by], at=case.opened.isoformat()),
        requirements=requirements(case, names) if case.is_claim else None,
        statements=await statement_lines(desk, case, names, opinions=False) or None,
        rulings=[ruled_text(ruled, case, names, game) for ruled in case.rulings] or None,
    )
    buttons: Buttons = ()
    if case.is_query:
        buttons = query_buttons(case) if case.is_open and case.by == said.person.id else ()
    elif case.is_open and case.by == said.person.id:
        buttons = own_buttons(case)
    elif case.is_open:
        buttons = ((Button(say("button.case.defend"), f"k:{case.id}:say"),),)
    desk.reply(said, text, buttons, about=case.game)


async def ask_statement(desk: Desk, said: Said, seen: SeenCase, which: str) -> None:
    """Ask a player for what he has to say in the case."""
    del which
    desk.toast(said)
    if not seen.case.is_open:
        raise GameStateError(Fault("case_over", facts={"case": seen.case.id}))
    await desk.games.of_player(said, seen.case.game)
    await desk.questions.ask(said, STATEMENT, seen.case.id)
    own = seen.case.by == said.person.id
    key = "case.comment_how" if own else "case.defence_how"
    desk.reply(said, say(key, case=seen.case.id), (way_out(STATEMENT),), about=seen.case.game)


async def statement_given(desk: Desk, said: Said, about: str) -> None:
    """Take what a player says in a case: the claimant's comment, or the other's defence."""
    seen = await desk.cases.visible(said, desk.cases.id_of(about))
    await desk.games.of_player(said, seen.case.game)
    text = await words_of(desk, said)
    if text is None:
        return
    digest = await desk.cases.keep_statement(said, seen.case.id, text)
    own = seen.case.by == said.person.id
    give = give_comment if own else give_defence
    events = give(seen.case, said.person.id, digest, said.at)
    await desk.questions.close(said)
    seen = await desk.case_acts.record(seen, events, said.at)
    kept = "case.comment_kept" if own else "case.defence_kept"
    desk.reply(said, say(kept, case=seen.case.id), about=seen.case.game)
    key = "claim.more" if own else "claim.answered"
    await case_notices.tell_statement(desk, seen.case, said.person.id, text, key)


async def take_back(desk: Desk, said: Said, seen: SeenCase, which: str) -> None:
    """Take a claim back, after asking once more: `k:CASE:back` and `k:CASE:back:yes`."""
    if not seen.case.is_claim:
        raise GameStateError(Fault("not_your_claim", facts={"case": seen.case.id}))
    if which != "yes":
        sure = Button(say("button.case.take_back_sure"), f"k:{seen.case.id}:back:yes")
        keep = Button(say("button.keep_claim"), "keep")
        desk.edit(said, say("claim.take_back_ask", case=seen.case.id), ((sure, keep),))
        return
    events = withdraw(seen.case, said.person.id, said.at)
    seen = await desk.case_acts.record(seen, events, said.at)
    desk.edit(said, say("claim.you_took_back", case=seen.case.id))
    await case_notices.tell_withdrawn(desk, seen.case)


BY_PLAYERS: dict[str, Action] = {"say": ask_statement, "back": take_back}
"""What the buttons about a case do for a player of the game."""
