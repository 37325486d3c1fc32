"""What waits for an arbiter, in words: one list, the first due first, a button for each thing.

Pure: from the things found by `bot.service.cases.task_list` to a message. `/mesa` shows all of them
a page at a time, the digest those that are new.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Final

from bot.texts.messages import Button, Buttons, Text, rows_of, say, turning
from bot.texts.notices.cast import ending
from engine.cases.case import RULING_DAYS
from engine.ids import MatchCode, PersonId

ON_PAGE: Final = 10
MOST_NEW: Final = 15
"""New things that a digest lists; the others are a press away."""
SOON: Final = 2
"""Days before the last one from which a thing is said to be near."""
VERB: Final = "mesa"


class Kind(StrEnum):
    """What kind of thing waits for an arbiter, in the order in which equals are listed."""

    CASE = "case"
    """A claim that is complete, or a case of his own (art. 7.2)."""
    QUERY = "query"
    """A word that a player asks of (art. 5.3)."""
    ENTRY = "entry"
    """A placement entered from a player's sheet, to be confirmed (art. 9.6)."""
    TIME = "time"
    """Thinking time exceeded (art. 7.2, 9.4)."""
    SILENCE = "silence"
    """Ten days without an answer (art. 7.2)."""
    RESULTS = "results"
    """Results to be homologated (art. 8.5)."""
    DISPUTED = "disputed"
    """Results to which somebody objects."""
    CLOSING = "closing"
    """Games that the closing date has found unfinished (art. 9.4)."""
    LETTER = "letter"
    """A player's letter without an answer (art. 9.7)."""
    WRITE = "write"
    """A placement that the arbiter enters himself (art. 9.6)."""
    UNTOLD = "untold"
    """A claim that waits because its partner has not been reached (art. 7.2)."""
    JOINING = "joining"
    """Players who have not taken their places."""
    STEP = "step"
    """A competition that waits for its next step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that waits for an arbiter."""

    kind: Kind
    about: str
    """The case, game, match, correspondence or competition; it opens by that."""
    code: str
    """The same as people read it."""
    match: MatchCode | None
    """The match that it belongs to; None: a competition."""
    who: Text
    """The players, or the competition's title."""
    main: PersonId
    """Who answers for it: of several arbiters the first."""
    today: date
    """The present day where it is played."""
    zone: str
    since: date
    """The day from which it waits."""
    until: date | None = None
    """The last day that the regulation gives; None: it gives none."""
    note: Text | None = None

    @property
    def last(self) -> date:
        """Return its last day; where none is given, that of a claim that came on the same day."""
        return self.until or self.since + timedelta(days=RULING_DAYS)

    @property
    def order(self) -> tuple[date, int, date, str]:
        """Return the place in the list."""
        return self.last, list(Kind).index(self.kind), self.since, self.about

    @property
    def left(self) -> int:
        """Return the days to the last one; negative: it is over by so many."""
        return (self.last - self.today).days

    @property
    def is_overdue(self) -> bool:
        """Return whether the last day that the regulation gives is over."""
        return self.until is not None and self.left < 0

    @property
    def mark(self) -> str:
        """Return by what it is known to have been told of: once more as its last day comes.

        Where the regulation gives none, once more when it has waited long.
        """
        stage = _stage(self.left) if self.until is not None or self.left < 0 else ""
        return f"{self.kind}:{self.about}:{stage}"

    def concerns(self, arbiter: PersonId) -> bool:
        """Return whether the person is told of it: another than the main arbiter once it is late.

        He finds it in his list before, too.
        """
        return self.main == arbiter or self.left < 0


def _stage(left: int) -> str:
    """Return how near a last day is, in words that only marks use."""
    if left > SOON:
        return ""
    if left > 0:
        return "near"
    return "late" if left < 0 else "today"


@dataclass(frozen=True, slots=True)
class Docket:
    """Everything that waits for an arbiter, the first due first."""

    items: Sequence[Item] = field(default=())

    @property
    def marks(self) -> list[str]:
        """Return the marks of all, in order."""
        return sorted({item.mark for item in self.items})

    def of(self, kind: str) -> "Docket":
        """Return what is of that kind; "": everything."""
        return Docket([item for item in self.items if kind in {"", item.kind}])

    def new_to(self, arbiter: PersonId, told: Collection[str]) -> "Docket":
        """Return what the person is to be told of, and has not been by these marks."""
        return Docket(
            [item for item in self.items if item.mark not in told and item.concerns(arbiter)]
        )


def players(first: str, second: str) -> Text:
    """Return how a match's players stand in the list."""
    return say("docket.players", first=first, second=second)


def one_of(name: str, partner: str) -> Text:
    """Return how a player whom a thing is about stands in the list, and whom he plays."""
    return say("docket.one_of", name=name, partner=partner)


def named(name: str) -> Text:
    """Return how a player, or a competition, stands in the list."""
    return say("docket.named", name=name)


def open_button(item: Item, label: Text) -> Button:
    """Return the button that opens the thing."""
    return Button(label, f"{VERB}:open:{item.kind}:{item.about}")


def page(docket: Docket, wanted: int, kind: str = "") -> tuple[Text, Buttons]:
    """Return a page of the list, and its buttons: things to open, pages, kinds.

    Things may have been dealt with since a button was made: the last page there is stands for
    those behind it, and everything for a kind of which nothing is left.
    """
    shown = docket.of(kind) if docket.of(kind).items else docket
    kind = kind if shown is not docket else ""
    if not docket.items:
        return say("docket.empty"), ()
    pages = -(-len(shown.items) // ON_PAGE)
    number = min(wanted, pages - 1)
    first = number * ON_PAGE
    here = shown.items[first : first + ON_PAGE]
    text = say(
        "docket.list",
        n=len(docket.items),
        over=_over(docket),
        rows=_rows(here),
    )
    kinds = _kinds(docket, kind) if len(docket.items) > ON_PAGE else ()
    turns = turning(number, pages, f"{VERB}:{kind}:")
    return text, (*_openings(here), *turns, *kinds)


def news(docket: Docket, new: Docket) -> tuple[Text, Buttons]:
    """Return what of the list is new, for a digest, and the buttons that open it and the rest."""
    here = new.items[:MOST_NEW]
    left_out = len(new.items) - len(here)
    text = say(
        "docket.news",
        n=len(docket.items),
        over=_over(docket),
        rows=_rows(here) or None,
        more=say("docket.more", n=left_out) if left_out else None,
    )
    table = Button(say("button.docket", n=len(docket.items)), f"{VERB}::0")
    return text, (*_openings(here), (table,))


def _over(docket: Docket) -> Text | None:
    over = sum(item.is_overdue for item in docket.items)
    return say("docket.over", n=over) if over else None


def _rows(items: Sequence[Item]) -> list[Text]:
    """Return a heading for each kind and day, and under it a line for each thing."""
    rows: list[Text] = []
    for _, group in groupby(items, key=_heading):
        these = list(group)
        first = these[0]
        rows.append(say("docket.heading", kind=say(f"docket.{first.kind}"), when=_when(first)))
        for item in these:
            note = None if item.note is None else say("docket.note", what=item.note)
            rows.append(say("docket.row", code=item.code, who=item.who, note=note))
    return rows


def _heading(item: Item) -> tuple[Kind, date | None, date | None]:
    """Return what things under one heading have in common."""
    return item.kind, item.until, None if item.until else item.since


def _when(item: Item) -> Text:
    """Return until when it is to be done, or since when it waits."""
    left = item.left
    if item.until is None:
        waits = (item.today - item.since).days
        return say("docket.since", n=waits) if waits > 0 else say("docket.since_today")
    if left < 0:
        return say("docket.overdue", n=-left)
    if not left:
        return say("docket.today")
    return say("docket.until", until=ending(item.until, item.zone), n=left)


def _openings(items: Sequence[Item]) -> Buttons:
    buttons = [
        open_button(item, say("docket.open", mark=say(f"docket.mark.{item.kind}"), code=item.code))
        for item in items
    ]
    return rows_of(buttons, 3)


def _kinds(docket: Docket, chosen: str) -> Buttons:
    """Return the buttons that leave one kind in the list, or bring back the others."""
    counts = Counter(item.kind for item in docket.items)
    buttons = [
        Button(_only(kind, counts[kind]), f"{VERB}:{kind}:0")
        for kind in Kind
        if counts[kind] and kind != chosen
    ]
    if chosen:
        buttons.insert(0, Button(say("docket.all"), f"{VERB}::0"))
    return rows_of(buttons, 4) if len(counts) > 1 else ()


def _only(kind: Kind, n: int) -> Text:
    return say("docket.only", mark=say(f"docket.mark.{kind}"), n=n)
