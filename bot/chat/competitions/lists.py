"""`/campionat`: lists of players, pasted or as a file.

The bot shows the list as understood before it enters anybody. It names unreadable lines; the good
ones need not be sent again.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace

from bot.chat import topics
from bot.chat.competitions.card import ask, show_card, step_button
from bot.chat.play.look import MOST_ASKED
from bot.documents.tables.entries import Listed, PlayerList, read_file, read_pasted
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.formats.foreign import kind_by_name
from bot.runtime.shared import Said
from bot.service.competitions import places
from bot.service.competitions.competitions import SeenCompetition
from bot.service.service import Service
from bot.texts.messages import LARGEST_TABLE, Button, Relayed, Text, rows_of, say
from bot.texts.notices.people.links import forward_button, link_words
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId
from storage.play import previews

TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls")
"""The endings of files that may contain a table."""
SHOWN_FAULTS = 15
SHORTEST_PASTED = 3
"""The least lines of an unrequested list; fewer are ordinary text."""
LINKS = 20
"""The most links in one message."""
_OF_LISTS = frozenset({"number", "positive", "too_many", "too_many_cells"})
"""Errors with a special text for lists of players; all others use the texts of tables."""


async def _ask_list(service: Service, said: Said, seen: SeenCompetition, rest: str) -> None:
    """Ask for players, pasted or as a file."""
    del rest
    if seen.competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))
    await ask(service, said, seen, "add", say("comp.ask.players"))


async def _list_given(service: Service, said: Said, seen: SeenCompetition, more: str) -> None:
    """Show the list as understood, with a button to enter the players."""
    del more
    found = await read_list(service, said, seen)
    if found is None:
        return
    found = await _with_free_seeds(service, seen.competition, found)
    key = _kept_under(seen.competition)
    kept = json.dumps([asdict(player) for player in found.players])
    await previews.wait_for(service.unit.tx, said.person.id, key, kept, said.at)
    n = len(found.players)
    buttons: list[tuple[Button, ...]] = []
    if n:
        buttons.append((step_button(seen.competition, "enter", "enter", n=n),))
    buttons.append((step_button(seen.competition, "give_up", "card"),))
    faults = _faults(found.faults)
    text = say(
        "comp.understood",
        n=n,
        players=[_listed(number, one) for number, one in enumerate(found.players, 1)],
        ratings=say("comp.ratings_made_places") if found.has_ratings else None,
        aside=_ignored(found.aside),
        again_in=await _again_in(service, seen.competition, found.players),
        faults=faults,
        again=say("comp.send_the_rest") if found.faults else None,
    )
    if not n:
        text = say("comp.understood_nobody", faults=faults)
    service.reply(said, text, tuple(buttons))


async def _with_free_seeds(
    service: Service, competition: Competition, listed: PlayerList
) -> PlayerList:
    """Return the list without players whose rank another entered player has, each as an error.

    Ranks made from ratings may be equal.
    """
    taken = await places.seeds_taken(service, competition)
    kept: list[Listed] = []
    faults: list[TableFault] = []
    for player in listed.players:
        other = None if player.rating else taken.get(player.seeding or 0)
        if other is None or places.spelt(other) == places.spelt(player.name):
            kept.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": other,
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(kept), faults=(*faults, *listed.faults))


async def read_list(service: Service, said: Said, seen: SeenCompetition) -> PlayerList | None:
    """Return the players of the typed or sent list; None after an answer with the error.

    Raises:
        NotationError: the text or file is not a table.
        FileWanted: the file must be fetched first.
    """
    sent = said.incoming.file
    if sent is None:
        return read_pasted(said.args)
    may_be_read = _is_table(sent) and sent.size <= LARGEST_TABLE
    content = said.incoming.fetched() if may_be_read else None
    if may_be_read and content is None:
        found: PlayerList | Text = say("comp.not_fetched", file=sent.name)
    else:
        found = _read_sent(sent, content)
    if isinstance(found, PlayerList):
        return found
    service.reply(said, found, ((step_button(seen.competition, "give_up", "card"),),))
    return None


async def unasked(service: Service, said: Said) -> None:
    """Handle a list that an arbiter sends without a request.

    If one competition takes entries, the list is read at once; if several do, the bot asks.
    """
    sent = said.incoming.file
    ruled = await service.competitions.all_ruled(said.person.id)
    found = [seen for seen in ruled if seen.competition.stage is CompetitionStage.OPEN]
    lines = len(said.args.splitlines())
    may_be_list = _is_table(sent) if sent is not None else lines >= SHORTEST_PASTED
    if not found or not may_be_list:
        service.reply(said, say("play.unknown_arbiter" if sent is None else "relayed.no_picture"))
    elif len(found) == 1:
        about = f"{found[0].competition.code}:add"
        await service.questions.ask(said, topics.COMPETITION, about)
        await _list_given(service, said, found[0], "")
    else:
        titles = [(seen.competition.code, seen.competition.title) for seen in found[:MOST_ASKED]]
        buttons = [
            (Button(say("button.plain", label=title), f"c:{code}:add"),) for code, title in titles
        ]
        service.reply(said, say("comp.whose_list"), tuple(buttons))


def _is_table(sent: Relayed) -> bool:
    """Return whether the file's ending may mean a table."""
    return not sent.is_photo and sent.name.lower().endswith(TABLES)


def _read_sent(sent: Relayed, content: bytes | None) -> PlayerList | Text:
    """Return the players of a file, or the error text if it contains no table."""
    if sent.is_photo:
        return say("comp.no_photo")
    if content is not None:
        try:
            return read_file(content, sent.name)
        except TableError as error:
            faults = tuple(error.faults)
    elif (kind := kind_by_name(sent.name)) is not None:
        faults = (TableFault("foreign", 0, facts={"found": kind}),)
    elif sent.size > LARGEST_TABLE:
        return say("rating.too_large", size=sent.size, most=LARGEST_TABLE)
    else:
        raise NotationError(Fault("no_table_sent"))
    if not all(fault.is_of_no_table for fault in faults):
        return PlayerList((), faults)
    lines = [say("rating.fault_whole", file=sent.name, fault=_fault(fault)) for fault in faults]
    return say("comp.no_table", faults=lines)


def _kept_under(competition: Competition) -> str:
    return f"list:{competition.code}"


async def _again_in(
    service: Service, competition: Competition, players: Iterable[Listed]
) -> Text | None:
    """Return which listed players were in the competition before and are taken as the same."""
    names = [
        player.name
        for player in players
        if await places.known_as(service, competition, player.name) is not None
    ]
    return say("comp.same_person", who=", ".join(names)) if names else None


def _ignored(columns: tuple[str, ...]) -> Text | None:
    """Return the columns of the list that are ignored, only the first of many."""
    return say("comp.columns_aside", columns=", ".join(columns[:SHOWN_FAULTS])) if columns else None


def _listed(number: int, player: Listed) -> Text:
    about = None
    if player.club and player.seeding:
        about = say("comp.club_and_seed", club=player.club, seed=player.seeding)
    elif player.club:
        about = say("comp.club", club=player.club)
    elif player.seeding:
        about = say("comp.seed", seed=player.seeding)
    return say("comp.listed", number=number, who=player.name, about=about)


def _faults(faults: Iterable[TableFault]) -> list[Text] | None:
    """Return the errors line by line, only the first of many."""
    every = list(faults)
    lines = [
        say("comp.fault_line", line=fault.line, fault=_fault(fault))
        if fault.line
        else say("comp.fault_whole", fault=_fault(fault))
        for fault in every[:SHOWN_FAULTS]
    ]
    if len(every) > SHOWN_FAULTS:
        lines.append(say("comp.more_faults", n=len(every) - SHOWN_FAULTS))
    return lines or None


def _fault(fault: TableFault) -> Text:
    if fault.code in _OF_LISTS:
        return Text(f"list_fault.{fault.code}", fault.facts)
    return fault.what


async def _enter(service: Service, said: Said, seen: SeenCompetition, rest: str) -> None:
    """Enter the players of the last list shown."""
    del rest
    kept = await previews.take_waiting(
        service.unit.tx, said.person.id, _kept_under(seen.competition)
    )
    if kept is None:
        await show_card(service, said, seen, say("button.unknown"))
        return
    players = [Listed(**player) for player in json.loads(kept[0])]
    players = await _not_entered_yet(service, seen.competition, players)
    known = frozenset(seen.competition.phase.players)
    seen = await places.enter_all(service, said, seen, players)
    new = frozenset(seen.competition.phase.players) - known
    await show_card(service, said, seen, say("comp.done.entered", n=len(players)))
    await send_invitations(service, said, seen.competition, only=new or None)


async def send_invitations(
    service: Service,
    said: Said,
    competition: Competition,
    only: frozenset[PersonId] | None = None,
) -> None:
    """Send the arbiter the links of all open places, each with its own forward button.

    The messages are short enough for a phone; a spreadsheet follows. With `only`, they cover just
    these players, without a spreadsheet if there are others.
    """
    every = await places.open_places(service, competition)
    found = [place for place in every if only is None or place.entry.player in only]
    if not found:
        service.reply(said, say("comp.all_came", title=competition.title))
        return
    where = say("link.in_competition", title=competition.title)
    for first in range(0, len(found), LINKS):
        shown = found[first : first + LINKS]
        rows = [say("comp.invitation", who=place.name, link=place.link) for place in shown]
        buttons = [
            forward_button(
                place.link, place.name, link_words(place.name, where), is_among_others=True
            )
            for place in shown
        ]
        if first:
            text = say("comp.invitations_more", title=competition.title, rows=rows)
        else:
            text = say("comp.invitations", title=competition.title, n=len(found), rows=rows)
        service.reply(said, text, rows_of(buttons, 2))
    if found != every:
        return
    document = Document(DocumentKind.INVITATIONS, competition.code)
    service.reply(said, say("comp.invitations_file"), document=document)


async def _not_entered_yet(
    service: Service, competition: Competition, players: Iterable[Listed]
) -> list[Listed]:
    """Return the players who are not in the phase by name, because a list may be sent twice."""
    return [
        player
        for player in players
        if not await places.is_present(service, competition, player.name)
    ]


STEPS = {"add": _ask_list, "enter": _enter}
TYPED = {"add": _list_given}
