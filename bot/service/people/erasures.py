"""Forgets people again whom a restored copy has brought back, before the bot does anything else."""

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.messages import say
from bot.texts.stand_ins import withdrawn_name
from storage.errors import BadDatabase
from storage.overwriting import wipe
from storage.people import erasures

log = get_logger()


async def forget_again(runtime: Runtime) -> None:
    """Forget everyone who was forgotten since the copy was made, and tell the operators.

    If the list of them cannot be read, or the disk still has their data, the bot starts all the
    same and reports that. The next start tries again.
    """
    database, now = runtime.database, runtime.clock.now()
    if database.shared or not erasures.forgotten_file(database.file).exists():
        return
    try:
        forgotten = await erasures.forget_again(database, now, withdrawn_name)
    except (OSError, TypeError) as error:  # an entry of another version has other fields
        report(log, "who was forgotten cannot be read", error)
        return
    if forgotten:
        numbers = ", ".join(map(str, forgotten))
        log.warning("a restored copy had people who were forgotten", numbers=numbers)
        async with runtime.unit() as unit:
            text = say("operator.forgotten_again", n=len(forgotten), numbers=numbers)
            runtime.alert(unit, text, once=f"forgotten:{numbers}:{now:%F}")
    try:
        await wipe(database)
    except BadDatabase as error:
        report(log, "the data of people who were forgotten cannot be overwritten", error)
