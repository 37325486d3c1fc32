"""The proof of dispatch: every message about the game, with its dispatch and arrival (art. 2.2).

The page has one line per message; a file beside the page has the full texts.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.documents.dossier.blocks import (
    Block,
    CaseFileRow,
    ColumnAlign,
    LongTable,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.facts import Addressee, ArchiveOf, Dossier, Elsewhere, MessageDelivery
from bot.documents.dossier.wording import Wording, shown_instant
from bot.documents.render.theme import PlayerColour
from bot.documents.views.setting import SIDES
from bot.texts.clean_text import clean
from bot.texts.i18n import WordingError
from bot.texts.messages import Text, say
from bot.texts.notices.play.deliveries import names_of, passed_on
from engine.ids import PersonId, Seat
from storage.queues import outbox

LONGEST_NAME: Final = 110
"""The most characters of a message's beginning, which is its name if it has none of its own."""
_SENTENCES = re.compile(r"(?<=;) |(?<=[.!?]) (?=[^\W\d_])(?=[^a-zăâîșț])")
"""The end of a sentence or half sentence, but not the full stop in „art. 7.2”.

The next sentence begins with a letter, and not with a small one.
"""
Sides = Mapping[str, Mapping[PersonId, PlayerColour]]
"""For each game: the colour of each player, which marks their messages."""


def sides_of(dossier: Dossier) -> Sides:
    """Return the colours of the players in each game."""
    return {
        facts.game.id: {facts.game.side(seat).person: SIDES[seat] for seat in Seat}
        for facts in dossier.games
    }


def messages(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield when players in browsers opened the page and got mails, and every message.

    A message has its addressee, and the instants at which it was queued and confirmed.
    """
    yield TextBlock(wording(say("dossier.messages_note")), quiet=True)
    for person in dict.fromkeys((*dossier.opened, *dossier.mails)):
        who = wording.names[person]
        if (at := dossier.opened.get(person)) is not None:
            opened = say("dossier.opened", who=who, at=shown_instant(at, wording.zone))
            yield TextBlock(wording(opened))
        if (mail := dossier.mails.get(person)) is not None:
            mailed = say("dossier.mailed", who=who, mail=mail.text)
            yield TextBlock(wording(mailed))
    sides = sides_of(dossier)
    yield LongTable(
        columns=(
            TableColumn(wording(say("dossier.queued")), 17),
            TableColumn(wording(say("dossier.to")), 16),
            TableColumn(wording(say("dossier.message")), 41),
            TableColumn(wording(say("dossier.confirmed")), 17),
            TableColumn(wording(say("dossier.number")), 10, ColumnAlign.RIGHT),
        ),
        rows=tuple(_rows(dossier.deliveries, sides, wording)),
        empty=wording(say("dossier.no_messages")),
    )
    if dossier.left_out:
        yield TextBlock(wording(say("dossier.left_out", n=dossier.left_out)), quiet=True)


def word_for_word(dossier: Dossier, wording: Wording) -> str:
    """Return the full text of every message, each under a line with its addressee and instant."""
    return "\n".join(
        f"{shown_instant(delivery.at, wording.zone)} · {_addressee(delivery.to, wording)}"
        f" · {_confirmed(delivery, wording)}\n{_message_text(delivery, wording)}\n"
        for delivery in dossier.deliveries
    )


def _rows(
    deliveries: Sequence[MessageDelivery], sides: Sides, wording: Wording
) -> Iterator[CaseFileRow]:
    """Yield a row per message; its name depends on earlier messages to the same addressee."""
    texts: defaultdict[tuple[str, Addressee], list[Text]] = defaultdict(list)
    for delivery in deliveries:
        texts[delivery.about, delivery.to].append(delivery.text)
    names = {key: iter(names_of(own_texts)) for key, own_texts in texts.items()}
    for delivery in deliveries:
        name = next(names[delivery.about, delivery.to])
        yield _row(delivery, name or passed_on(delivery.text), sides, wording)


def _row(
    delivery: MessageDelivery, name: Text | None, sides: Sides, wording: Wording
) -> CaseFileRow:
    """Return the row of one message: when, to whom, what, and whether it arrived.

    A message without a `name` is called by its beginning.
    """
    # Only a person's own chat has their colour, not the archive of an arbiter.
    player = delivery.to if isinstance(delivery.to, int) else None
    shown_name = _beginning(_message_text(delivery, wording)) if name is None else wording(name)
    return CaseFileRow(
        (
            shown_instant(delivery.at, wording.zone),
            _addressee(delivery.to, wording),
            clean(shown_name, longest=LONGEST_NAME, lines=False),
            _confirmed(delivery, wording),
            ", ".join(map(str, delivery.messages)),
        ),
        side=None if player is None else sides.get(delivery.about, {}).get(player),
    )


def _beginning(words: str) -> str:
    """Return as many first sentences of a message as fit in its name, but at least one."""
    first, *more = _SENTENCES.split(words.partition("\n")[0])
    for sentence in more:
        if len(first) + 1 + len(sentence) > LONGEST_NAME:
            break
        first = f"{first} {sentence}"
    return first.rstrip(";:")


def _message_text(delivery: MessageDelivery, wording: Wording) -> str:
    """Return the message in full; only its key if this version has no text for it."""
    try:
        return wording(delivery.text)
    except WordingError:  # stored by another version of the program
        return delivery.text.key


_NOT_SENT: Final = {
    outbox.MessageState.QUEUED: "dossier.waiting",
    outbox.MessageState.DEAD: "dossier.undeliverable",
    outbox.MessageState.EXPIRED: "dossier.overtaken",
}
"""The text for each state in which Telegram has confirmed nothing."""


def _confirmed(delivery: MessageDelivery, wording: Wording) -> str:
    """Return when Telegram confirmed the message, or why it has not."""
    if delivery.state != outbox.MessageState.SENT:
        return wording(say(_NOT_SENT[delivery.state]))
    return "" if delivery.sent_at is None else shown_instant(delivery.sent_at, wording.zone)


_NAMELESS: Final = {
    Elsewhere.COMPETITION_GROUP: "dossier.to_group",
    Elsewhere.FORGOTTEN: "dossier.to_forgotten",
    Elsewhere.UNKNOWN: "dossier.elsewhere",
}
"""The text for each addressee without a name."""


def _addressee(to: Addressee, wording: Wording) -> str:
    """Return the name of the addressee or group."""
    if isinstance(to, Elsewhere):
        return wording(say(_NAMELESS[to]))
    if isinstance(to, ArchiveOf):
        return wording(say("dossier.to_archive", who=wording.names[to.arbiter]))
    return wording.names[to]
