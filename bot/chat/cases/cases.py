"""Cases for the arbiter: the buttons of a card, and rulings without a claim (art. 7.2, 10).

`rule:CASE:RULING` chooses a ruling; `bot.service.decisions` handles reason and confirmation.
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
from bot.service.cases.card_acts import ACTS
from bot.service.cases.cases import SeenCase
from bot.service.cases.ruled_words import WORD_RULINGS
from bot.service.cases.said import all_said
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.cases import RULE, OfCase
from bot.texts.formats import clean
from bot.texts.i18n import faults_text
from bot.texts.messages import Text, say
from bot.texts.notices.cases.cases import ruling_text
from bot.texts.notices.cases.codes import ruling_of
from bot.texts.notices.play.sheets import sheets
from engine.cases.decide import give_opinion
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.errors import EngineError, GameStateError
from engine.ids import PersonId
from storage.cases import case_rows as table

WORDS_LISTED = 40
LONGEST_CLUB = 60
NO_CLUB = "-"
"""The argument of `/club` that removes a stored club."""

Action = Callable[[Service, Said, SeenCase, OfCase], Awaitable[None]]


async def decision(service: Service, said: Said) -> None:
    """Handle `/decizie GAME`: open a case on the arbiter's initiative, or show the open one.

    The code of a match alone means its latest game.
    """
    code = split_game(said.args)[0] or said.args.partition(" ")[0]
    if not code and said.incoming.reply_to is None:
        service.reply(said, say("decision.how"))
        return
    await about_one(service, replace(said, args=code), "case", open_case)


async def open_case(service: Service, said: Said, seen: SeenGame) -> None:
    """Open a case about a game that the person rules, and send them its card."""
    seen = await service.games.ruled_by(said, seen.game.id)
    case = (await service.case_acts.open(said, seen)).case
    await case_cards.send_to(service, case, said.person.id)


async def time_ruling(service: Service, said: Said) -> None:
    """Handle the finding that a game is lost on time: `time:GAME:SEAT`, or `BOTH` (art. 9.4)."""
    await _on_time(service, said, RulingKind.LOST_ON_TIME)


async def as_played(service: Service, said: Said) -> None:
    """Handle the finding that a result is valid despite exceeded time: `asplayed:GAME:SEAT`."""
    await _on_time(service, said, RulingKind.AS_PLAYED)


async def _on_time(service: Service, said: Said, kind: RulingKind) -> None:
    """Begin a ruling on exceeded time, in the open claim about it or in a new case.

    It takes a reason and a second tap like any ruling. A new case opens with the ruling, so a
    cancelled ruling leaves none behind.
    """
    await ask_reason(service, said, *await rulings.on_time(service, said, said.args, kind))


async def ruling_named(service: Service, said: Said) -> None:
    """Handle the tap that chooses a ruling: `rule:CASE:RULING`."""
    case, code = RULE.read(said.args)
    seen = await service.cases.ruled_by(said, case)
    await ask_reason(service, said, seen, ruling_of(code, seen.case))


async def ask_reason(service: Service, said: Said, seen: SeenCase, ruling: Ruling) -> None:
    """Show the ruling's effects and ask for its reason, in a message under the card."""
    try:
        await rulings.check_allowed(service, said, seen.case, ruling)
    except GameStateError as error:
        # A separate message, so that the card stays unchanged.
        service.toast(said)
        service.reply(said, say("refused", faults=faults_text(error)), about=seen.case.game)
        return
    try:
        shown = await rulings.question(service, said, seen, ruling)
    except EngineError:
        # The card's offer is out of date, so it is shown again.
        await case_cards.refresh(service, seen.case)
        raise
    service.toast(said)
    card = said.incoming.message if said.incoming.callback else None
    usual = await rulings.usual_reasons(service, seen.case, ruling)
    await service.decisions.ask(
        _as_message(said),
        rulings.KIND,
        rulings.about_of(seen, ruling),
        shown,
        usual=usual,
        under=card,
    )


def _as_message(said: Said) -> Said:
    """Return the press as a text, so that the answer is a new message."""
    return replace(said, incoming=replace(said.incoming, callback=""))


async def _all(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Show every ruling that the game allows, not only those that answer the claim."""
    del press
    service.edit(said, *await case_cards.card(service, seen.case, every=True))


async def _sheets(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Send both sheets in their current state."""
    del press
    service.toast(said)
    game = await service.games.load(seen.case.game)
    caption = say("case.sheets", case=seen.case.id, game=game.game.id, version=game.seq)
    service.reply(said, caption, pictures=sheets(game.game.id, game.seq), about=game.game.id)


async def _said(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Show all statements of the case in full; opinions only to arbiters."""
    del press
    service.toast(said)
    text = await all_said(service, seen.case, said.person.id)
    service.reply(said, text, about=seen.case.game)


async def _think(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    """Ask for an arbiter's opinion in their next message."""
    del press
    service.toast(said)
    await service.questions.ask(said, OPINION, seen.case.id)
    service.reply(said, say("case.opinion_how", case=seen.case.id), (way_out(OPINION),))


async def opinion_given(service: Service, said: Said, about: str) -> None:
    """Add an arbiter's opinion to the card."""
    seen = await service.cases.ruled_by(said, CaseId(about))
    digest = await service.case_acts.keep_statement(said, seen.case.id, said.args)
    events = give_opinion(seen.case, said.person.id, digest, said.at)
    await service.questions.close(said)
    seen = await service.case_acts.record(seen, events, said.at)
    service.reply(said, say("case.opinion_kept", case=seen.case.id), about=seen.case.game)
    await case_notices.tell_opinion(service, seen.case, said.person.id)


async def _acted(service: Service, said: Said, seen: SeenCase, press: OfCase) -> None:
    service.toast(said, await ACTS[press.what](service, said, seen))


BY_ARBITERS: dict[str, Action] = {"all": _all, "think": _think, **dict.fromkeys(ACTS, _acted)}
"""The actions of a card's buttons for an arbiter of the game."""
BY_ANYBODY: dict[str, Action] = {"sheets": _sheets, "said": _said}
"""The actions of a card's buttons that players may use, too."""


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
    """Handle `/club [NAME]`: an arbiter's club, which reveals a conflict of interest."""
    name = clean(said.args, longest=LONGEST_CLUB, lines=False)
    if name in {"", "—"}:
        known = said.person.club
        service.reply(said, say("club.yours", club=known) if known else say("club.none"))
        return
    none = name == NO_CLUB
    await service.person_acts.change(said, club="" if none else name)
    service.reply(said, say("club.taken_off") if none else say("club.noted", club=name))
