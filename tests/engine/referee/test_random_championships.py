"""Engine and reference agree on random championships."""

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.referee.championships import Championships
from tests.engine.referee.random_histories_shared import EACH, GATE, SHORTEST, STEPS


@pytest.mark.article("8.1", "9.6", "10.3")
def test_the_program_and_the_referee_agree_on_whole_championships() -> None:
    """Roles, seats, reserves, tables and advancing players agree after every action."""
    phases = [Phase.generate, *([Phase.shrink] if STEPS > GATE else [])]
    many = settings(max_examples=STEPS // SHORTEST, stateful_step_count=EACH, phases=phases)
    run_state_machine_as_test(Championships, settings=many)
    assert Championships.steps >= STEPS
