"""The sections of proof: the conversation, the log, and how to check it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.documents.dossier.blocks import (
    Block,
    CaseFileRow,
    ColumnAlign,
    Facts,
    LongTable,
    Quote,
    SectionHeading,
    Subsection,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.dispatches import sides_of
from bot.documents.dossier.facts import CaseRecord, Dossier, Stream
from bot.documents.dossier.rulings import decision
from bot.documents.dossier.story import sentence
from bot.documents.dossier.story.games import EventNames
from bot.documents.dossier.wording import Wording, shown_instant, statement_words
from bot.texts.messages import say
from engine.ids import Leg, Seat, game_id
from engine.sequences.sequence import commitment
from storage.streams import game_stream

_HASH_BEGINNING: Final = 12
"""The hexadecimal digits of a hash that are shown beside its event; the copies have all."""


def conversation(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield the players' messages to each other, word for word."""
    yield Subsection(wording(say("dossier.lines")))
    for person in dossier.forgotten:
        yield TextBlock(wording(say("dossier.lines_erased", who=wording.names[person])), quiet=True)
    if not dossier.chat_messages and not dossier.forgotten:
        yield TextBlock(wording(say("dossier.no_lines")), quiet=True)
    sides = sides_of(dossier)
    for message in dossier.chat_messages:
        game, author = message.game, message.author
        at = shown_instant(message.at, wording.zone)
        head = say("dossier.line", who=wording.names[author], game=game, at=at)
        yield Quote(wording(head), message.text, sides[game].get(author))
    if dossier.letters:
        yield Subsection(wording(say("dossier.letters")))
    for letter in dossier.letters:
        at = shown_instant(letter.at, wording.zone)
        head = say("dossier.statement", part=letter.part, who=wording.names[letter.author], at=at)
        yield Quote(wording(head), statement_words(letter, wording))


def events(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield every event of the streams as a sentence, with the beginning of its hash."""
    yield TextBlock(wording(say("dossier.events_note")), quiet=True)
    legs = {game_id(dossier.code, started.leg): started.leg for started in dossier.match.started}
    legs_of_streams = {game_stream(game): leg for game, leg in legs.items()}
    records = {record.stream.name: record for record in dossier.cases}
    for stream in dossier.streams:
        record, leg = records.get(stream.name), legs_of_streams.get(stream.name)
        if record is not None:
            leg = legs[record.case.game]
        yield Subsection(wording(say("dossier.stream", stream=stream.name)))
        yield LongTable(
            columns=(
                TableColumn(wording(say("dossier.seq")), 4, ColumnAlign.RIGHT),
                TableColumn(wording(say("dossier.when")), 17),
                TableColumn(wording(say("dossier.what")), 60),
                TableColumn(wording(say("dossier.hash")), 13, ColumnAlign.RIGHT),
            ),
            rows=tuple(_events_of(stream, leg, record, dossier, wording)),
            empty="",
        )


def _events_of(
    stream: Stream, leg: Leg | None, record: CaseRecord | None, dossier: Dossier, wording: Wording
) -> Iterator[CaseFileRow]:
    """Yield a row for each event of a stream: of the match, of one game, or of one case.

    `leg` is that of the game; None for the match. `record` is the case; None without one.
    """
    seats = {
        started.leg: {Seat.RED: started.red, Seat.BLUE: started.blue}
        for started in dossier.match.started
    }
    people = EventNames(wording.names, seats, leg)
    decided = partial(decision, record=record, dossier=dossier) if record else None
    for row, stored in zip(stream.rows, stream.stored, strict=True):
        event_text = sentence(stored.event, people, wire_name=row["name"], decision=decided)
        at = shown_instant(stored.at, wording.zone)
        yield CaseFileRow((str(row["seq"]), at, wording(event_text), row["hash"][:_HASH_BEGINNING]))


def check(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield instructions to check that the log has not been changed."""
    yield SectionHeading(wording(say("dossier.check")), new_page=False)
    yield TextBlock(wording(say("dossier.check_how")))
    yield Facts(tuple(_sources(dossier, wording)))
    if any("withheld" in row for stream in dossier.streams for row in stream.rows):
        yield TextBlock(wording(say("dossier.withheld")))
    yield LongTable(
        columns=(
            TableColumn(wording(say("dossier.stream_name")), 18),
            TableColumn(wording(say("dossier.events_number")), 10, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.last_hash")), 72),
        ),
        rows=tuple(_stream_row(stream) for stream in dossier.streams),
        empty="",
    )


def _sources(dossier: Dossier, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield what else can be recomputed: rules, word list, and the seeds of the tiles."""
    match = dossier.match
    yield wording(say("dossier.rules")), wording(say("dossier.rules_named", name=match.rules.name))
    edition = say("dossier.edition", name=match.edition.name, sha=match.edition.sha256)
    yield wording(say("sheet.word_list")), wording(edition)
    for facts in dossier.games:
        seed_text = say("verify.game_imported")
        if not facts.game.imported:
            seed = match.seeds[facts.game.leg]
            seed_text = say("dossier.seeds", seed=seed, sha=commitment(bytes.fromhex(seed)))
        yield wording(say("dossier.seed", game=facts.game.id)), wording(seed_text)


def _stream_row(stream: Stream) -> CaseFileRow:
    return CaseFileRow((stream.name, str(len(stream.rows)), stream.head))
