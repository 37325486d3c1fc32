"""What an arbiter decided in a case, as a sentence."""

from bot.messages import Param, Text
from engine.case_events import Ruling


def ruling_text(ruling: Ruling, who: str) -> Text:
    """Return the decision; `who` is the player it concerns, if it concerns one."""
    facts: dict[str, Param] = {
        "who": who,
        "words": ", ".join(word.upper() for word in ruling.words),
        "move": None if ruling.move is None else ruling.move + 1,
        "keep": ruling.move,
        "number": ruling.number,
        "penalty": str(ruling.penalty or 0),
    }
    return Text(f"ruled.{ruling.kind.value}", facts)
