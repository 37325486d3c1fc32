"""`--from` and `--save` of `turretur rating`: continue a saved rating, and save one."""

from collections.abc import Iterable
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.output import refuse
from bot.cli.written import write_whole
from bot.ratings.jobs.systems import System
from bot.ratings.lists.list_module import Options
from bot.ratings.lists.saved import (
    MOST_BYTES,
    Input,
    Saved,
    SavedError,
    saved_from_json,
    saved_to_json,
)

if TYPE_CHECKING:
    from bot.ratings.lists.saved import History


def saved_of(path: Path, system: System, options: Options) -> Saved:
    """Return the saved rating; end the command if its system or options differ."""
    try:
        with path.open("rb") as content:
            found = saved_from_json(str(path), content.read(MOST_BYTES + 1))
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
    except SavedError as error:
        refuse(str(error))
    if found.system is not system:
        refuse(f"{path}: expected a rating of {system}, found one of {found.system}")
    wanted = system.options(options.chosen)
    if found.options != wanted:
        name = min(one for one in wanted if found.options.get(one) != wanted[one])
        was = found.options.get(name, "")
        refuse(f"{path}: rated with --{name} {was:.200}, not {wanted[name]}; say the same option")
    return found


def inputs_of(paths: Iterable[Path], before: Saved | None) -> tuple[Input, ...]:
    """Return all input files of a rating; end the command if one occurs twice."""
    known = before.inputs if before is not None else ()
    new = []
    for path in paths:
        with path.open("rb") as content:
            digest = file_digest(content, "sha256").hexdigest()
        first = next((each for each in known if each.sha256 == digest), None)
        if first is not None:
            refuse(f"{path}: expected new results; the saved rating has this file, as {first.name}")
        new.append(Input(path.name, digest))
    return (*known, *new)


def save(
    path: Path, history: "History", options: tuple[System, Options], inputs: tuple[Input, ...]
) -> None:
    """Write a saved rating, from which a later command can continue."""
    system, chosen = options
    saved = Saved(
        system=system,
        options=system.options(chosen.chosen),
        inputs=inputs,
        history=history,
    )
    write_whole(path, saved_to_json(saved))
