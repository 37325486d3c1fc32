"""The commands: their names, who may use them, and their subjects.

Their handlers are in the tables of `bot.chat.routes`, with those of buttons and answers.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import Command, CommandRole
from bot.texts.messages import Text
from engine.notation import fold
from engine.typed import undecorated

COMMANDS: Final = (
    Command("jocuri", "games"),
    Command("joaca", "play"),
    Command("exerseaza", "practice"),
    Command("cereri", "requests"),
    Command("arhiva_mea", "my_archive"),
    Command("analiza", "analysis"),
    Command("urmatoarea", "next"),
    Command("aminteste", "remind", former="nudge"),
    Command("tabla", "board"),
    Command("fisa", "sheet"),
    Command("timp", "time"),
    Command("jurnal", "time_log", former="ledger"),
    Command("sir", "sequence"),
    Command("litere", "letters"),
    Command("istoric", "history"),
    Command("conditie", "conditional"),
    Command("carnet", "notebook"),
    Command("introdu", "enter"),
    Command("nota", "note"),
    Command("mesaj", "message"),
    Command("mesaje", "messages"),
    Command("clasament", "standings"),
    Command("galerie", "hall_of_fame"),
    Command("cauta", "search"),
    Command("cuvant", "word"),
    Command("depune", "move", former="place"),
    Command("pas", "pass"),
    Command("returneaza", "send_back", former="giveback"),
    Command("contestatie", "claim"),
    Command("cazuri", "cases"),
    Command("concediu", "leave"),
    Command("legatura", "channel", former="means"),
    Command("intrerupere", "end_early", former="interrupt"),
    Command("abandon", "resign"),
    Command("retragere", "withdraw", former="retire"),
    Command("verifica", "verify"),
    Command("export", "export"),
    Command("dosar", "case_file", former="dossier"),
    Command("rating", "rating"),
    Command("lista", "list"),
    Command("ratingul_meu", "my_rating"),
    Command("cnis", "cnis"),
    Command("regulament", "regulation"),
    Command("setari", "settings"),
    Command("limba", "language"),
    Command("calendar", "calendar"),
    Command("email", "email"),
    Command("continua", "continue"),
    Command("site", "site"),
    Command("ajutor", "help"),
    Command("confidentialitate", "privacy"),
    Command("datele_mele", "my_data"),
    Command("uita_ma", "forget_me"),
    Command("start", "start"),
    Command("campionat", "championship"),
    Command("mesa", "tasks", CommandRole.ARBITER, former="desk"),
    Command("meciuri", "matches", CommandRole.ARBITER),
    Command("jucator", "player", CommandRole.ARBITER),
    Command("meci", "match", CommandRole.ARBITER),
    Command("preia", "import", CommandRole.ARBITER),
    Command("omologheaza", "approve", CommandRole.ARBITER, former="homologate"),
    Command("decizie", "ruling", CommandRole.ARBITER),
    Command("cuvinte_judecate", "judged_words", CommandRole.ARBITER, former="judged"),
    Command("club", "club", CommandRole.ARBITER),
    Command("prelungire", "extension", CommandRole.ARBITER),
    Command("inchidere", "closing", CommandRole.ARBITER),
    Command("stare", "game_state", CommandRole.ARBITER, former="state"),
    Command("compensare", "give_days", CommandRole.ARBITER, former="compensation"),
    Command("invitatie", "invitation", CommandRole.ARBITER),
    Command("preda", "hand_over", CommandRole.ARBITER),
    Command("grup", "group", CommandRole.ARBITER),
    Command("arhiva", "archive", CommandRole.ARBITER),
    Command("leaga", "link", CommandRole.ARBITER),
    Command("imputernicire", "writer", CommandRole.ARBITER),
    Command("arbitru", "arbiter"),
    Command("responsabil_rating", "ratings_officer", CommandRole.OPERATOR, former="rating_keeper"),
    Command("persoana", "person", CommandRole.OPERATOR),
)

BY_NAME: Final = {name: command for command in COMMANDS for name in command.names}
"""The commands by every name that a person may type."""

MOVES: Final = frozenset({BY_NAME["depune"], BY_NAME["pas"]})
"""The commands that make a move or a pass."""

_BY_SUBJECT: Final = {
    "play": (
        "exerseaza joaca cereri jocuri urmatoarea tabla litere sir cuvant "
        "conditie carnet returneaza introdu depune pas"
    ),
    "game": "fisa timp jurnal istoric nota verifica arhiva_mea analiza export dosar",
    "partner": "mesaj mesaje legatura aminteste intrerupere abandon",
    "days": "concediu contestatie cazuri arbitru retragere regulament",
    "competitions": "campionat clasament galerie cauta site lista ratingul_meu regulament",
    "own": "setari limba calendar email continua confidentialitate datele_mele uita_ma",
    "arbiter": (
        "mesa meciuri jucator meci preia invitatie preda omologheaza cazuri decizie "
        "cuvinte_judecate prelungire compensare stare inchidere imputernicire "
        "introdu legatura dosar grup arhiva leaga club"
    ),
    "keeper": "rating cnis lista",  # the ratings officer
    "operator": "arbitru responsabil_rating persoana preda compensare",
}
"""The commands of each subject; one may have several, and `start`, which nobody types, has none."""
SUBJECTS: Final[Mapping[str, tuple[str, ...]]] = {
    subject: tuple(names.split()) for subject, names in _BY_SUBJECT.items()
}
"""The commands of each subject, by their Romanian names, in display order."""


def command_named(name: str) -> Command | None:
    """Return the command of that name, or None; diacritics make no difference: `/setări`."""
    return BY_NAME.get(undecorated(fold(name)).partition("@")[0].lower())


def describe(command: str, *, is_operator: bool = False) -> Text:
    """Return the description of the command with that Romanian name.

    For an operator `/arbitru` names arbiters; for all others it writes to their own.
    """
    if is_operator and command == "arbitru":
        return Text("menu.names_arbiter")
    return Text(f"menu.{command}")
