"""Hold the program against the referee in histories that nobody has thought of."""

import os

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.referee.deciding import Deciding

GATE = 2000
"""How many events `make test` compares; it leaves out the search for a shorter history."""
STEPS = int(os.environ.get("REFEREE_STEPS", str(GATE)))
EACH = 50
"""The events of one history at the most."""
SHORTEST = 30
"""Those of one history on average at the least."""


@pytest.mark.article("7.1", "7.2", "8.1", "9.1", "9.2", "9.4", "10.1", "10.3")
def test_the_program_and_the_referee_agree_after_every_step() -> None:
    """Days used, who may be ruled what and both coefficients are the same in both."""
    phases = [Phase.generate, *([Phase.shrink] if STEPS > GATE else [])]
    many = settings(max_examples=STEPS // SHORTEST, stateful_step_count=EACH, phases=phases)
    run_state_machine_as_test(Deciding, settings=many)
    assert Deciding.steps >= STEPS
