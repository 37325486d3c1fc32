"""Files read as the process of a job reads them, without the process."""

from collections.abc import Sequence
from dataclasses import replace

from bot.ratings.calculation.task import TaskAction
from bot.ratings.jobs.calculating import check
from bot.ratings.jobs.cards import checked_card
from bot.ratings.jobs.draft import Draft
from bot.ratings.jobs.jobs import stored_file
from bot.texts.i18n import load_catalogue


def drafted(system: str, *files: tuple[str, bytes], all_new: bool = False) -> Draft:
    """Return the draft of a list after these files were read; `all_new` answers that question."""
    found = Draft(system=system)
    for number, (name, content) in enumerate(files, 1):
        found = found.with_file(stored_file(number, name, content), len(content))
    return read_again(replace(found, all_new=all_new), files)


def read_again(draft: Draft, files: Sequence[tuple[str, bytes]]) -> Draft:
    """Return the draft after another reading of its files, such as after an answer."""
    contents = {number: content for number, (_, content) in enumerate(files, 1)}
    return draft.checked(check(draft.task(TaskAction.CHECK, "ro"), contents))


def card_text(draft: Draft) -> str:
    """Return the bot's message about the files, in Romanian."""
    return load_catalogue("ro").plain(checked_card(draft, "tokenX12").text)
