"""When a case rings: until its partner has been told of the claim (art. 7.2).

Pure, like `bot.service.deadlines.agenda`, which does the same for games and matches. The arbiter's
days do not ring: a case stands on his docket with its last day, and his digest names it as that
comes near.
"""

from datetime import datetime, timedelta

from engine.cases.case import Case, CaseStage
from storage.due import Due
from storage.streams import case_stream

TOLD_DUE = "told"
"""Look whether the partner has got the message that tells him of the claim."""
SOON = timedelta(minutes=1)
LATER = timedelta(minutes=30)
"""How long until a delivery is looked for again: soon in the first hour, later after it."""
UNTOLD = timedelta(days=1)
"""The arbiter hears of a partner whom the bot has not reached for so long."""


def case_rows(case: Case, now: datetime) -> list[Due]:
    """Return what the case has coming."""
    if case.stage is not CaseStage.FILED or not case.comments:
        return []
    age = now - case.comments[0].at
    wait = SOON if age < timedelta(hours=1) else LATER
    return [Due(stream=case_stream(case.id), kind=TOLD_DUE, due_at=now + wait)]
