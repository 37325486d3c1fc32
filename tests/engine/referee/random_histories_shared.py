"""What `test_random_histories` and other tests share."""

import os

GATE = 300
"""The events that `make test` compares, without a search for a shorter history."""


STEPS = int(os.environ.get("REFEREE_STEPS", str(GATE)))


EACH = 50
"""The most events of one history."""


SHORTEST = 30
"""The least average number of events of a history."""
