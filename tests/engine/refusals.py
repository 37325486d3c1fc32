"""What a refusal of the engine says, for tests to compare."""

import pytest

from engine.errors import EngineError


def codes(refused: pytest.ExceptionInfo[EngineError]) -> list[str]:
    """Return the codes of everything that was wrong."""
    return [fault.code for fault in refused.value.faults]


def told(refused: pytest.ExceptionInfo[EngineError]) -> list[str]:
    """Return everything that was wrong, each in one line: the code, its article, the facts."""
    return [str(fault) for fault in refused.value.faults]
