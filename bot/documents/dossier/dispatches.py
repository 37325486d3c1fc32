"""The proof of dispatch: every message about the game, with its dispatch and arrival (art. 2.2).

The page has one line per message; a file beside the page has the full texts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.documents.dossier.blocks import (
    Block,
    CaseFileRow,
    ColumnAlign,
    LongTable,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.facts import Dossier, MessageDelivery
from bot.documents.dossier.wording import Wording, shown_instant
from bot.documents.render.theme import PlayerColour
from bot.documents.views.setting import SIDES
from bot.texts.formats import clean
from bot.texts.i18n import WordingError
from bot.texts.messages import Text, say
from bot.texts.notices.play.deliveries import names_of, passed_on
from engine.ids import PersonId, Seat
from storage.competitions.groups import GroupKind
from storage.queues import outbox

LONGEST_NAME = 110
"""Characters of a message's beginning, which is its name if it has none of its own."""
_SENTENCES = re.compile(r"(?<=;) |(?<=[.!?]) (?=[^\W\d_])(?=[^a-zăâîșț])")
"""The end of a sentence or half sentence, but not the full stop in „art. 7.2”."""
Sides = Mapping[str, Mapping[PersonId, PlayerColour]]
"""For each game: the colour of each player, which marks their messages."""


def sides_of(dossier: Dossier) -> Sides:
    """Return the colours of the players in each game."""
    return {
        file.game.id: {file.game.side(seat).person: SIDES[seat] for seat in Seat}
        for file in dossier.games
    }


def messages(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield every message about the game: addressee, instant queued, instant confirmed."""
    yield TextBlock(word(say("dossier.messages_note")), quiet=True)
    for person, at in dossier.opened.items():
        opened = say("dossier.opened", who=word.names[person], at=shown_instant(at, word.zone))
        yield TextBlock(word(opened))
    sides = sides_of(dossier)
    yield LongTable(
        columns=(
            TableColumn(word(say("dossier.queued")), 17),
            TableColumn(word(say("dossier.to")), 16),
            TableColumn(word(say("dossier.message")), 41),
            TableColumn(word(say("dossier.confirmed")), 17),
            TableColumn(word(say("dossier.number")), 10, ColumnAlign.RIGHT),
        ),
        rows=tuple(_rows(dossier.deliveries, sides, word)),
        empty=word(say("dossier.no_messages")),
    )
    if dossier.left_out:
        yield TextBlock(word(say("dossier.left_out", n=dossier.left_out)), quiet=True)


def word_for_word(dossier: Dossier, word: Wording) -> str:
    """Return the full text of every message, each under a line with its addressee and instant."""
    told = [
        f"{shown_instant(one.at, word.zone)} · {_addressee(one, word)}"
        f" · {_confirmed(one, word)}\n{_worded(one, word)}\n"
        for one in dossier.deliveries
    ]
    return "\n".join(told)


def _rows(
    deliveries: Sequence[MessageDelivery], sides: Sides, word: Wording
) -> Iterator[CaseFileRow]:
    """Yield a row per message; its name depends on earlier messages to the same addressee."""
    sent: dict[tuple[str, PersonId | None, GroupKind | None], list[Text]] = {}
    for one in deliveries:
        before = sent.setdefault((one.about, one.to, one.group), [])
        before.append(one.text)
        yield _row(one, names_of(before)[-1] or passed_on(one.text), sides, word)


def _row(one: MessageDelivery, name: Text | None, sides: Sides, word: Wording) -> CaseFileRow:
    called = _beginning(_worded(one, word)) if name is None else word(name)
    return CaseFileRow(
        (
            shown_instant(one.at, word.zone),
            _addressee(one, word),
            clean(called, longest=LONGEST_NAME, lines=False),
            _confirmed(one, word),
            ", ".join(map(str, one.messages)),
        ),
        side=None if one.to is None else sides.get(one.about, {}).get(one.to),
    )


def _beginning(words: str) -> str:
    """Return as many first sentences of a message as fit in its name, but at least one."""
    first, *more = _SENTENCES.split(words.partition("\n")[0])
    for sentence in more:
        if len(first) + 1 + len(sentence) > LONGEST_NAME:
            break
        first = f"{first} {sentence}"
    return first.rstrip(";:")


def _worded(one: MessageDelivery, word: Wording) -> str:
    try:
        return word(one.text)
    except WordingError:  # stored by another version of the program
        return one.text.key


def _confirmed(one: MessageDelivery, word: Wording) -> str:
    return {
        outbox.SENT: "" if one.sent_at is None else shown_instant(one.sent_at, word.zone),
        outbox.QUEUED: word(say("dossier.waiting")),
        outbox.DEAD: word(say("dossier.undeliverable")),
        outbox.EXPIRED: word(say("dossier.overtaken")),
    }[one.state]


def _addressee(one: MessageDelivery, word: Wording) -> str:
    """Return the name of the addressee or group."""
    if one.group is GroupKind.COMPETITION:
        return word(say("dossier.to_group"))
    if one.group is GroupKind.ARCHIVE and one.to is not None:
        return word(say("dossier.to_archive", who=word.names[one.to]))
    if one.to_forgotten:
        return word(say("dossier.to_forgotten"))
    if one.to is None:
        return word(say("dossier.elsewhere"))
    return word.names[one.to]
