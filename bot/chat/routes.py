"""Which command, button or answer leads to which handler: tables, and nothing but tables.

How what somebody wrote or pressed is looked up here, and who may, is `bot.chat.dispatch`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.chat.handlers import (
    arranging,
    case_figures,
    case_list,
    case_own,
    cases,
    championship,
    championship_card,
    championship_new,
    chat,
    chat_offer,
    chat_stops,
    claims,
    closing,
    compensation,
    conditions,
    decided,
    docket,
    dossier,
    endings,
    enter,
    extension,
    game_list,
    groups,
    handing_over,
    homologation,
    joining,
    leave,
    letters,
    look,
    match_list,
    means,
    notes,
    own_archive,
    own_proposals,
    person,
    places,
    play,
    preview,
    rating_topics,
    regulation,
    relayed,
    remarks,
    replies,
    retirement,
    settings,
    standings,
    states,
    together,
    verifying,
    word_queries,
    writers,
    writing,
)
from bot.chat.handlers.look import Handler, Show
from bot.chat.handlers.writing import Write
from bot.chat.lazy import Lazy
from bot.runtime.shared import Said
from bot.service.decisions import REASON
from bot.service.service import Service

Answer = Callable[[Service, Said, str], Awaitable[None]]
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
    Command("arhiva_mea", "my_archive", own_archive.archive),
    Command("urmatoarea", "next", together.next_game),
    Command("aminteste", "nudge", together.nudge),
    Command("tabla", "board", look.board),
    Command("fisa", "sheet", look.sheet),
    Command("timp", "time", look.time),
    Command("jurnal", "ledger", look.days_ledger),
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
    Command("legatura", "means", means.means),
    Command("intrerupere", "interrupt", endings.interruption),
    Command("abandon", "resign", endings.abandon),
    Command("retragere", "retire", retirement.retire),
    Command("verifica", "verify", verifying.verify),
    Command("export", "export", look.record),
    Command("dosar", "dossier", dossier.dossier),
    Command("rating", "rating", Lazy("rating.rating")),
    Command("lista", "list", Lazy("rating_lists.lists")),
    Command("ratingul_meu", "my_rating", Lazy("my_rating.my_rating")),
    Command("cnis", "cnis", Lazy("cnis.cnis")),
    Command("regulament", "regulation", regulation.regulation),
    Command("setari", "settings", settings.settings),
    Command("limba", "language", settings.language),
    Command("ajutor", "help", Lazy("help.help_")),
    Command("confidentialitate", "privacy", person.privacy),
    Command("datele_mele", "my_data", person.my_data),
    Command("uita_ma", "forget_me", person.forget_me),
    Command("start", "start", person.start),
    Command("campionat", "championship", championship.championship),
    Command("mesa", "service", docket.docket, Role.ARBITER),
    Command("meciuri", "matches", match_list.matches, Role.ARBITER),
    Command("meci", "match", arranging.arrange, Role.ARBITER),
    Command("omologheaza", "homologate", homologation.homologate, Role.ARBITER),
    Command("decizie", "ruling", cases.decision, Role.ARBITER),
    Command("cuvinte_judecate", "judged", cases.judged_words, Role.ARBITER),
    Command("club", "club", cases.club, Role.ARBITER),
    Command("prelungire", "extension", extension.extension, Role.ARBITER),
    Command("inchidere", "closing", closing.closing, Role.ARBITER),
    Command("stare", "state", states.stare, Role.ARBITER),
    Command("compensare", "compensation", compensation.compensation, Role.ARBITER),
    Command("invitatie", "invitation", places.invitation, Role.ARBITER),
    Command("preda", "hand_over", handing_over.hand_over, Role.ARBITER),
    Command("grup", "group", groups.group, Role.ARBITER),
    Command("arhiva", "archive", groups.archive, Role.ARBITER),
    Command("leaga", "link", groups.link_here, Role.ARBITER),
    Command("imputernicire", "writer", writers.writer, Role.ARBITER),
    Command("arbitru", "arbiter", letters.arbiter),
    Command("responsabil_rating", "rating_keeper", Lazy("rating.name_keeper"), Role.OPERATOR),
)

BY_NAME = {name: command for command in COMMANDS for name in (command.romanian, command.english)}

SHOWS: dict[str, Show] = {
    "sheet": look.show_sheet,
    "time": look.show_time,
    "dossier": dossier.send_dossier,
    "ledger": look.show_ledger,
    "sequence": look.show_sequence,
    "letters": look.show_letters,
    "board": look.show_board,
    "history": look.show_history,
    "export": look.show_record,
    "verify": verifying.show_verification,
    "nudge": together.send_nudge,
    "notes": notes.show_notes,
    "conditions": conditions.show_conditions,
    "lines": chat.show_conversation,
    "claim": claims.ask_kind,
    "case": cases.open_case,
}
"""What may be shown of a game that a press names: `show:GAME:WHAT` (`look.about_one`)."""

WRITES: dict[str, Write] = {
    "note": notes.add_note,
    "line": chat.send_line,
    letters.TOPIC: letters.send,
    "condition": conditions.set_conditions,
}
"""What may be written about one: `for:WHAT:GAME` (`writing.about_a_game`)."""

BUTTONS: dict[str, Handler] = {
    "send": preview.send,
    "drop": preview.drop,
    "other": play.another_game,
    "sheet": relayed.answered,
    "ask": word_queries.ask,
    "askc": conditions.ask,
    "word": word_queries.answer,
    "pass": play.pass_pressed,
    "pick": play.game_named,
    "as": play.read_as,
    "show": look.shown_by(SHOWS),
    "games": game_list.turned,
    "arch": own_archive.turned,
    "archg": own_archive.opened,
    "std": standings.show_table,
    "grp": groups.pressed,
    "copies": groups.copies_chosen,
    "leave": leave.ask_for,
    "unleave": leave.withdraw,
    "chleave": leave.ask_change,
    "swleave": leave.replace,
    "back": endings.judged,
    "quit": endings.abandon_confirmed,
    "retire": retirement.pressed,
    "offer": endings.interruption_confirmed,
    "int": endings.interruption_answered,
    "keep": endings.keep,
    "mesa": docket.pressed,
    "matches": match_list.turned,
    "ret": endings.return_leg,
    "res": homologation.results,
    "resc": homologation.shown,
    "noreason": homologation.no_reason,
    "hom": homologation.homologation,
    "homc": homologation.card,
    "homall": homologation.all_undisputed,
    "time": cases.time_ruling,
    "asplayed": cases.as_played,
    "cl": claims.pressed,
    "claim": claims.file,
    "k": case_list.pressed,
    "card": replies.chosen,
    "rule": cases.ruling_named,
    "remark": remarks.ask,
    "letter": letters.ask,
    "stare": states.pressed,
    "means": means.pressed,
    "own": own_proposals.pressed,
    "verify": verifying.pressed,
    "verdict": decided.ask_reason,
    "state": closing.stated,
    "close": closing.end_all,
    "close1": closing.end_one,
    "ext": extension.pressed,
    "outage": compensation.pressed,
    "because": decided.usual,
    "decide": decided.confirmed,
    "undecide": decided.dropped,
    "for": writing.written_by(WRITES),
    "note": notes.delete,
    "cond": conditions.delete,
    "next": together.next_pressed,
    "enter": enter.game_named,
    "ent": enter.pressed,
    "entok": enter.confirmed,
    "join": joining.pressed,
    "meci": arranging.pressed,
    "places": places.pressed,
    "name": places.name_pressed,
    "writer": writers.pressed,
    "hand": handing_over.pressed,
    "hush": chat_stops.hush,
    "write": chat.ask_line,
    "line": chat_offer.pressed,
    "report": chat_stops.report,
    "gag": chat_stops.gag,
    "c": championship.pressed,
    "cn": championship_new.pressed,
    "rat": Lazy("rating.pressed"),
    "list": Lazy("rating_lists.pressed"),
    "myrating": Lazy("my_rating.pressed"),
    "cnis": Lazy("cnis.ask_scale"),
    "page": Lazy("cnis.page_chosen"),
    "help": Lazy("help.pressed"),
    "reg": regulation.pressed,
    "lang": settings.language_chosen,
    "set": settings.setting_chosen,
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
    arranging.START: arranging.start_given,
    arranging.TITLE: arranging.title_given,
    places.TOPIC: places.name_given,
    rating_topics.FILES: Lazy("rating_files.given"),
    rating_topics.DAY: Lazy("rating.day_given"),
    rating_topics.VALUE: Lazy("rating.value_given"),
    rating_topics.SCALE: Lazy("cnis.scale_given"),
    rating_topics.SCALE_WHY: Lazy("cnis.why_given"),
    rating_topics.RATING_WHY: Lazy("rating_why.why_given"),
    rating_topics.CHART: Lazy("rating_why.chart_given"),
    enter.TOPIC: enter.answered,
    championship_new.TOPIC: championship_new.typed,
    championship_card.TOPIC: championship.typed,
    REASON: decided.reason_given,
    claims.COMMENT: claims.comment_given,
    case_own.STATEMENT: case_own.statement_given,
    cases.OPINION: cases.opinion_given,
    case_figures.SCORE: case_figures.score_typed,
    case_figures.PENALTY: case_figures.penalty_typed,
    extension.TOPIC: extension.days_typed,
    compensation.TOPIC: compensation.days_given,
    remarks.TOPIC: remarks.given,
    letters.TOPIC: letters.given,
    means.TOPIC: means.given,
    own_proposals.TOPIC: own_proposals.given,
    leave.TOPIC: leave.days_given,
    chat.TOPIC: chat.line_given,
    leave.FOR_TOPIC: leave.days_for,
    settings.TOPIC: settings.city_given,
}
"""What a person may have been asked (`bot.service.questions`), and who takes the text or file.

Each handler checks for itself that the person may still do what it leads to.
"""

BY_FILE = frozenset({rating_topics.FILES})
"""The questions that files answer: to a voice note or a film, too, they say what is wanted."""
