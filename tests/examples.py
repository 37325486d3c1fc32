"""The number of examples for expensive properties, by the profile of Hypothesis."""

from typing import Final

from hypothesis import settings

HALF: Final = settings().max_examples // 2
"""Half of the usual examples: 25 in `make test`, and 50 in `make hunt`, which draws new ones."""
