"""Every act of an arbiter or organiser has an inverse, or a reason against one (art. 10.1)."""

import re
from pathlib import Path

import pytest

from bot.chat.competitions import championship
from bot.chat.routes import BUTTONS as PRESSED
from bot.service.decision_kinds import KINDS, LIFTING
from bot.texts.po_reader import entries_of
from engine.cases.events import RulingKind
from engine.cases.of_person import Decision
from tests.engine.laws import buttons as acts
from tools.acts import BUTTONS, DECISIONS, OF_PERSON, STEPS, UNDO, Inverse
from tools.inverses import of_ruling

ROOT = Path(__file__).parent.parent
EVERY = {
    **{f"decision {key}": one for key, one in DECISIONS.items()},
    **{f"person {key}": one for key, one in OF_PERSON.items()},
    **{f"button {key}": one for key, one in BUTTONS.items()},
    **{f"step {key}": one for key, one in STEPS.items()},
}
OF_PLAYERS = {
    *("again", "ask", "askc", "back", "chleave", "cl", "claim", "ent", "entok", "forget", "int"),
    *(
        "join",
        "leave",
        "move",
        "offer",
        "onclock",
        "pass",
        "play",
        "quit",
        "req",
        "res",
        "ret",
        "retire",
    ),
    *("send", "sheet", "state", "su", "swleave", "train", "undo", "unleave", "wantarb"),
}
"""The buttons of players that record an event."""
BEGIN_DECISIONS = {
    *("bulk", "close", "close1", "cn", "decide", "ext", "give", "handback", "import", "lift"),
    *("means", "mesa", "outage", "own", "person", "places", "same", "stare", "takearb"),
    *("cond", "writer"),
}
"""The buttons that begin or confirm a decision of `DECISIONS` or a step, or that only ask."""
GUIDES = {"ro": "docs/ro/ghidul-arbitrului.md", "en": "docs/en/arbiter-guide.md"}
FILLED_IN = re.compile(r"\{[^}]*\}")
SIGN = re.compile(r"^[^\w„]+")


def test_every_decision_and_button_has_an_entry() -> None:
    """A new decision, button or step that records an event needs its inverse in the table."""
    recording = {verb for verb, made in acts.BUTTONS.items() if made and verb in PRESSED}
    steps = {step for step, made in acts.STEPS.items() if made}

    assert DECISIONS.keys() | {"person"} == KINDS.keys()
    assert OF_PERSON.keys() == set(Decision)
    assert steps == STEPS.keys()
    assert recording - OF_PLAYERS - BEGIN_DECISIONS == BUTTONS.keys()
    assert steps <= {*championship.STEPS, *championship.OWN_STEPS}


def test_an_act_names_its_button_and_its_rule_or_a_reason() -> None:
    """Each inverse has a label in both languages and a function that decides it."""
    labels = [entries_of(language) for language in GUIDES]
    for name, one in EVERY.items():
        assert bool(one.why) is not bool(one.by), name
        assert bool(one.by) is bool(one.button or one.command), name
        assert not one.button or all(one.button in entries for entries in labels), name


def test_every_ruling_is_taken_back_by_another() -> None:
    """The case of every ruling offers one that takes it back."""
    for kind in RulingKind:
        takes_back = kind in {RulingKind.LIFTED, RulingKind.REINSTATED}
        found = of_ruling(kind)
        assert (found in {"lifted", "reinstated", "the other answer"}) is not takes_back, kind


@pytest.mark.parametrize("language", GUIDES)
def test_the_guides_promise_exactly_the_buttons_that_exist(language: str) -> None:
    """The guide's list of buttons that take a decision back is that of the table."""
    text = (ROOT / GUIDES[language]).read_text(encoding="utf-8")
    begins = text.index("../inverses.md")
    named = set(re.findall(r"\*\*(.+?)\*\*", text[begins : text.index("\n\n", begins + 20)]))
    named |= set(re.findall(r"\*\*(.+?)\*\*", _table_after(text, begins)))

    labels = entries_of(language)
    undone = [one for kind, one in DECISIONS.items() if kind not in {*LIFTING, "outage_undo"}]
    promised: list[Inverse] = [*undone, *OF_PERSON.values(), *BUTTONS.values()]
    expected = {
        SIGN.sub("", FILLED_IN.sub("…", labels[one.button][0]))
        for one in promised
        if one.button.startswith("button.")
    }
    assert named == expected
    assert UNDO in {one.button for one in promised}


def _table_after(text: str, place: int) -> str:
    """Return the first table after that place of the text."""
    begins = text.index("\n|", place)
    return text[begins : text.index("\n\n", begins)]
