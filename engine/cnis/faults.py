"""Faults of CNIS input. The command line adds their text and the name of the file."""

from engine.errors import Fact, Fault, RuleViolation


def cnis_fault(code: str, article: str = "", **facts: Fact) -> Fault:
    """Return the fault `cnis_<code>` of that article of the CNIS regulation."""
    return Fault(f"cnis_{code}", article, facts)


def refused(code: str, article: str = "", **facts: Fact) -> RuleViolation:
    """Return the error that refuses the input for that one fault."""
    return RuleViolation(cnis_fault(code, article, **facts))
