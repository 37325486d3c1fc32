"""The sections of proof: the conversation, the log, and how to check it."""

from collections.abc import Iterator, Sequence
from functools import partial

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
from bot.documents.dossier.facts import Dossier, Stream
from bot.documents.dossier.rulings import decision
from bot.documents.dossier.story import sentence
from bot.documents.dossier.story.games import Seats
from bot.documents.dossier.wording import Wording, shown_instant
from bot.texts.messages import say
from engine.ids import Seat, game_id
from engine.sequences.sequence import commitment
from storage.streams import game_stream


def conversation(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield the players' messages to each other, word for word."""
    yield Subsection(wording(say("dossier.lines")))
    for person in dossier.forgotten:
        yield TextBlock(wording(say("dossier.lines_erased", who=wording.names[person])), quiet=True)
    if not dossier.lines and not dossier.forgotten:
        yield TextBlock(wording(say("dossier.no_lines")), quiet=True)
    sides = sides_of(dossier)
    for line in dossier.lines:
        at = shown_instant(line.at, wording.zone)
        head = say("dossier.line", who=wording.names[line.author], game=line.game, at=at)
        yield Quote(wording(head), line.text, sides[line.game].get(line.author))
    if dossier.letters:
        yield Subsection(wording(say("dossier.letters")))
    for letter in dossier.letters:
        at = shown_instant(letter.at, wording.zone)
        head = say("dossier.statement", part=letter.part, who=wording.names[letter.author], at=at)
        erased = wording(say("dossier.erased", digest=letter.digest))
        yield Quote(wording(head), letter.text if letter.salt else erased)


def events(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield every event of the streams as a sentence, with the beginning of its hash."""
    yield TextBlock(wording(say("dossier.events_note")), quiet=True)
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
        decided = partial(decision, file=case, dossier=dossier) if case else None
        yield Subsection(wording(say("dossier.stream", stream=stream.name)))
        rows: Sequence[CaseFileRow] = [
            CaseFileRow(
                (
                    str(row["seq"]),
                    shown_instant(stored.at, wording.zone),
                    wording(
                        sentence(
                            stored.event, row["name"], wording.names, seats, leg, decision=decided
                        )
                    ),
                    row["hash"][:12],
                )
            )
            for row, stored in zip(stream.rows, stream.stored, strict=True)
        ]
        yield LongTable(
            columns=(
                TableColumn(wording(say("dossier.seq")), 4, ColumnAlign.RIGHT),
                TableColumn(wording(say("dossier.when")), 17),
                TableColumn(wording(say("dossier.what")), 60),
                TableColumn(wording(say("dossier.hash")), 13, ColumnAlign.RIGHT),
            ),
            rows=tuple(rows),
            empty="",
        )


def check(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield instructions to check that the log has not been changed."""
    yield SectionHeading(wording(say("dossier.check")), new_page=False)
    yield TextBlock(wording(say("dossier.check_how")))
    yield Facts(tuple(_ingredients(dossier, wording)))
    withheld = sum("withheld" in row for stream in dossier.streams for row in stream.rows)
    if withheld:
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


def _ingredients(dossier: Dossier, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield what else can be recomputed: rules, word list, and the seeds of the tiles."""
    match = dossier.match
    yield wording(say("dossier.rules")), wording(say("dossier.rules_named", name=match.rules.name))
    edition = say("dossier.edition", name=match.edition.name, sha=match.edition.sha256)
    yield wording(say("sheet.word_list")), wording(edition)
    for file in dossier.games:
        if file.game.imported:
            yield (
                wording(say("dossier.seed", game=file.game.id)),
                wording(say("verify.game_imported")),
            )
            continue
        seed = match.seeds[file.game.leg]
        sha = commitment(bytes.fromhex(seed))
        label = say("dossier.seed", game=file.game.id)
        yield wording(label), wording(say("dossier.seeds", seed=seed, sha=sha))


def _stream_row(stream: Stream) -> CaseFileRow:
    return CaseFileRow((stream.name, str(len(stream.rows)), stream.head))
