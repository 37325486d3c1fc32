"""The commands: their handlers, their subjects, and the views and texts of a game they select.

This module contains only tables, like `bot.chat.routes` for buttons and answers.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics
from bot.chat.handling import Command, CommandRole
from bot.texts.messages import Text

COMMANDS = (
    Command("jocuri", "games", "play.game_list.games"),
    Command("joaca", "play", "matches.requests.offer"),
    Command("exerseaza", "practice", "matches.practice.practice"),
    Command("cereri", "requests", "matches.requests.listed"),
    Command("arhiva_mea", "my_archive", "matches.archive.archive"),
    Command("analiza", "analysis", "analysis.analysis.analysis"),
    Command("urmatoarea", "next", "play.next_game.next_game"),
    Command("aminteste", "remind", "play.next_game.nudge", former="nudge"),
    Command("tabla", "board", "play.views.board"),
    Command("fisa", "sheet", "play.views.sheet"),
    Command("timp", "time", "play.views.time"),
    Command("jurnal", "time_log", "play.views.days_ledger", former="ledger"),
    Command("sir", "sequence", "play.views.sequence"),
    Command("litere", "letters", "play.views.letters"),
    Command("istoric", "history", "play.views.history"),
    Command("conditie", "conditional", "play.conditions.condition"),
    Command("carnet", "notebook", "play.notebook.notebook"),
    Command("introdu", "enter", "play.enter.enter"),
    Command("nota", "note", "play.notes.note"),
    Command("mesaj", "message", "conversation.chat.message"),
    Command("mesaje", "messages", "conversation.chat.conversation"),
    Command("clasament", "standings", "competitions.standings.standings"),
    Command("galerie", "hall_of_fame", "competitions.gallery.gallery"),
    Command("cauta", "search", "competitions.searching.search"),
    Command("cuvant", "word", "play.views.words"),
    Command("depune", "move", "play.moves.place", former="place"),
    Command("pas", "pass", "play.moves.announce_pass"),
    Command("returneaza", "send_back", "matches.endings.give_back", former="giveback"),
    Command("contestatie", "claim", "cases.claims.claim"),
    Command("cazuri", "cases", "cases.overview.show_list"),
    Command("concediu", "leave", "days.leave.leave"),
    Command("legatura", "channel", "conversation.channel.show", former="means"),
    Command("intrerupere", "end_early", "matches.endings.interruption", former="interrupt"),
    Command("abandon", "resign", "matches.endings.abandon"),
    Command("retragere", "withdraw", "competitions.retirement.retire", former="retire"),
    Command("verifica", "verify", "matches.verifying.verify"),
    Command("export", "export", "play.views.record"),
    Command("dosar", "case_file", "cases.dossier.dossier", former="dossier"),
    Command("rating", "rating", "ratings.rating.rating"),
    Command("lista", "list", "ratings.lists.lists"),
    Command("ratingul_meu", "my_rating", "ratings.own.my_rating"),
    Command("cnis", "cnis", "ratings.cnis.cnis"),
    Command("regulament", "regulation", "conversation.regulation.regulation"),
    Command("setari", "settings", "people.settings.settings"),
    Command("limba", "language", "people.settings.language"),
    Command("calendar", "calendar", "people.calendar.calendar"),
    Command("site", "site", "competitions.public_pages.site"),
    Command("ajutor", "help", "conversation.help.help_"),
    Command("confidentialitate", "privacy", "people.person.privacy"),
    Command("datele_mele", "my_data", "people.person.my_data"),
    Command("uita_ma", "forget_me", "people.person.forget_me"),
    Command("start", "start", "people.person.start"),
    Command("campionat", "championship", "competitions.championship.championship"),
    Command("mesa", "tasks", "cases.task_list.show", CommandRole.ARBITER, former="desk"),
    Command("meciuri", "matches", "matches.match_list.matches", CommandRole.ARBITER),
    Command("jucator", "player", "cases.players.player", CommandRole.ARBITER),
    Command("meci", "match", "matches.arranging.arrange", CommandRole.ARBITER),
    Command("preia", "import", "matches.importing.start", CommandRole.ARBITER),
    Command(
        "omologheaza",
        "approve",
        "matches.approval.approve",
        CommandRole.ARBITER,
        former="homologate",
    ),
    Command("decizie", "ruling", "cases.cases.decision", CommandRole.ARBITER),
    Command(
        "cuvinte_judecate",
        "judged_words",
        "cases.cases.judged_words",
        CommandRole.ARBITER,
        former="judged",
    ),
    Command("club", "club", "cases.cases.club", CommandRole.ARBITER),
    Command("prelungire", "extension", "days.extension.extension", CommandRole.ARBITER),
    Command("inchidere", "closing", "competitions.closing.closing", CommandRole.ARBITER),
    Command("stare", "game_state", "matches.states.stare", CommandRole.ARBITER, former="state"),
    Command(
        "compensare",
        "give_days",
        "days.compensation.compensation",
        CommandRole.ARBITER,
        former="compensation",
    ),
    Command("invitatie", "invitation", "matches.places.invitation", CommandRole.ARBITER),
    Command("preda", "hand_over", "matches.handing_over.hand_over", CommandRole.ARBITER),
    Command("grup", "group", "competitions.groups.group", CommandRole.ARBITER),
    Command("arhiva", "archive", "competitions.groups.archive", CommandRole.ARBITER),
    Command("leaga", "link", "competitions.groups.link_here", CommandRole.ARBITER),
    Command("imputernicire", "writer", "people.writers.writer", CommandRole.ARBITER),
    Command("arbitru", "arbiter", "conversation.letters.arbiter"),
    Command(
        "responsabil_rating",
        "ratings_officer",
        "ratings.rating.name_keeper",
        CommandRole.OPERATOR,
        former="rating_keeper",
    ),
)

BY_NAME = {name: command for command in COMMANDS for name in command.names}
"""The commands by every name that a person may type."""

SHOWS: Final[Mapping[str, str]] = {
    "sheet": "play.views.show_sheet",
    "time": "play.views.show_time",
    "dossier": "cases.dossier.send_dossier",
    "ledger": "play.views.show_ledger",
    "sequence": "play.views.show_sequence",
    "letters": "play.views.show_letters",
    "board": "play.views.show_board",
    "history": "play.views.show_history",
    "export": "play.views.show_record",
    "verify": "matches.verifying.show_verification",
    "nudge": "play.next_game.send_nudge",
    "notes": "play.notes.show_notes",
    "conditions": "play.conditions.show_conditions",
    "notebook": "play.notebook.show",
    "lines": "conversation.chat.show_conversation",
    "write": "conversation.chat.ask_about",
    "claim": "cases.claims.ask_kind",
    "case": "cases.cases.open_case",
}
"""The views of a game in a button's data: `show:GAME:WHAT` (`look.about_one`)."""

WRITES: Final[Mapping[str, str]] = {
    "note": "play.notes.add_note",
    "line": "conversation.chat.send_line",
    topics.LETTER: "conversation.letters.send",
    "condition": "play.conditions.set_conditions",
    "notebook": "play.notebook.write",
}
"""The kinds of text about a game: `for:WHAT:GAME` (`writing.about_a_game`)."""

MOVES = frozenset({"/depune", "/move", "/place", "/pas", "/pass"})
"""The commands that are also moves or passes."""

SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        *(
            "exerseaza",
            "joaca",
            "cereri",
            "jocuri",
            "urmatoarea",
            "tabla",
            "litere",
            "sir",
            "cuvant",
        ),
        *("conditie", "carnet", "returneaza", "introdu", "depune", "pas"),
    ),
    "game": (
        *("fisa", "timp", "jurnal", "istoric", "nota", "verifica"),
        *("arhiva_mea", "analiza", "export", "dosar"),
    ),
    "partner": ("mesaj", "mesaje", "legatura", "aminteste", "intrerupere", "abandon"),
    "days": ("concediu", "contestatie", "cazuri", "arbitru", "retragere", "regulament"),
    "competitions": (
        *("campionat", "clasament", "galerie", "cauta", "site", "lista", "ratingul_meu"),
        "regulament",
    ),
    "own": ("setari", "limba", "calendar", "confidentialitate", "datele_mele", "uita_ma"),
    "arbiter": (
        *(
            "mesa",
            "meciuri",
            "jucator",
            "meci",
            "preia",
            "invitatie",
            "preda",
            "omologheaza",
            "cazuri",
            "decizie",
        ),
        *("cuvinte_judecate", "prelungire", "compensare", "stare", "inchidere", "imputernicire"),
        *("introdu", "legatura", "dosar", "grup", "arhiva", "leaga", "club"),
    ),
    "keeper": ("rating", "cnis", "lista"),
    "operator": ("arbitru", "responsabil_rating", "preda", "compensare"),
}
"""The commands of each subject, by their Romanian names, in display order."""


def describe(command: str, *, is_operator: bool = False) -> Text:
    """Return the description of the command with that Romanian name.

    For an operator `/arbitru` names arbiters; for all others it writes to their own.
    """
    if is_operator and command == "arbitru":
        return Text("menu.names_arbiter")
    return Text(f"menu.{command}")
