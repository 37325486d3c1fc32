"""Contents of a refusal by the engine, for comparison in tests."""

import pytest

from engine.errors import EngineError


def codes(refused: pytest.ExceptionInfo[EngineError]) -> list[str]:
    """Return the code of every error."""
    return [fault.code for fault in refused.value.faults]


def error_lines(refused: pytest.ExceptionInfo[EngineError]) -> list[str]:
    """Return every error as one line: the code, its article, the facts."""
    return [str(fault) for fault in refused.value.faults]
