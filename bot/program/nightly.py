"""What the bot does for itself at night: it copies the database, and forgets what is long done."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.log import get_logger
from bot.messages import say
from bot.office.unit import Office
from bot.program.schedule import Job
from storage import inbox, outbox, rating_runs, rating_work
from storage.backup import backup
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.config.settings import Backup

log = get_logger()

KEPT: Final = timedelta(days=30)
"""How long handled updates and sent messages are kept beyond what the games need."""


def copying(config: "Backup", office: Office) -> tuple[Job, ...]:
    """Return the job that copies the database, where there is a folder for copies."""
    folder = config.directory
    if folder is None:
        return ()

    async def copy() -> None:
        """Copy the database; whoever runs the bot hears when that fails."""
        try:
            file = await backup(office.database, folder, office.clock.now(), keep=config.keep)
        except (StorageError, OSError) as error:
            async with office.unit() as unit:
                office.alert(unit, say("operator.no_backup", reason=str(error)))
            raise
        log.info("the database was copied", file=str(file))

    return (Job(name="backup", run=copy, at_hour=(3, 40)),)


def pruning(office: Office) -> Job:
    """Return the job that forgets what was handled long ago: update numbers may start again."""

    async def prune() -> None:
        before = office.clock.now() - KEPT
        async with office.database.transaction() as tx:
            await inbox.prune(tx, before)
            await outbox.prune(tx, before)
            await rating_runs.prune(tx, before)
            await rating_work.prune(tx, before)

    return Job(name="prune", run=prune, at_hour=(4, 10))
