"""What `test_nightly` and other tests share."""

from bot.program.schedule import RepeatedJob
from tests.e2e.harness import Table


def nightly(table: Table, name: str) -> RepeatedJob:
    """Return that job of the schedule."""
    (job,) = (each for each in table.app.schedule._jobs if each.name == name)
    return job
