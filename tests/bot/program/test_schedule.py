import asyncio
from datetime import time, timedelta
from zoneinfo import ZoneInfo

from bot.program.schedule import RepeatedJob, Schedule, run_job
from sandbox.waiting import PATIENCE

HOME = ZoneInfo("Europe/Bucharest")


class Counted:
    """A job that counts its runs, and can fail or delay."""

    def __init__(self, *, fails: bool = False, seconds: float = 0.0) -> None:
        self.runs = 0
        self.side_by_side = 0
        self.most = 0
        self.fails = fails
        self.seconds = seconds

    async def __call__(self) -> None:
        """Run once."""
        self.runs += 1
        self.side_by_side += 1
        self.most = max(self.most, self.side_by_side)
        await asyncio.sleep(self.seconds)
        self.side_by_side -= 1
        if self.fails:
            raise RuntimeError("broken job")


async def reached(job: Counted, runs: int) -> None:
    """Wait until the job has run that often."""
    async with asyncio.timeout(PATIENCE):
        while job.runs < runs:  # noqa: ASYNC110  (a job that counts has no bell)
            await asyncio.sleep(0.01)


async def test_a_job_that_fails_comes_again_and_harms_no_other() -> None:
    """A job repeats whatever happens in it, and others continue."""
    broken, sound = Counted(fails=True), Counted()
    every = timedelta(seconds=0.05)
    schedule = Schedule(
        (
            RepeatedJob(name="broken", run=broken, every=every),
            RepeatedJob(name="sound", run=sound, every=every),
        ),
        HOME,
    )
    schedule.start()
    try:
        await reached(broken, 3)
        await reached(sound, 3)
    finally:
        schedule.stop()


async def test_a_slow_job_never_runs_beside_itself() -> None:
    """A sweep that takes longer than its period is not started a second time meanwhile."""
    slow = Counted(seconds=0.15)
    schedule = Schedule((RepeatedJob(name="slow", run=slow, every=timedelta(seconds=0.05)),), HOME)
    schedule.start()
    try:
        await reached(slow, 3)
    finally:
        schedule.stop()
        await asyncio.sleep(0.2)

    assert slow.most == 1


async def test_nothing_runs_after_the_end() -> None:
    """A stopped scheduler runs nothing, and a second stop does no harm."""
    job = Counted()
    schedule = Schedule((RepeatedJob(name="job", run=job, every=timedelta(seconds=0.02)),), HOME)
    schedule.start()
    await reached(job, 1)
    schedule.stop()
    schedule.stop()
    await asyncio.sleep(0)  # apscheduler stops in the next iteration of the loop
    runs = job.runs
    await asyncio.sleep(0.1)

    assert job.runs == runs


async def test_a_daily_job_waits_for_its_hour() -> None:
    """A daily job is due once a day at the federation's local hour, and not at the start."""
    job = Counted()
    schedule = Schedule((RepeatedJob(name="prune", run=job, daily_at=time(4, 10)),), HOME)
    schedule.start()
    try:
        assert schedule._scheduler is not None
        due = schedule._scheduler.get_job("prune").next_run_time
        assert (due.hour, due.minute, str(due.tzinfo)) == (4, 10, "Europe/Bucharest")
    finally:
        schedule.stop()

    assert job.runs == 0


async def test_a_failure_is_contained() -> None:
    """Running a job once never raises."""
    job = Counted(fails=True)
    await run_job(RepeatedJob(name="job", run=job))

    assert job.runs == 1
