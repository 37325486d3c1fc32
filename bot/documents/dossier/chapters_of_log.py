"""The chapters of proof: what was sent and when it arrived, the log, and how to check it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.documents.dossier.blocks import (
    Align,
    Block,
    Chapter,
    Column,
    Grid,
    Lines,
    Quote,
    Row,
    Section,
)
from bot.documents.dossier.facts import Delivery, Dossier, Stream
from bot.documents.dossier.rulings import decision
from bot.documents.dossier.story import sentence
from bot.documents.dossier.wording import Wording, shown_instant
from bot.documents.render.theme import Side
from bot.documents.views.setting import SIDES
from bot.texts.formats import clean
from bot.texts.i18n import WordingError
from bot.texts.messages import say
from engine.ids import PersonId, Seat, game_id
from storage import outbox
from storage.groups import GroupKind
from storage.streams import game_stream

if TYPE_CHECKING:
    from bot.documents.dossier.story.games import Seats

LONGEST_MESSAGE = 420
"""Characters of a message that are shown."""


def messages(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield every message about the game: to whom, when queued, when confirmed by Telegram."""
    yield Lines(word(say("dossier.messages_note")), quiet=True)
    sides = _sides(dossier)
    yield Grid(
        columns=(
            Column(word(say("dossier.queued")), 17),
            Column(word(say("dossier.to")), 15),
            Column(word(say("dossier.message")), 43),
            Column(word(say("dossier.confirmed")), 17),
            Column(word(say("dossier.number")), 9, Align.RIGHT),
        ),
        rows=tuple(_delivery(one, dossier, sides, word) for one in dossier.deliveries),
        empty=word(say("dossier.no_messages")),
    )
    if dossier.left_out:
        yield Lines(word(say("dossier.left_out", n=dossier.left_out)), quiet=True)


def _sides(dossier: Dossier) -> dict[str, dict[PersonId, Side]]:
    """Return, for each game, whose messages have which colour."""
    return {
        file.game.id: {file.game.side(seat).person: SIDES[seat] for seat in Seat}
        for file in dossier.games
    }


def _delivery(
    one: Delivery, dossier: Dossier, sides: dict[str, dict[PersonId, Side]], word: Wording
) -> Row:
    try:
        text = word(one.text)
    except WordingError:  # stored by another version of the program
        text = one.text.key
    if one.pictures:
        text += "\n" + word(say("dossier.pictures", n=one.pictures))
    confirmed = {
        outbox.SENT: "" if one.sent_at is None else shown_instant(one.sent_at, word.zone),
        outbox.QUEUED: word(say("dossier.waiting")),
        outbox.DEAD: word(say("dossier.undeliverable")),
        outbox.EXPIRED: word(say("dossier.overtaken")),
    }[one.state]
    side = None if one.to is None else sides.get(one.about, {}).get(one.to)
    return Row(
        (
            shown_instant(one.at, word.zone),
            _addressee(one, dossier, side, word),
            clean(text, longest=LONGEST_MESSAGE, lines=True),
            confirmed,
            ", ".join(map(str, one.messages)),
        ),
        side=side,
    )


def _addressee(one: Delivery, dossier: Dossier, side: Side | None, word: Wording) -> str:
    """Return who got it: his name, and under it his part in the game; or which group."""
    if one.group is GroupKind.COMPETITION:
        return word(say("dossier.to_group"))
    if one.group is GroupKind.ARCHIVE and one.to is not None:
        return word(say("dossier.to_archive", who=word.names[one.to]))
    if one.to_forgotten:
        return word(say("dossier.to_forgotten"))
    if one.to is None:
        return word(say("dossier.elsewhere"))
    part = ""
    if side is not None:
        part = word(say(f"sheet.{side.value}"))
    elif one.to in dossier.arbiters:
        part = word(say("sheet.arbiter"))
    return "\n".join(filter(None, (word.names[one.to], part)))


def conversation(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield what the partners wrote to each other, word for word."""
    yield Section(word(say("dossier.lines")))
    for person in dossier.forgotten:
        yield Lines(word(say("dossier.lines_erased", who=word.names[person])), quiet=True)
    if not dossier.lines and not dossier.forgotten:
        yield Lines(word(say("dossier.no_lines")), quiet=True)
    sides = _sides(dossier)
    for line in dossier.lines:
        at = shown_instant(line.at, word.zone)
        head = say("dossier.line", who=word.names[line.author], game=line.game, at=at)
        yield Quote(word(head), line.text, sides[line.game].get(line.author))
    if dossier.letters:
        yield Section(word(say("dossier.letters")))
    for letter in dossier.letters:
        at = shown_instant(letter.at, word.zone)
        head = say("dossier.statement", part=letter.part, who=word.names[letter.author], at=at)
        erased = word(say("dossier.erased", digest=letter.digest))
        yield Quote(word(head), letter.text if letter.salt else erased)


def events(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield every event of the streams in words, with the beginning of its hash."""
    yield Lines(word(say("dossier.events_note")), quiet=True)
    seats: Seats = {
        leg.leg: {Seat.RED: leg.red, Seat.BLUE: leg.blue} for leg in dossier.match.started
    }
    games = {game_id(dossier.code, leg): leg for leg in seats}
    legs = {game_stream(game): leg for game, leg in games.items()}
    cases = {file.stream.name: file for file in dossier.cases}
    legs |= {file.stream.name: games[file.case.game] for file in dossier.cases}
    for stream in dossier.streams:
        leg = legs.get(stream.name)
        case = cases.get(stream.name)
        told = partial(decision, file=case, dossier=dossier) if case else None
        yield Section(word(say("dossier.stream", stream=stream.name)))
        rows: Sequence[Row] = [
            Row(
                (
                    str(row["seq"]),
                    shown_instant(stored.at, word.zone),
                    word(
                        sentence(stored.event, row["name"], word.names, seats, leg, decision=told)
                    ),
                    row["hash"][:12],
                )
            )
            for row, stored in zip(stream.rows, stream.stored, strict=True)
        ]
        yield Grid(
            columns=(
                Column(word(say("dossier.seq")), 4, Align.RIGHT),
                Column(word(say("dossier.when")), 17),
                Column(word(say("dossier.what")), 60),
                Column(word(say("dossier.hash")), 13, Align.RIGHT),
            ),
            rows=tuple(rows),
            empty="",
        )


def check(dossier: Dossier, word: Wording) -> Iterator[Block]:
    """Yield how anybody can check that the log has not been touched."""
    yield Chapter(word(say("dossier.check")), new_page=False)
    yield Lines(word(say("dossier.check_how")))
    withheld = sum("withheld" in row for stream in dossier.streams for row in stream.rows)
    if withheld:
        yield Lines(word(say("dossier.withheld")))
    yield Grid(
        columns=(
            Column(word(say("dossier.stream_name")), 18),
            Column(word(say("dossier.events_number")), 10, Align.RIGHT),
            Column(word(say("dossier.last_hash")), 72),
        ),
        rows=tuple(_stream_row(stream) for stream in dossier.streams),
        empty="",
    )


def _stream_row(stream: Stream) -> Row:
    return Row((stream.name, str(len(stream.rows)), stream.head))
