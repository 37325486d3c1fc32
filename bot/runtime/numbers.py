"""The numbers that every database can store; without SQLAlchemy, so that every help is light."""

from typing import Final

BIGINT_END: Final = 2**63
"""The least positive number that a BIGINT column refuses."""
