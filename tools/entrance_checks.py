"""The table of `docs/tables.md` that shows every entrance of names with every check.

A cell about a file or a name is what the entrance's readers do with the oddity (`table_checks`). A
cell about persons is „yes” if the entrance's code leads to the check (`tools.calls`); otherwise it
gives the reason why there is nothing to check.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.chat.competitions import entry_lists, importing, phase_steps, replacing
from bot.chat.competitions import sign_up as sign_up_chat
from bot.chat.matches import arranging, corrected_names
from bot.chat.ratings import list_files
from bot.cli.ratings import cnis_input
from bot.cli.ratings import lists as rating_commands
from bot.documents.tables import pasted_players, player_lists
from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import read_players
from bot.documents.tables.cnis_season import read_season
from bot.documents.tables.import_form import read_import
from bot.documents.tables.places import read_places
from bot.documents.tables.players import read_known, read_starts
from bot.ratings.cnis import tasks as cnis_tasks
from bot.ratings.jobs import known_people
from bot.ratings.jobs.runner import RatingRunner
from bot.ratings.lists import tasks as rating_tasks
from bot.ratings.lists.inputs import read_calendar, read_results
from bot.runtime import public_names
from bot.service.competitions import sign_ups, signing_up
from bot.service.notices.competitions import freed_places
from bot.service.operations.competitions import namesakes
from bot.service.operations.people import resolving
from bot.service.people import naming, typed_names
from bot.texts.buttons.competitions import CardStep
from tools import table_checks
from tools.calls import FOLLOWED, reaches

Function = Callable[..., Any]
Target = Function | str
YES: Final = "yes"

READERS: Final[Mapping[str, Function]] = {
    "pasted list": pasted_players.read_pasted,
    "typed name": typed_names.typed_name,
    "list of players": player_lists.read_table,
    "games": read_results,
    "starting ratings": read_starts,
    "collective games": read_calendar,
    "known names": read_known,
    "season's results": read_season,
    "championship": read_players,
    "rounds": read_history,
    "places of a game": read_places,
    "form": read_import,
    "crosstable": read_import,
}
"""The function that reads each kind of table (`table_checks.ENTRANCES`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """An entrance of names."""

    name: str
    roots: tuple[Function, ...]
    """The functions that a person's act starts."""
    readers: tuple[str, ...]
    """What they read with, by the keys of `READERS`."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Why a check of persons has nothing to check here."""


# The checks of persons.
RESOLVED: Final = "known people"
LEARNT: Final = "answer kept"
LATER: Final = "asked again later"
FREED: Final = "the next one is named"
REACHED: Final = "reachable people only"
SHOWN: Final = "hidden and minor names"
PERSONS: Final[Mapping[str, tuple[Target, ...]]] = {
    RESOLVED: (
        resolving.resolve,
        known_people.known_people,
        namesakes.ask,
        namesakes.ask_everywhere,
    ),
    LEARNT: (resolving.learn, known_people.learn, namesakes.settle),
    LATER: (namesakes.of,),
    FREED: (freed_places.offer, freed_places.offer_instead, sign_ups.call_instead),
    REACHED: (FOLLOWED["can_be_reached"],),
    SHOWN: (public_names.public_names, public_names.listed_names, public_names.names_among),
}
"""The functions that each check of persons consists of; one of them is enough."""
# Why an entrance does not make a check of persons, which the table says instead of „yes”.
_NO_SEAT: Final = "no seat"
_FILES: Final = "files alone"
_NO_CALL: Final = "calls nobody"
_SHOWN: Final = {SHOWN: "when shown"}
_UNCALLED: Final = {REACHED: _NO_CALL, **_SHOWN}
_LISTED: Final = {FREED: _NO_SEAT, **_UNCALLED}
_ARRANGED: Final = {LATER: "asked before", FREED: _NO_SEAT, **_SHOWN}
_RATED: Final = {LATER: "every time", FREED: _NO_SEAT, **_UNCALLED}
_OF_COMMAND: Final = {
    RESOLVED: _FILES,
    LEARNT: "every time",
    LATER: "every time",
    FREED: _NO_SEAT,
    **_UNCALLED,
}
WAYS: Final = (
    Way(
        name="typed or pasted list",
        roots=(entry_lists.TYPED[CardStep.ADD_PLAYERS], entry_lists.STEPS[CardStep.ENTER]),
        readers=("pasted list",),
        why=_LISTED,
    ),
    Way(
        name="list in a file",
        roots=(entry_lists.TYPED[CardStep.ADD_PLAYERS], entry_lists.STEPS[CardStep.ENTER]),
        readers=("list of players",),
        why=_LISTED,
    ),
    Way(
        name="sign-up link",
        roots=(
            sign_up_chat.answer_given,
            signing_up.sign_up,
            signing_up.withdraw,
            sign_ups.close,
            phase_steps.STEPS[CardStep.NAMESAKES_APART],
        ),
        readers=("pasted list",),
        why=_SHOWN,
    ),
    Way(
        name="replacement",
        roots=(
            replacing.TYPED[CardStep.REPLACE],
            replacing.STEPS[CardStep.REPLACE_BY_KNOWN],
            replacing.STEPS[CardStep.REPLACE_BY_RESERVE],
        ),
        readers=("pasted list",),
        why=_SHOWN,
    ),
    Way(
        name="corrected name",
        roots=(
            corrected_names.name_given,
            naming.rename,
            phase_steps.STEPS[CardStep.NAMESAKES_APART],
        ),
        readers=("typed name",),
        why={FREED: _NO_SEAT, **_UNCALLED},
    ),
    Way(
        name="`/meci`",
        roots=(arranging.arrange, arranging.pressed),
        readers=("typed name",),
        why=_ARRANGED,
    ),
    Way(
        name="import",
        roots=(importing.file_given, importing.pressed),
        readers=("form", "crosstable"),
        why=_ARRANGED,
    ),
    Way(
        name="`/rating` absp, pfs, fngo",
        roots=(list_files.file_given, RatingRunner, rating_tasks.summary_of),
        readers=("games", "starting ratings"),
        why=_RATED,
    ),
    Way(
        name="`/rating` frs",
        roots=(list_files.file_given, RatingRunner, rating_tasks.summary_of),
        readers=("collective games", "known names"),
        why=_RATED,
    ),
    Way(
        name="`/cnis`",
        roots=(list_files.file_given, RatingRunner, cnis_tasks.summary_of),
        readers=("places of a game", "season's results", "championship", "rounds"),
        why=_RATED,
    ),
    Way(
        name="`turretur rating`",
        roots=(rating_commands.show_list,),
        readers=("games", "starting ratings", "collective games", "known names"),
        why=_OF_COMMAND,
    ),
    Way(
        name="`turretur cnis`",
        roots=(cnis_input.standings_of, cnis_input.round_of),
        readers=("season's results", "championship", "rounds"),
        why=_OF_COMMAND,
    ),
)


def leads(way: Way, *targets: Target) -> bool:
    """Return whether the entrance's code leads to one of the functions."""
    return any(reaches(root, target) for root in way.roots for target in targets)


def of_persons(check: str, way: Way) -> str:
    """Return „yes” if the entrance makes the check, or the reason why not; "" for neither."""
    return YES if leads(way, *PERSONS[check]) else way.why.get(check, "")


def of_reader(check: str, way: Way) -> str:
    """Return what the entrance does with the oddity: the outcomes of its readers, each once."""
    outcomes = table_checks.outcomes()
    return ", ".join(dict.fromkeys(outcomes[check, reader] for reader in way.readers))


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *(way.name for way in WAYS))
    for check in PERSONS:
        yield (check, *(of_persons(check, way) for way in WAYS))
    for table_check in table_checks.CHECKS:
        yield (table_check.name, *(of_reader(table_check.name, way) for way in WAYS))
