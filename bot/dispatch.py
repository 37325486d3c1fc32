"""Which word, button or event leads to which handler, and who may use it.

Rights are checked here, on the server, each time: menus and buttons are only a convenience. Every
refusal of the engine becomes an answer in the person's language, and takes back whatever the
handler had begun.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.desk.desk import Desk
from bot.desk.questions import Question
from bot.handlers import (
    arbiter,
    case_list,
    cases,
    championship,
    championship_new,
    chat,
    chat_stops,
    claims,
    closing,
    cnis,
    compensation,
    conditions,
    decided,
    dossier,
    endings,
    enter,
    extension,
    game_list,
    group_chat,
    groups,
    homologation,
    leave,
    ledger,
    look,
    my_rating,
    notes,
    person,
    play,
    rating,
    rating_lists,
    rating_why,
    relayed,
    remarks,
    shows,
    standings,
    together,
    verdict,
    writers,
    writes,
)
from bot.language.hints import command_hint
from bot.language.i18n import faults_text
from bot.messages import Incoming, say
from bot.office.limits import Verdict
from bot.office.shared import Said, Shared
from bot.office.unit import UnitOfWork
from engine.errors import EngineError
from engine.notation import is_pass, looks_like_placement

Handler = Callable[[Desk, Said], Awaitable[None]]
Answer = Callable[[Desk, Said, str], Awaitable[None]]
"""Takes an answer; the text is what was kept with the question."""


class Role(Enum):
    """Who may use a command."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, its Romanian and its English name, and who may use it."""

    romanian: str
    english: str
    handler: Handler
    role: Role = Role.ANYONE


COMMANDS = (
    Command("jocuri", "games", game_list.games),
    Command("urmatoarea", "next", together.next_game),
    Command("aminteste", "nudge", together.nudge),
    Command("tabla", "board", look.board),
    Command("fisa", "sheet", look.sheet),
    Command("timp", "time", look.time),
    Command("jurnal", "ledger", ledger.show_all),
    Command("sir", "sequence", look.sequence),
    Command("litere", "letters", look.letters),
    Command("istoric", "history", look.history),
    Command("conditie", "conditional", conditions.condition),
    Command("introdu", "enter", enter.enter),
    Command("nota", "note", notes.note),
    Command("mesaj", "message", chat.message),
    Command("mesaje", "messages", chat.conversation),
    Command("clasament", "standings", standings.standings),
    Command("cuvant", "word", look.words),
    Command("depune", "place", play.place),
    Command("pas", "pass", play.announce_pass),
    Command("returneaza", "giveback", endings.give_back),
    Command("contestatie", "claim", claims.claim),
    Command("cazuri", "cases", case_list.show_list),
    Command("concediu", "leave", leave.leave),
    Command("intrerupere", "interrupt", endings.interruption),
    Command("abandon", "resign", endings.abandon),
    Command("verifica", "verify", look.verify),
    Command("export", "export", look.record),
    Command("dosar", "dossier", dossier.dossier),
    Command("rating", "rating", rating.rating),
    Command("lista", "list", rating_lists.lists),
    Command("ratingul_meu", "my_rating", my_rating.my_rating),
    Command("cnis", "cnis", cnis.cnis),
    Command("setari", "settings", person.settings),
    Command("limba", "language", person.language),
    Command("ajutor", "help", person.help_),
    Command("confidentialitate", "privacy", person.privacy),
    Command("datele_mele", "my_data", person.my_data),
    Command("uita_ma", "forget_me", person.forget_me),
    Command("start", "start", person.start),
    Command("campionat", "championship", championship.championship),
    Command("meci", "match", arbiter.arrange, Role.ARBITER),
    Command("meciuri", "matches", arbiter.matches, Role.ARBITER),
    Command("omologheaza", "homologate", homologation.homologate, Role.ARBITER),
    Command("decizie", "ruling", cases.decision, Role.ARBITER),
    Command("cuvinte_judecate", "judged", cases.judged_words, Role.ARBITER),
    Command("club", "club", cases.club, Role.ARBITER),
    Command("prelungire", "extension", extension.extension, Role.ARBITER),
    Command("inchidere", "closing", closing.closing, Role.ARBITER),
    Command("compensare", "compensation", compensation.compensation, Role.ARBITER),
    Command("invitatie", "invitation", arbiter.invitation, Role.ARBITER),
    Command("grup", "group", groups.group, Role.ARBITER),
    Command("arhiva", "archive", groups.archive, Role.ARBITER),
    Command("leaga", "link", groups.link_here, Role.ARBITER),
    Command("imputernicire", "writer", writers.writer, Role.ARBITER),
    Command("arbitru", "arbiter", arbiter.name_arbiter, Role.OPERATOR),
    Command("responsabil_rating", "rating_keeper", rating.name_keeper, Role.OPERATOR),
)

BY_NAME = {name: command for command in COMMANDS for name in (command.romanian, command.english)}

BUTTONS: dict[str, Handler] = {
    "send": play.send,
    "drop": play.drop,
    "pick": play.chosen,
    "show": shows.show,
    "games": game_list.turned,
    "std": standings.chosen,
    "grp": groups.chosen,
    "copies": groups.copies_chosen,
    "leave": leave.ask_for,
    "unleave": leave.withdraw,
    "chleave": leave.ask_change,
    "swleave": leave.replace,
    "back": endings.judged,
    "quit": endings.abandon_confirmed,
    "offer": endings.interruption_confirmed,
    "int": endings.interruption_answered,
    "keep": endings.keep,
    "ret": endings.return_leg,
    "res": homologation.results,
    "hom": homologation.homologation,
    "homc": homologation.card,
    "homall": homologation.all_undisputed,
    "time": cases.time_ruling,
    "cl": claims.chosen,
    "claim": claims.file,
    "k": case_list.pressed,
    "rule": cases.chosen,
    "remark": remarks.ask,
    "verdict": verdict.begin,
    "state": closing.stated,
    "close": closing.end_all,
    "close1": closing.end_one,
    "ext": extension.chosen,
    "outage": compensation.pressed,
    "because": decided.usual,
    "decide": decided.confirmed,
    "undecide": decided.dropped,
    "for": writes.chosen,
    "note": notes.delete,
    "cond": conditions.delete,
    "next": together.next_pressed,
    "enter": enter.chosen,
    "ent": enter.pressed,
    "entok": enter.confirmed,
    "writer": writers.chosen,
    "hush": chat_stops.hush,
    "report": chat_stops.report,
    "gag": chat_stops.gag,
    "c": championship.pressed,
    "cn": championship_new.pressed,
    "rat": rating.chosen,
    "list": rating_lists.chosen,
    "myrating": my_rating.chosen,
    "cnis": cnis.chosen,
    "page": cnis.page_chosen,
    "lang": person.language_chosen,
    "set": person.setting_chosen,
    "mydata": person.my_data,
    "forget": person.forget_pressed,
}
"""A button's verb, before the first colon of its data, and what it does.

Each handler checks for itself that the person may do this to what the data names.
"""

SENDING = frozenset({"send", "entok"})
"""The buttons that make a placement count."""
MOVES = frozenset({"/depune", "/place", "/pas", "/pass"})
"""The commands that are placements and passes, too."""

ANSWERS: dict[str, Answer] = {
    rating.TOPIC: rating.given,
    rating.DAY_TOPIC: rating.day_given,
    rating.VALUE_TOPIC: rating.value_given,
    cnis.SCALE_TOPIC: cnis.scale_given,
    cnis.WHY_TOPIC: cnis.why_given,
    rating_why.WHY_TOPIC: rating_why.why_given,
    rating_why.CHART_TOPIC: rating_why.chart_given,
    enter.TOPIC: enter.answered,
    "championship": championship_new.typed,
    "competition": championship.typed,
    "reason": decided.reason_given,
    "claim": claims.comment_given,
    "statement": claims.statement_given,
    "opinion": cases.opinion_given,
    "score": cases.score_typed,
    "days": extension.days_typed,
    "outage": compensation.days_given,
    "remark": remarks.given,
    leave.TOPIC: leave.days_given,
    leave.FOR_TOPIC: leave.days_for,
}
"""What a person may have been asked (`bot.desk.questions`), and who takes the text or file.

Each handler checks for itself that the person may still do what it leads to.
"""


class Dispatcher:
    """Sends what people do to its handler."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Act on one incoming thing, in the given unit of work."""
        desk = Desk(unit, self._shared)
        if not incoming.private:
            if not asks_of_group(incoming) or self._heeds_group(incoming):
                await group_chat.heard(desk, incoming)
            else:
                unit.is_ignored = True
            return
        if incoming.blocked is not None:
            await desk.persons.note_blocked(incoming)
            return
        known = await desk.persons.of(incoming)
        handler, args = route(incoming)
        said = Said(incoming, known, args)
        verdict = self._verdict(desk, said)
        if verdict is not Verdict.PASS:
            if verdict is Verdict.TELL:
                too_much(desk, said)
            unit.is_ignored = verdict is Verdict.DROP
            return
        try:
            async with unit.savepoint():
                await handler(desk, said)
        except EngineError as error:
            answer = say("refused", faults=faults_text(error))
            if incoming.callback:
                desk.edit(said, answer)
            else:
                desk.reply(said, answer)

    def _heeds_group(self, incoming: Incoming) -> bool:
        gate = self._shared.gate
        asked = gate.groups.asked(incoming.chat, incoming.update, incoming.at, gate.group)
        return asked is Verdict.PASS

    def _verdict(self, desk: Desk, said: Said) -> Verdict:
        """Return whether the person may ask for more just now; moves are counted by themselves."""
        incoming, gate = said.incoming, self._shared.gate
        if is_move(incoming):
            return gate.moves.asked(said.person.id, incoming.update, incoming.at, gate.move)
        is_official = said.person.arbiter or said.person.rating_keeper
        trusted = is_official or desk.persons.is_operator(said)
        allowance = gate.official if trusted else gate.person
        return gate.people.asked(said.person.id, incoming.update, incoming.at, allowance)


def is_move(incoming: Incoming) -> bool:
    """Return whether somebody plays: types a placement or a pass, or presses to send one."""
    if incoming.callback:
        return incoming.data.partition(":")[0] in SENDING
    text, name = incoming.text.strip(), incoming.text.partition(" ")[0].lower()
    typed = is_pass(text) or looks_like_placement(text) or name in MOVES
    return typed and not incoming.edited and incoming.file is None


def asks_of_group(incoming: Incoming) -> bool:
    """Return whether somebody in a group wants something; the rest is news of the group itself."""
    return bool(incoming.callback) or incoming.text.startswith("/")


def too_much(desk: Desk, said: Said) -> None:
    """Say, once, that it was too much at a time; questions are no reason to turn moves away."""
    text = say("limit.too_many_moves" if is_move(said.incoming) else "limit.too_much")
    if said.incoming.callback:
        desk.toast(said, text, alert=True)
    else:
        desk.reply(said, text)


def route(incoming: Incoming) -> tuple[Handler, str]:
    """Return the handler for what a person did, and what follows the command or verb."""
    if incoming.callback:
        verb, _, args = incoming.data.partition(":")
        return BUTTONS.get(verb, unknown_button), args
    if incoming.edited:
        return person.edited, ""
    if incoming.file is not None:
        return _answer_or(relayed.file), incoming.text
    text = incoming.text.strip()
    if text.startswith(chat.DASHES):
        return chat.dash, text
    if not text.startswith("/"):
        return _answer_or(play.plain_text), text
    name, args = (*text[1:].split(maxsplit=1), "", "")[:2]
    command = BY_NAME.get(name.partition("@")[0].lower())
    return (unknown_command if command is None else _guarded(command)), args.strip()


def _answer_or(otherwise: Handler) -> Handler:
    """Return the handler of what is the answer to a question, or, if none is open, this one.

    A placement, a pass, and whatever replies to a message about a game belong to the game, unless
    it is a placement that was asked for: that on somebody else's sheet.
    """

    async def handler(desk: Desk, said: Said) -> None:
        question = await desk.questions.open(said)
        answer = ANSWERS.get(question.topic) if question is not None else None
        if answer is None or question is None or await _is_for_a_game(desk, said, question):
            await otherwise(desk, said)
        else:
            await answer(desk, said, question.about)

    return handler


async def _is_for_a_game(desk: Desk, said: Said, question: Question) -> bool:
    text = said.args
    if question.topic != enter.TOPIC and (is_pass(text) or looks_like_placement(text)):
        return True
    return await desk.games.replied_to(said) is not None


def _guarded(command: Command) -> Handler:
    async def handler(desk: Desk, said: Said) -> None:
        if may(command.role, desk, said):
            await command.handler(desk, said)
        else:
            role = say(f"role.{command.role.value}")
            desk.reply(said, say("command.not_for_you", role=role))

    return handler


def may(role: Role, desk: Desk, said: Said) -> bool:
    """Return whether the person has the role; operators have every one."""
    operator = desk.persons.is_operator(said)
    return {
        Role.ANYONE: True,
        Role.ARBITER: said.person.arbiter or operator,
        Role.OPERATOR: operator,
    }[role]


async def unknown_command(desk: Desk, said: Said) -> None:
    """Answer a command that there is not, with the one that was meant if it looks like it."""
    typed = said.incoming.text.strip()[1:].partition(" ")[0].partition("@")[0]
    known = (name for name, command in BY_NAME.items() if may(command.role, desk, said))
    desk.reply(said, say("command.unknown", hint=command_hint(typed, known)))


async def unknown_button(desk: Desk, said: Said) -> None:
    """Answer a press on a button that this version does not know."""
    desk.toast(said, say("button.unknown"), alert=True)
