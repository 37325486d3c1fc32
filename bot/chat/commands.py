"""The commands: which handler takes each, which belong together, and what of a game they show.

Tables, and nothing but tables, like those of `bot.chat.routes` for what is pressed and answered.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases import cases
from bot.chat.competitions import groups
from bot.chat.conversation import chat, letters
from bot.chat.handling import Command, Role
from bot.chat.late import (
    analysis,
    arranging,
    calendar,
    case_list,
    championship,
    claims,
    closing,
    cnis,
    compensation,
    conditions,
    docket,
    dossier,
    extension,
    handing_over,
    homologation,
    leave,
    match_list,
    means,
    my_rating,
    notebook,
    notes,
    own_archive,
    places,
    public_pages,
    rating,
    rating_lists,
    regulation,
    retirement,
    standings,
    states,
    verifying,
    writers,
)
from bot.chat.lazy import Lazy
from bot.chat.matches import endings
from bot.chat.people import person, settings
from bot.chat.play import enter, game_list, look, moves, next_game
from bot.chat.play.look import Show
from bot.chat.play.writing import Write
from bot.texts.messages import Text

COMMANDS = (
    Command("jocuri", "games", game_list.games),
    Command("arhiva_mea", "my_archive", own_archive.archive),
    Command("analiza", "analysis", analysis.analysis),
    Command("urmatoarea", "next", next_game.next_game),
    Command("aminteste", "nudge", next_game.nudge),
    Command("tabla", "board", look.board),
    Command("fisa", "sheet", look.sheet),
    Command("timp", "time", look.time),
    Command("jurnal", "ledger", look.days_ledger),
    Command("sir", "sequence", look.sequence),
    Command("litere", "letters", look.letters),
    Command("istoric", "history", look.history),
    Command("conditie", "conditional", conditions.condition),
    Command("carnet", "notebook", notebook.notebook),
    Command("introdu", "enter", enter.enter),
    Command("nota", "note", notes.note),
    Command("mesaj", "message", chat.message),
    Command("mesaje", "messages", chat.conversation),
    Command("clasament", "standings", standings.standings),
    Command("cuvant", "word", look.words),
    Command("depune", "place", moves.place),
    Command("pas", "pass", moves.announce_pass),
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
    Command("rating", "rating", rating.rating),
    Command("lista", "list", rating_lists.lists),
    Command("ratingul_meu", "my_rating", my_rating.my_rating),
    Command("cnis", "cnis", cnis.cnis),
    Command("regulament", "regulation", regulation.regulation),
    Command("setari", "settings", settings.settings),
    Command("limba", "language", settings.language),
    Command("calendar", "calendar", calendar.calendar),
    Command("site", "site", public_pages.site),
    Command("ajutor", "help", Lazy("help.help_")),
    Command("confidentialitate", "privacy", person.privacy),
    Command("datele_mele", "my_data", person.my_data),
    Command("uita_ma", "forget_me", person.forget_me),
    Command("start", "start", person.start),
    Command("campionat", "championship", championship.championship),
    Command("mesa", "desk", docket.docket, Role.ARBITER),
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
    Command("responsabil_rating", "rating_keeper", rating.name_keeper, Role.OPERATOR),
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
    "nudge": next_game.send_nudge,
    "notes": notes.show_notes,
    "conditions": conditions.show_conditions,
    "notebook": notebook.show,
    "lines": chat.show_conversation,
    "write": chat.ask_about,
    "claim": claims.ask_kind,
    "case": cases.open_case,
}
"""What may be shown of a game that a press names: `show:GAME:WHAT` (`look.about_one`)."""

WRITES: dict[str, Write] = {
    "note": notes.add_note,
    "line": chat.send_line,
    letters.TOPIC: letters.send,
    "condition": conditions.set_conditions,
    "notebook": notebook.write,
}
"""What may be written about one: `for:WHAT:GAME` (`writing.about_a_game`)."""

MOVES = frozenset({"/depune", "/place", "/pas", "/pass"})
"""The commands that are placements and passes, too."""

SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        *("jocuri", "urmatoarea", "tabla", "litere", "sir", "cuvant"),
        *("conditie", "carnet", "returneaza", "introdu", "depune", "pas"),
    ),
    "game": (
        *("fisa", "timp", "jurnal", "istoric", "nota", "verifica"),
        *("arhiva_mea", "analiza", "export", "dosar"),
    ),
    "partner": ("mesaj", "mesaje", "legatura", "aminteste", "intrerupere", "abandon"),
    "days": ("concediu", "contestatie", "cazuri", "arbitru", "retragere", "regulament"),
    "competitions": ("campionat", "clasament", "site", "lista", "ratingul_meu", "regulament"),
    "own": ("setari", "limba", "calendar", "confidentialitate", "datele_mele", "uita_ma"),
    "arbiter": (
        *("mesa", "meciuri", "meci", "invitatie", "preda", "omologheaza", "cazuri", "decizie"),
        *("cuvinte_judecate", "prelungire", "compensare", "stare", "inchidere", "imputernicire"),
        *("introdu", "legatura", "dosar", "grup", "arhiva", "leaga", "club"),
    ),
    "keeper": ("rating", "cnis", "lista"),
    "operator": ("arbitru", "responsabil_rating", "preda", "compensare"),
}
"""Which commands belong together, by their Romanian names, in the order in which they are named."""


def describe(command: str, *, is_operator: bool = False) -> Text:
    """Return what the command of that Romanian name does for the person.

    To an operator `/arbitru` names arbiters; everybody else writes to his own by it.
    """
    if is_operator and command == "arbitru":
        return Text("menu.names_arbiter")
    return Text(f"menu.{command}")
