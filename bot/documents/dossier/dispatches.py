"""The proof of dispatch: every message about the game by its name, when it went and arrived (2.2).

The page has a line for each; what each said, word for word, is a file beside the page.
"""

from collections.abc import Iterator, Mapping

from bot.documents.dossier.blocks import Align, Block, Column, Grid, Lines, Row
from bot.documents.dossier.facts import Delivery, Dossier
from bot.documents.dossier.wording import Wording, shown_instant
from bot.documents.render.theme import Side
from bot.documents.views.setting import SIDES
from bot.texts.formats import clean
from bot.texts.i18n import WordingError
from bot.texts.messages import say
from bot.texts.notices.deliveries import name_of
from engine.ids import PersonId, Seat
from storage import outbox
from storage.groups import GroupKind

LONGEST_NAME = 110
"""Characters by which a message without a name of its own is known: how it begins."""
Sides = Mapping[str, Mapping[PersonId, Side]]
"""For each game, whose messages have which colour."""


def sides_of(dossier: Dossier) -> Sides:
    """Return the colours of the players in each game."""
    return {
        file.game.id: {file.game.side(seat).person: SIDES[seat] for seat in Seat}
        for file in dossier.games
    }


def messages(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield every message about the game: to whom, when queued, when confirmed by Telegram."""
    yield Lines(word(say("dossier.messages_note")), quiet=True)
    sides = sides_of(dossier)
    yield Grid(
        columns=(
            Column(word(say("dossier.queued")), 17),
            Column(word(say("dossier.to")), 16),
            Column(word(say("dossier.message")), 41),
            Column(word(say("dossier.confirmed")), 17),
            Column(word(say("dossier.number")), 10, Align.RIGHT),
        ),
        rows=tuple(_row(one, sides, word) for one in dossier.deliveries),
        empty=word(say("dossier.no_messages")),
    )
    if dossier.left_out:
        yield Lines(word(say("dossier.left_out", n=dossier.left_out)), quiet=True)


def word_for_word(dossier: Dossier, word: Wording) -> str:
    """Return every message as it was worded, each under a line that says to whom and when."""
    told = [
        f"{shown_instant(one.at, word.zone)} · {_addressee(one, word)}"
        f" · {_confirmed(one, word)}\n{_worded(one, word)}\n"
        for one in dossier.deliveries
    ]
    return "\n".join(told)


def _row(one: Delivery, sides: Sides, word: Wording) -> Row:
    name = name_of(one.text)
    begins, _, _ = _worded(one, word).partition("\n")
    return Row(
        (
            shown_instant(one.at, word.zone),
            _addressee(one, word),
            clean(begins if name is None else word(name), longest=LONGEST_NAME, lines=False),
            _confirmed(one, word),
            ", ".join(map(str, one.messages)),
        ),
        side=None if one.to is None else sides.get(one.about, {}).get(one.to),
    )


def _worded(one: Delivery, word: Wording) -> str:
    try:
        return word(one.text)
    except WordingError:  # stored by another version of the program
        return one.text.key


def _confirmed(one: Delivery, word: Wording) -> str:
    return {
        outbox.SENT: "" if one.sent_at is None else shown_instant(one.sent_at, word.zone),
        outbox.QUEUED: word(say("dossier.waiting")),
        outbox.DEAD: word(say("dossier.undeliverable")),
        outbox.EXPIRED: word(say("dossier.overtaken")),
    }[one.state]


def _addressee(one: Delivery, word: Wording) -> str:
    """Return who got it, or which group."""
    if one.group is GroupKind.COMPETITION:
        return word(say("dossier.to_group"))
    if one.group is GroupKind.ARCHIVE and one.to is not None:
        return word(say("dossier.to_archive", who=word.names[one.to]))
    if one.to_forgotten:
        return word(say("dossier.to_forgotten"))
    if one.to is None:
        return word(say("dossier.elsewhere"))
    return word.names[one.to]
