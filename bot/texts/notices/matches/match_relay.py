"""Notices about a match: starts, the return game, the results.

Pure, like `bot.texts.notices.play.relay`, which does the same for events inside a game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple, Protocol

from bot.texts.buttons.matches import RESULTS, RETURN_GAME
from bot.texts.buttons.verb import YesNo
from bot.texts.messages import Button, Buttons, Notice, Param, Text, say
from bot.texts.notices.conversation.channel import browsers_text, in_browser
from bot.texts.notices.participants import Participants, ending
from bot.texts.notices.play.sheets import sheets, turn_brought, turn_buttons
from bot.texts.notices.play.turn import form_of
from bot.texts.pictures import Document, DocumentKind
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.matches.match import Match


class Told(NamedTuple):
    """A text for a person, and the buttons under it."""

    person: PersonId
    text: Text
    buttons: Buttons = ()


class WordListTerms(Protocol):
    """The facts for notices about word lists, and whether the bot may send a list."""

    @property
    def official(self) -> Callable[[EditionRef], bool]:
        """Whether an edition is the federation's own."""
        ...

    @property
    def distribute(self) -> bool:
        """Whether players receive the list itself (art. 3.2)."""
        ...


def started_notices(
    game: Game, seq: int, participants: Participants, match: Match, terms: WordListTerms
) -> list[Notice]:
    """Return the notices to all participants when a game starts (art. 2.1, 3.2, 4.1).

    In a competition the word list came with the start of the phase, with a sound. Its games then
    arrive silently, because they all come at once. The arbiters of a competition get no copies of
    empty sheets; they get those after the first move (art. 2.2).
    """
    facts: dict[str, Param] = {
        "game": game.id,
        "leg": say("leg_name.only" if match.is_single else f"leg_name.{game.leg.value}"),
        "red": participants.red.name,
        "blue": participants.blue.name,
        "rated": rated_line(match),
    }
    names = {
        participant.id: participant.name for participant in (participants.red, participants.blue)
    }
    browsers = in_browser(match, names) if game.leg is Leg.HOME else ()
    is_announced = bool(match.competition) and game.leg is Leg.HOME
    notices: list[Notice] = []
    for seat in Seat:
        member = participants.at(seat)
        chat = member.address
        if chat is None:
            continue
        is_first = game.leg is Leg.HOME and match.kind.counts and not match.competition
        if is_first and not member.is_elsewhere:
            notices.append(word_list(chat, game.edition, terms))
        partner = participants.at(seat.partner)
        is_told = game.leg is Leg.HOME and partner.id in match.in_browser
        browser_note = say("leg.partner_browser", who=partner.name) if is_told else None
        own_notices = _started(game, seq, participants, seat, {**facts, "web": browser_note})
        notices += [replace(notice, silent=notice.silent or is_announced) for notice in own_notices]
    if participants.arbiter.address is not None and not is_announced:
        text = say("leg.started_arbiter", web=browsers_text(browsers), **facts)
        copy = _with_sheets(participants.arbiter.address, text, game, seq)
        notices.append(replace(copy, silent=True, is_copy=True))
    return notices


def _started(
    game: Game, seq: int, participants: Participants, seat: Seat, facts: Mapping[str, Param]
) -> list[Notice]:
    """Return a player's notices: Blue is asked to wait; Red gets both sheets, then the board.

    The board comes last, because its letters and buttons are what the player needs now.
    """
    member = participants.at(seat)
    if member.address is None:
        return []
    opens = seat is Seat.RED
    text = say(
        "leg.started",
        colour=say(f"colour.{seat.value}"),
        rack=game.side(seat).rack,
        budget=game.budget,
        turn=say("leg.open_it", **form_of(game.side(seat).rack))
        if opens
        else say("leg.wait_for_red", red=participants.red.name),
        **facts,
    )
    if opens:
        buttons = turn_buttons(game, participants.kind)
        board, follow = turn_brought(member, game, seq, text, buttons)
        return [replace(follow, text=say("leg.sheets", game=game.id, version=seq)), board]
    return [_with_sheets(member.address, member.addressed(text), game, seq)]


def rated_line(match: Match) -> Text | None:
    """Return whether the match counts for ratings; None if its players did not agree on it."""
    if not match.is_by_request:
        return None
    return say("match.rated" if match.rated else "match.unrated")


def _with_sheets(chat: int, text: Text, game: Game, seq: int) -> Notice:
    """Return a message with both sheets after the event `seq`."""
    return Notice(to=chat, text=text, pictures=sheets(game.id, seq), about=game.id)


def word_list(chat: int, edition: EditionRef, terms: WordListTerms) -> Notice:
    """Return the competition's word list, or its name if the bot may not send it (art. 3.2).

    The message is silent, because it follows another that makes a sound.
    """
    note = None if terms.official(edition) else say("words.not_official")
    name, sha = edition.name, edition.sha256
    if not terms.distribute:
        text = say("leg.word_list_named", edition=name, note=note)
        return Notice(to=chat, text=text, silent=True)
    text = say("leg.word_list", edition=name, note=note)
    document = Document(DocumentKind.WORD_LIST, sha)
    return Notice(to=chat, text=text, document=document, silent=True)


def return_offered(
    match: Match, names: Mapping[PersonId, str], closing: date | None = None
) -> list[Told]:
    """Return the offer to begin the return game at once (art. 7.1).

    `closing`: the phase closes on that day, before the game would begin by itself (art. 9.4).
    """
    day = None if match.return_day is None else match.return_day.isoformat()
    offer = say("return_leg.offer", until=day)
    if closing is not None:
        offer = say("return_leg.offer_closing", closing=ending(closing, match.rules.time_zone))
    buttons: Buttons = ((RETURN_GAME.button(say("button.return_leg"), match.code),),)
    if match.returns is not None:
        offer = say("return_leg.together", day=day)
        buttons = ()
    if match.late_return_day is not None:
        offer = say("return_leg.not_confirmed", day=day, late=f"{match.late_return_day}")
    partners = {person: names[match.partner(person)] for person in match.people}
    return [
        Told(
            person,
            say("return_leg.offered", match=match.code, partner=partner, offer=offer),
            buttons,
        )
        for person, partner in partners.items()
    ]


def results_proposed(match: Match, text: Text) -> list[Told]:
    """Return the proposed results with each player's buttons (art. 8.5, 9.7)."""
    return [Told(person, text, (answer_buttons(match),)) for person in match.people]


def answer_buttons(match: Match) -> tuple[Button, Button]:
    """Return the buttons by which a player confirms or disputes the proposed results."""
    return (
        RESULTS.button(say("button.results_yes"), match.code, YesNo.YES),
        RESULTS.button(say("button.results_no"), match.code, YesNo.NO),
    )


def other_answer(match: MatchCode, *, agreed: bool) -> Buttons:
    """Return the button by which a player changes their answer before results are final."""
    if agreed:
        return ((RESULTS.button(say("button.results_no_after"), match, YesNo.NO),),)
    return ((RESULTS.button(say("button.results_yes_after"), match, YesNo.YES),),)


def results_answered(
    match: Match,
    person: PersonId,
    names: Mapping[PersonId, str],
    state: Sequence[Text],
    *,
    agrees: bool,
) -> list[Told]:
    """Return the notices to the opponent about a player's answer to the results (art. 8.5).

    The arbiter sees the results on the task list.
    """
    text = say(
        "results.player_confirmed" if agrees else "results.player_objected",
        who=names[person],
        match=match.code,
        state=state,
    )
    return [Told(match.partner(person), text)]
