"""Rate limits for HTTP requests, which have no number of their own as updates have."""

from datetime import datetime
from itertools import count

from bot.runtime.limits import RateLimits


class RequestCounter:
    """Counts requests in rate limits; no two requests are taken for a retry of one."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def admits(self, limits: RateLimits, who: int, at: datetime) -> bool:
        """Count a request, and return whether it is within the allowance."""
        return limits.admits(who, next(self._numbers), at)
