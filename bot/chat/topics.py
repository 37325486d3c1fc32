"""The names under which questions wait for their answers, of handlers that are loaded late.

The routes name them without loading who asks (`bot.chat.late`).
"""

from typing import Final

MATCH_START: Final = "match_start"
MATCH_TITLE: Final = "match_title"
NAME: Final = "name"
"""That of an invited player, put right."""
CHAMPIONSHIP: Final = "championship"
"""One that is being set up."""
COMPETITION: Final = "competition"
"""One that is prepared; the question says which step asked."""
CLAIM: Final = "claim"
"""Why somebody claims."""
SCORE: Final = "score"
PENALTY: Final = "penalty"
"""A typed figure of a ruling, like the score."""
EXTENSION: Final = "days"
OUTAGE: Final = "outage"
REMARK: Final = "remark"
MEANS: Final = "means"
LEAVE: Final = "leave"
"""The new days of leave that a person changes."""
LEAVE_FOR: Final = "leave_for"
"""Those of a player for whom he writes."""

RATING_FILES: Final = "rating"
"""Games and players, as files or typed."""
RATING_DAY: Final = "rating_day"
CNIS_VALUE: Final = "cnis_value"
CNIS_SCALE: Final = "cnis_scale"
CNIS_WHY: Final = "cnis_why"
RATING_WHY: Final = "rating_why"
RATING_CHART: Final = "rating_chart"
