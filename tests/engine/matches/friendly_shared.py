"""What `test_friendly` and other tests share."""

from dataclasses import replace

from engine.ids import NO_ARBITER
from engine.matches.friendly import (
    friendly_rules,
)
from engine.matches.match import Match
from tests.builders import PARTNER_RULES, noon
from tests.engine.matches.staged import joined

FIVE = friendly_rules(PARTNER_RULES, 5)


def friendly(*, is_single: bool = False) -> Match:
    """Return a match of five days without an arbiter, which both players have joined."""
    alone = ((noon(), NO_ARBITER),)
    return replace(joined(), arbiter=NO_ARBITER, served=alone, rules=FIVE, is_single=is_single)
