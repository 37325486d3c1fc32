"""Cases on the arbiter's side: the card's buttons, and rulings without a claim (art. 7.2, 10).

A ruling is chosen by `rule:CASE:RULING`; reason and confirmation are the steps of
`bot.service.decisions`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.chat.play.look import about_one
from bot.chat.play.writing import split_game
from bot.chat.topics import OPINION
from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.cases import notices as case_notices
from bot.service.cases import rulings
from bot.service.cases.cases import SeenCase
from bot.service.cases.ruled_words import WORD_RULINGS
from bot.service.cases.said import statement_lines
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.formats import clean
from bot.texts.i18n import faults_text
from bot.texts.messages import Text, say
from bot.texts.notices.cases.cases import ruling_text
from bot.texts.notices.cases.codes import ruling_of
from bot.texts.notices.play.sheets import sheets
from engine.cases.decide import ask_opinion, give_opinion, tell_partner, withdraw
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.errors import EngineError, Fault, GameStateError
from engine.ids import GameId, PersonId, Seat
from storage.cases import case_rows as table

WORDS_LISTED = 40
LONGEST_CLUB = 60
BOTH = "both"
"""What the button says for both players in place of a seat."""
NO_CLUB = "-"
"""What `/club` takes off a club that is noted."""

Action = Callable[[Service, Said, SeenCase, str], Awaitable[None]]


async def decision(service: Service, said: Said) -> None:
    """Handle `/decizie GAME`: a case of the arbiter's own accord, or the one that is open.

    With the code of a match alone it is the game of it begun last.
    """
    code = split_game(said.args)[0] or said.args.partition(" ")[0]
    if not code and said.incoming.reply_to is None:
        service.reply(said, say("decision.how"))
        return
    await about_one(service, replace(said, args=code), "case", open_case)


async def open_case(service: Service, said: Said, seen: SeenGame) -> None:
    """Open a case about a game that the person rules, and send him its card."""
    seen = await service.games.ruled_by(said, seen.game.id)
    case = (await service.case_acts.open(said, seen)).case
    await case_cards.send_to(service, case, said.person.id)


async def time_ruling(service: Service, said: Said) -> None:
    """Handle the finding that a game is lost on time: `time:GAME:SEAT`, or `BOTH` (art. 9.4)."""
    await _on_time(service, said, RulingKind.LOST_ON_TIME)


async def as_played(service: Service, said: Said) -> None:
    """Handle his finding that a result stands though time was exceeded: `asplayed:GAME:SEAT`."""
    await _on_time(service, said, RulingKind.AS_PLAYED)


async def _on_time(service: Service, said: Said, kind: RulingKind) -> None:
    """Begin a ruling on exceeded time: in the claim about it, if one is open, else of his own.

    It takes its reason and a second tap like any other; a case of his own is opened with it, so
    that none is left behind by who thinks better of it.
    """
    game, _, seat = said.args.rpartition(":")
    seen = await service.games.ruled_by(said, GameId(game))
    if seat == BOTH and kind is RulingKind.LOST_ON_TIME:
        late = {side.person for side in (seen.game.red, seen.game.blue)}
        ruling = Ruling(kind=RulingKind.BOTH_LOST_ON_TIME)
    elif seat in set(Seat):
        late = {seen.game.side(Seat(seat)).person}
        ruling = Ruling(kind=kind, seat=Seat(seat))
    else:
        raise GameStateError(Fault("button_unknown"))
    about = [one for one in await service.cases.of_game(seen.game.id) if one.case.is_open]
    claims = [one for one in about if one.case.kind == "time" and one.case.against in late]
    complete = [one for one in claims if one.case.complete_at is not None]
    own = await service.cases.of_own_accord(seen, said.person.id, said.at)
    case = complete[0] if complete else own
    await ask_reason(service, said, case, ruling)


async def ruling_named(service: Service, said: Said) -> None:
    """Handle the tap that chooses a ruling: `rule:CASE:RULING`."""
    case, _, code = said.args.rpartition(":")
    seen = await service.cases.ruled_by(said, CaseId(case))
    await ask_reason(service, said, seen, ruling_of(code, seen.case))


async def ask_reason(service: Service, said: Said, seen: SeenCase, ruling: Ruling) -> None:
    """Show what the ruling would bring and ask for its reason, under the card; it stays there."""
    try:
        await rulings.check_allowed(service, said, seen.case, ruling)
    except GameStateError as error:
        # A message of its own, so that the card stays as it is.
        service.toast(said)
        service.reply(said, say("refused", faults=faults_text(error)), about=seen.case.game)
        return
    try:
        shown = await rulings.question(service, said, seen, ruling)
    except EngineError:
        # What the card offered cannot be done any more: it is shown as things stand now.
        await case_cards.refresh(service, seen.case)
        raise
    service.toast(said)
    usual = rulings.usual_reasons(seen.case.kind, ruling.kind)
    await service.decisions.ask(
        _as_message(said), rulings.KIND, rulings.about_of(seen, ruling), shown, usual=usual
    )


def _as_message(said: Said) -> Said:
    """Return the same as if it had been written: the answer is a message of its own."""
    return replace(said, incoming=replace(said.incoming, callback=""))


async def _all(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Show every ruling that the game allows, not only what answers the claim."""
    del which
    service.edit(said, *await case_cards.card(service, seen.case, every=True))


async def _sheets(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Send both sheets as they stand now."""
    del which
    service.toast(said)
    game = await service.games.load(seen.case.game)
    caption = say("case.sheets", case=seen.case.id, game=game.game.id, version=game.seq)
    service.reply(said, caption, pictures=sheets(game.game.id, game.seq), about=game.game.id)


async def _said(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Show everything that was said in the case, whole; opinions only to arbiters."""
    del which
    service.toast(said)
    case = seen.case
    people = {each.by for each in case.said}
    if case.against is not None:
        people.add(case.against)
    names = await service.persons.names(people)
    arbiter = said.person.id in await service.cases.arbiters(case)
    lines = await statement_lines(service, case, names, opinions=arbiter)
    service.reply(said, say("case.all_said", case=case.id, lines=lines), about=case.game)


async def _ask(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Ask the other arbiters what they think."""
    del which
    await service.case_acts.record(seen, ask_opinion(seen.case, said.person.id, said.at), said.at)
    asked = await case_notices.ask_opinions(service, seen.case, said.person.id)
    service.toast(said, say("case.opinions_asked", n=asked))


async def _think(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Take an arbiter's opinion in his next message."""
    del which
    service.toast(said)
    await service.questions.ask(said, OPINION, seen.case.id)
    service.reply(said, say("case.opinion_how", case=seen.case.id), (way_out(OPINION),))


async def opinion_given(service: Service, said: Said, about: str) -> None:
    """Put an arbiter's opinion on the card."""
    seen = await service.cases.ruled_by(said, CaseId(about))
    digest = await service.case_acts.keep_statement(said, seen.case.id, said.args)
    events = give_opinion(seen.case, said.person.id, digest, said.at)
    await service.questions.close(said)
    seen = await service.case_acts.record(seen, events, said.at)
    service.reply(said, say("case.opinion_kept", case=seen.case.id), about=seen.case.game)
    await case_notices.tell_opinion(service, seen.case, said.person.id)


async def _told(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Note that the arbiter has told the partner himself: the claim is complete (art. 7.2)."""
    del which
    by: PersonId = said.person.id
    await service.case_acts.complete(seen, tell_partner(seen.case, said.at, said.at, arbiter=by))
    service.toast(said, say("case.told_noted"))


async def _hear(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Tell both players of a case of the arbiter's own, and let them be heard."""
    del which
    await case_notices.hear_players(service, seen.case, said.person.id)
    service.toast(said, say("case.players_asked"))


async def _drop(service: Service, said: Said, seen: SeenCase, which: str) -> None:
    """Close a case without a ruling: whoever opened it."""
    del which
    seen = await service.case_acts.record(
        seen, withdraw(seen.case, said.person.id, said.at), said.at
    )
    service.toast(said, say("case.closed", case=seen.case.id))
    await case_notices.tell_closed(service, seen.case)


BY_ARBITERS: dict[str, Action] = {
    "all": _all,
    "ask": _ask,
    "think": _think,
    "told": _told,
    "hear": _hear,
    "drop": _drop,
}
"""What the buttons of a card do for an arbiter of the game."""
BY_ANYBODY: dict[str, Action] = {"sheets": _sheets, "said": _said}
"""What they do for the players, too."""


async def judged_words(service: Service, said: Said) -> None:
    """Handle `/cuvinte_judecate`: the words ruled on so far, by competition (art. 5.3)."""
    person = said.person.id
    scopes = [
        (seen.competition.code, seen.competition.title)
        for seen in await service.competitions.all_ruled(person)
    ]
    blocks = [await _words_of(service, title, code, person) for code, title in [*scopes, ("", "")]]
    found = [block for block in blocks if block is not None]
    if not found:
        service.reply(said, say("judged.none"))
        return
    service.reply(said, say("judged.list", blocks=found))


async def _words_of(service: Service, title: str, code: str, arbiter: PersonId) -> Text | None:
    rows = await table.with_ruling(service.unit.tx, WORD_RULINGS, competition=code, arbiter=arbiter)
    if not rows:
        return None
    lines = []
    for row in rows[-WORDS_LISTED:]:
        case = (await service.cases.load(row.case_id)).case
        game = (await service.games.load(row.game_id)).game
        names = await service.persons.names((game.red.person, game.blue.person))
        ruled = case.rulings[-1]
        lines.append(
            say(
                "judged.row",
                ruling=ruling_text(ruled.ruling, case, game, names, made=True),
                case=case.id,
                at=ruled.at.isoformat(),
                reason=ruled.reason,
            )
        )
    return say("judged.block", title=title or say("judged.other"), rows=lines)


async def club(service: Service, said: Said) -> None:
    """Handle `/club [NAME]`: an arbiter's club, by which a conflict of interest is shown."""
    name = clean(said.args, longest=LONGEST_CLUB, lines=False)
    if name in {"", "—"}:
        known = said.person.club
        service.reply(said, say("club.yours", club=known) if known else say("club.none"))
        return
    none = name == NO_CLUB
    await service.person_acts.change(said, club="" if none else name)
    service.reply(said, say("club.taken_off") if none else say("club.noted", club=name))
