"""`/contestatie`: a player files a claim, with buttons and one text.

One message changes as the player chooses kind, move and words. The player then writes the comment
and files the claim with a tap. The bot adds a copy of the game and notifies the opponent (art.
7.2). The game continues meanwhile.
"""

import json
import secrets
from dataclasses import replace

from bot.chat import topics
from bot.chat.cases.own import own_buttons, words_of
from bot.chat.matches.requests import ask_on_time
from bot.chat.play.look import about_one
from bot.runtime.shared import Said
from bot.service.cases import notices as case_notices
from bot.service.cases.facts import time_facts
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.cases import CLAIM, FILE
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import Param, Text, page_of, rows_of, say
from bot.texts.notices.cases.cases import claim_text, placement_button, placement_text
from bot.texts.notices.cases.codes import placement_code, placement_of
from engine.cases.decide import (
    ABOUT_A_PLACEMENT,
    ARTICLES,
    Claim,
    file_claim,
    give_comment,
)
from engine.cases.events import ClaimKind
from engine.cases.fold import replay_case
from engine.errors import Fault, GameStateError
from engine.games.courses import placements_made
from engine.games.events import PlacementMade
from engine.games.game import Game, Stage
from engine.ids import GameId
from engine.matches.friendly import must_have_arbiter

ON_PAGE = 8
"""Moves offered on one page."""
PAGE = "+"
"""The prefix of a page number in place of a move."""
ALL_WORDS = "*"
APART = "apart"


async def claim(service: Service, said: Said) -> None:
    """Handle `/contestatie [GAME]`."""
    await about_one(service, said, "claim", ask_kind, finished=True)


async def ask_kind(service: Service, said: Said, seen: SeenGame) -> None:
    """Ask for the subject of the claim."""
    game = seen.game
    if not (await service.matches.load(game.match)).match.has_arbiter:
        await ask_on_time(service, said, seen)
        return
    participants = await service.games.participants(game)
    partner = participants.at(service.games.seat(said, game).partner).name
    buttons = (
        *(
            (CLAIM.button(say(f"claim.kind.{kind.value}"), game.id, kind.value),)
            for kind in ClaimKind
            if kind is not ClaimKind.QUERY  # a refused word has its own button for that
        ),
        (KEEP.button(say("button.undecide")),),
    )
    goes_on = say("claim.meanwhile") if game.stage is not Stage.ENDED else None
    text = say("claim.which_kind", game=game.id, partner=partner, meanwhile=goes_on)
    service.reply(said, text, buttons, about=game.id)


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons that choose part by part: `cl:GAME:KIND:PLACEMENT:WORD`.

    With `:apart` at the end, under a sheet, the question is a new message, so the sheet and its
    buttons stay.
    """
    game, kind, placement, word, where = CLAIM.read(said.args)
    if where == APART:
        service.toast(said)
        said = replace(said, incoming=replace(said.incoming, callback=""))
    seen = await service.games.of_player(said, game)
    must_have_arbiter((await service.matches.load(seen.game.match)).match)
    if kind not in set(ClaimKind) - {ClaimKind.QUERY}:
        raise GameStateError(Fault("button_unknown"))
    if ClaimKind(kind) in ABOUT_A_PLACEMENT and (not placement or placement.startswith(PAGE)):
        page = placement.removeprefix(PAGE)[:3]
        wanted = int(page) if page.isdecimal() else 0
        await _ask_placement(service, said, seen.game, ClaimKind(kind), wanted)
        return
    made = placement_of(seen.game, placement) if placement else None
    if kind == ClaimKind.WORD and made is not None and not word and len(made.words) > 1:
        _ask_word(service, said, game, placement, made)
        return
    await _ask_comment(service, said, seen.game, [kind, placement, word])


async def _ask_placement(
    service: Service, said: Said, game: Game, kind: ClaimKind, page: int
) -> None:
    """Offer the moves that the claim may concern; for words and technique only possible ones."""
    seat = service.games.seat(said, game)
    participants = await service.games.participants(game)
    found = [
        made
        for made in placements_made(game)
        if kind is ClaimKind.ARITHMETIC or made.by is seat.partner or made not in game.moves
    ]
    if not found:
        service.edit(said, say("claim.no_placement", game=game.id))
        return
    buttons = [
        CLAIM.button(
            placement_button(
                made,
                participants.at(made.by).name,
                "claim.placement" if made in game.moves else "claim.placement_returned",
            ),
            game.id,
            kind.value,
            placement_code(game, made),
        )
        for made in reversed(found)
    ]
    service.edit(
        said,
        say("claim.which_placement", claim=say(f"claim.{kind.value}")),
        page_of(buttons, page, ON_PAGE, CLAIM.data(game.id, kind.value, PAGE)),
    )


def _ask_word(
    service: Service, said: Said, game: GameId, placement: str, made: PlacementMade
) -> None:
    kind = ClaimKind.WORD.value
    buttons = [
        CLAIM.button(say("button.plain", label=word.upper()), game, kind, placement, str(number))
        for number, word in enumerate(made.words)
    ]
    buttons.append(CLAIM.button(say("claim.all_words"), game, kind, placement, ALL_WORDS))
    service.answer(said, say("claim.which_word", word=made.word.upper()), rows_of(buttons, 2))


async def _ask_comment(service: Service, said: Said, game: Game, parts: list[str]) -> None:
    """Ask for the comment, which a claim must have; show the relevant facts of the sheet."""
    wanted = _claim(service, said, game, parts)
    await service.questions.ask(said, topics.CLAIM, json.dumps([game.id, *parts]))
    text = say(
        "claim.why",
        claim=say(f"claim.{wanted.kind.value}"),
        article=ARTICLES[wanted.kind],
        what=await _what(service, game, wanted),
    )
    service.answer(said, text, (way_out(topics.CLAIM),))


async def _what(service: Service, game: Game, wanted: Claim) -> list[Text] | None:
    """Return the subject of the claim: the move and its words, or both players' days."""
    participants = await service.games.participants(game)
    if wanted.kind is ClaimKind.TIME:
        judged = await service.arrivals.judged(game)
        return time_facts(judged, participants, service.games.today(game))
    if wanted.placement is None:
        return None
    who = participants.at(wanted.placement.by).name
    lines = [say("case.placement", placement=placement_text(wanted.placement, who))]
    if wanted.words:
        lines.append(say("claim.words", words=", ".join(word.upper() for word in wanted.words)))
    return lines


def _claim(service: Service, said: Said, game: Game, parts: list[str]) -> Claim:
    """Return the chosen claim.

    Raises:
        GameStateError: this claim was never offered, or its move no longer exists.
    """
    kind, placement, word = parts
    service.games.seat(said, game)
    made = placement_of(game, placement) if placement else None
    words: tuple[str, ...] = ()
    if made is not None and kind == ClaimKind.WORD:
        words = made.words
        if word.isdecimal() and int(word[:3]) < len(words):
            words = (words[int(word[:3])],)
    return Claim(kind=ClaimKind(kind), by=said.person.id, placement=made, words=words)


async def comment_given(service: Service, said: Said, about: str) -> None:
    """Store the comment, and show the whole claim before it is filed."""
    game_id, *parts = json.loads(about)
    seen = await service.games.of_player(said, GameId(game_id))
    wanted = _claim(service, said, seen.game, parts)
    comment = await words_of(service, said)
    if comment is None:
        return
    token = secrets.token_urlsafe(6)
    await service.previews.remember(said, topics.CLAIM, json.dumps([token, about, comment]))
    await service.questions.close(said)
    participants = await service.games.participants(seen.game)
    facts: dict[str, Param] = {
        "game": seen.game.id,
        "claim": say(f"claim.{wanted.kind.value}"),
        "article": ARTICLES[wanted.kind],
        "what": await _what(service, seen.game, wanted),
        "comment": comment,
        "partner": participants.at(service.games.seat(said, seen.game).partner).name,
    }
    file = FILE.button(say("button.claim.file"), token)
    drop = KEEP.button(say("button.undecide"))
    service.reply(said, say("claim.confirm", **facts), ((file,), (drop,)), about=seen.game.id)


async def file(service: Service, said: Said) -> None:
    """Handle the tap that files a claim: `claim:TOKEN`."""
    kept = await service.previews.recall(said, topics.CLAIM)
    token, about, comment = json.loads(kept) if kept else ("", "", "")
    if not token or token != FILE.read(said.args).token:
        service.edit(said, say("claim.stale"))
        return
    game_id, *parts = json.loads(about)
    seen = await service.games.of_player(said, GameId(game_id))
    new = await service.cases.new(seen, said.at)
    others = [one.case for one in await service.cases.of_game(seen.game.id)]
    events = file_claim(seen.game, new, _claim(service, said, seen.game, parts), others)
    digest = await service.case_acts.keep_statement(said, new.case, comment)
    commented = give_comment(replay_case(events), said.person.id, digest, said.at)
    filed = await service.case_acts.begin((*events, *commented), said.at)
    case = filed.case
    partner = "" if case.against is None else (await service.persons.get(case.against)).name
    text = say(
        "claim.filed", case=case.id, claim=claim_text(case), partner=partner, comment=comment
    )
    service.edit(said, text, own_buttons(case))
    await case_notices.tell_partner(service, case, comment)
