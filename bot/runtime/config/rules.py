"""The `[ruleset]` section: the rule options that an organiser may change, and their limits.

Other competitions than the championship use the same regulation with differences (art. 1.5).

`engine.rulesets.Ruleset` defines the options; this module defines only their limits. The time zone
is the federation's and is set there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.runtime.config.checks import SWITCH, Check, member_of, one_of, whole, wholes, words
from engine.rulesets import (
    RULESETS,
    AbandonFloor,
    EndBonus,
    JokerRuns,
    NeverBegun,
    PublicWhen,
    Ruleset,
    SequenceScope,
    Unfinished,
    WordPolicy,
)
from engine.tiles import tile_set_names

_CAPS: Final = wholes(0, 1000, most=50)
_DAYS: Final = whole(1, 366)
_LEAVE: Final = whole(0, 366)

RULE_CHECKS: Final[Mapping[str, Check]] = {
    "name": words(optional=True),
    "tile_set": one_of(*tile_set_names()),
    "rack_size": whole(5, 9),
    "all_tiles_bonus": whole(0, 200),
    "red_caps": _CAPS,
    "blue_caps": _CAPS,
    "longest_run": whole(2, 10),
    "joker_runs": member_of(JokerRuns),
    "early_tiles": whole(0, 60),
    "early_value": whole(1, 10),
    "joker_gap": whole(0, 60),
    "opening_kinds": whole(0, 3),
    "sequence_scope": member_of(SequenceScope),
    "word_policy": member_of(WordPolicy),
    "end_bonus": member_of(EndBonus),
    "passes_to_end": whole(2, 20),
    "preliminary_days": _DAYS,
    "final_days": _DAYS,
    "leave_days": _LEAVE,
    "final_leave_days": _LEAVE,
    "resend_days": _DAYS,
    "dossier_days": _DAYS,
    "opening_days": _DAYS,
    "return_leg_days": _DAYS,
    "results_days": _DAYS,
    "auto_forfeit": SWITCH,
    "abandon_floor": member_of(AbandonFloor),
    "unfinished": member_of(Unfinished),
    "never_begun": member_of(NeverBegun),
    "public_when": member_of(PublicWhen),
}
"""Every option that may be changed, with its check."""


def build_rules(base: str, time_zone: str, options: Mapping[str, Any]) -> Ruleset:
    """Return a shipped ruleset with these options changed.

    A changed ruleset needs its own name: a match freezes its rules, and one name must mean the same
    rules in every old game.

    Raises:
        ValueError: it has the name of a shipped ruleset, but other rules.
    """
    changed = {option: value for option, value in options.items() if option != "name"}
    rules = replace(RULESETS[base], **changed)
    if rules.final_leave_days == rules.leave_days:
        rules = replace(rules, final_leave_days=None)  # one form, because these are equal
    rules = replace(rules, name=options.get("name") or base)
    if rules != RULESETS.get(rules.name, rules):
        raise ValueError(
            f"altered rules need a name of their own, other than {', '.join(RULESETS)}"
        )
    return replace(rules, time_zone=time_zone)
