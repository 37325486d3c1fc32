"""Taking back a competition that was imported, and restoring it.

Nothing of the log changes: until it is restored, the competition and its matches count nowhere.
"""

from engine.competitions.competition import Competition
from engine.competitions.events import ImportRestored, ImportTakenBack
from engine.competitions.guards import Act, Events, check_arbiter
from engine.errors import Fault, GameStateError


def take_import_back(competition: Competition, act: Act, reason: str) -> Events:
    """Take back the import of the competition, at any stage and even after the end.

    Raises:
        GameStateError: `not_an_arbiter`, `competition_taken_back`, or `not_imported`, because a
            competition that was played here cannot be taken back.
    """
    check_arbiter(competition, act)
    if not competition.imported:
        raise GameStateError(Fault("not_imported", facts={"title": competition.title}))
    return (ImportTakenBack(at=act.at, by=act.by, reason=reason),)


def restore_import(competition: Competition, act: Act, reason: str) -> Events:
    """Restore the import of the competition, with everything that was recorded in it.

    Raises:
        GameStateError: `not_an_arbiter`, or `import_in_force`.
    """
    if act.by not in competition.arbiters:
        raise GameStateError(Fault("not_an_arbiter", "9.7"))
    if not competition.taken_back:
        raise GameStateError(Fault("import_in_force", facts={"title": competition.title}))
    return (ImportRestored(at=act.at, by=act.by, reason=reason),)
