"""The numbers that every database can store; no SQLAlchemy here, so that the shell starts fast."""

from typing import Final

BIGINT_END: Final = 2**63
"""The least positive number that a BIGINT column refuses."""
