"""The rules of a competition with another scope of its sequences than the federation's. Pure."""

from dataclasses import replace

from engine.rulesets import Ruleset, SequenceScope


def with_scope(rules: Ruleset, scope: SequenceScope) -> Ruleset:
    """Return the rules with that scope of sequences; changed rules get a name of their own.

    A competition fixes its rules, and one name must mean the same rules in every competition.
    """
    if scope is rules.sequence_scope:
        return rules
    return replace(rules, name=f"{rules.name}-{scope.value}", sequence_scope=scope)
