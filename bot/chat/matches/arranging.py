"""`/meci`: shows the request as understood; invitations follow only after confirmation (1.3).

The draft is stored until then; buttons change its day, title and thinking time.
"""

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat import topics
from bot.chat.matches.arrangement import (
    Arrangement,
    arrangement_from,
    parse_arrangement,
    read_start,
    read_title,
)
from bot.runtime.shared import Said
from bot.service.conversation.questions import way_out
from bot.service.matches.matches import SeenMatch
from bot.service.matches.starts import MatchSettings
from bot.service.service import Service
from bot.texts.buttons.matches import DRAFT
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.competitions.editions import edition_note
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.people.links import forward_button, kind_of_match, link_words
from engine.errors import Fault, NotationError
from engine.rulesets import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ids import PersonId

KEPT = "match"


async def arrange(service: Service, said: Said) -> None:
    """Handle `/meci`: show the request, to be confirmed or changed."""
    if not said.args:
        service.reply(said, say("arrange.how"))
        return
    wanted = parse_arrangement(said.args, service.today())
    await _show(service, said, wanted)


async def _show(service: Service, said: Said, wanted: Arrangement) -> None:
    """Store the draft under a new token, and show it with its buttons."""
    token = secrets.token_urlsafe(6)
    await service.previews.remember(said, KEPT, f"{token} {wanted.to_json()}")
    text, buttons = _understood(service, wanted, token)
    service.answer(said, text, buttons)


def _understood(service: Service, wanted: Arrangement, token: str) -> tuple[Text, Buttons]:
    rules = service.shared.rules
    today = wanted.start == service.today()
    edition = service.shared.edition_on(wanted.start)
    text = say(
        "arrange.understood",
        first=wanted.first,
        second=wanted.second,
        start=wanted.start.isoformat(),
        today=say("arrange.today") if today else None,
        budget=rules.budget(wanted.phase),
        leave=rules.leave(wanted.phase),
        phase=say(f"phase.name_{wanted.phase.value}"),
        title=wanted.title or say("match.friendly"),
        words=edition_note(service.shared.edition_on(service.today()), edition, wanted.start),
        taken=say("arrange.taken", word=wanted.taken, first=wanted.first, second=wanted.second)
        if wanted.taken
        else None,
    )
    other = Phase.FINAL if wanted.phase is Phase.PRELIMINARY else Phase.PRELIMINARY
    days = DRAFT.button(say("button.arrange.days", days=rules.budget(other)), token, "phase")
    return text, (
        (DRAFT.button(say("button.arrange.yes"), token, "yes"),),
        (
            DRAFT.button(say("button.arrange.start"), token, "start"),
            DRAFT.button(say("button.arrange.title"), token, "title"),
        ),
        (days,),  # a row of its own, because a phone cuts two off
        (DRAFT.button(say("button.drop"), token, "no"),),
    )


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons of a draft: `meci:TOKEN:yes|no|phase|start|title`."""
    token, verb = DRAFT.read(said.args)
    wanted = await _taken(service, said, token)
    if wanted is None:
        service.edit(said, say("arrange.stale"))
    elif verb == "yes":
        await _arrange(service, said, wanted)
    elif verb == "phase":
        other = Phase.FINAL if wanted.phase is Phase.PRELIMINARY else Phase.PRELIMINARY
        await _show(service, said, replace(wanted, phase=other))
    elif verb in {"start", "title"}:
        await service.previews.remember(said, KEPT, f"{token} {wanted.to_json()}")
        topic = topics.MATCH_START if verb == "start" else topics.MATCH_TITLE
        await service.questions.ask(said, topic, token)
        service.toast(said)
        service.reply(said, say(f"arrange.ask_{verb}"), (way_out(topic),))
    else:
        service.edit(said, say("confirm.kept"))


async def _taken(service: Service, said: Said, token: str) -> Arrangement | None:
    """Return and delete the draft of that token; None if it was changed and has another."""
    kept = await service.previews.recall(said, KEPT)
    if kept is None:
        return None
    known, _, draft = kept.partition(" ")
    if known != token:
        await service.previews.remember(said, KEPT, kept)
        return None
    return arrangement_from(draft)


async def start_given(service: Service, said: Said, token: str) -> None:
    """Read the start day of the match; ask again if it is unreadable."""
    start = read_start(said.args.strip(), service.today())
    await _change(service, said, token, start=start, taken="")


async def title_given(service: Service, said: Said, token: str) -> None:
    """Read the title of the match for the sheets."""
    await _change(service, said, token, title=read_title(said.args))


async def _change(service: Service, said: Said, token: str, **changes: object) -> None:
    await service.questions.close(said)
    wanted = await _taken(service, said, token)
    if wanted is None:
        service.reply(said, say("arrange.stale"))
        return
    await _show(service, said, replace(wanted, **changes))  # type: ignore[arg-type]  # fields of `Arrangement`


async def _arrange(service: Service, said: Said, wanted: Arrangement) -> None:
    """Arrange the match, and send the arbiter a link for each player in separate messages."""
    if wanted.start < service.today():
        raise NotationError(Fault("match_start_past", facts={"date": wanted.start.isoformat()}))
    players = [await service.person_acts.expect(name) for name in (wanted.first, wanted.second)]
    how = MatchSettings(wanted.phase, wanted.start, wanted.title)
    seen = await service.starts.arrange(said, players, how)
    service.edit(said, _arranged(service, seen, wanted), verify_match_button(seen.match.code))
    await invite_players(service, said, seen, players)


def _arranged(service: Service, seen: SeenMatch, wanted: Arrangement) -> Text:
    match = seen.match
    edition = service.shared.edition_on(service.today())
    return say(
        "arrange.done",
        match=match.code,
        title=match.title or say("match.friendly"),
        first=wanted.first,
        second=wanted.second,
        budget=match.rules.budget(match.phase),
        start=match.start.isoformat(),
        edition=match.edition.name,
        words=edition_note(edition, match.edition, match.start),
    )


async def invite_players(
    service: Service, said: Said, seen: SeenMatch, players: "Sequence[PersonId]"
) -> None:
    """Answer with a link for each player, in words that can be forwarded unchanged."""
    match = seen.match
    names = await service.persons.names(players)
    for player in players:
        link = service.shared.link(await service.person_acts.match_code(match.code, player))
        who, partner = names[player], names[match.partner(player)]
        text = say(
            "arrange.invitation",
            who=who,
            partner=partner,
            match=match.code,
            title=kind_of_match(match.title),
            arbiter=said.person.name,
            link=link,
        )
        words = link_words(who, say("link.in_match", match=match.code), partner)
        service.reply(said, text, ((forward_button(link, who, words),),))
