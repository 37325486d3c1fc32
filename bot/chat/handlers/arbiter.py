"""The arbiter's commands: arranging matches, inviting to them, following them (art. 1.3, 2.1)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.chat.handlers.championship_lists import send_invitations
from bot.chat.handlers.coming import coming_text
from bot.runtime.shared import Said
from bot.service.matches import SeenMatch
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.months import in_figures
from bot.texts.notices.editions import edition_note
from bot.texts.notices.relay import score_text
from bot.texts.notices.whose_turn import turn_text
from engine.dates import parse_date
from engine.errors import Fault, NotationError
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.matches.match import Match, MatchStage
from engine.notation import fold
from engine.rulesets import Phase
from engine.sequence import commitment

_OPTIONS = re.compile(
    r"(?P<phase>\b(?:faza\s+)?(?:preliminara|finala|final|preliminary)\b)"
    r"|\bstart\s+(?P<start>\S+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s+[-–—]\s+|\s+vs\.?\s+|\s*;\s*", re.IGNORECASE)
_NO_NAME = re.compile(r"\b\d+[./-]\d")
"""What no name holds, not even one that is made up: a date that was not understood."""
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What `/meci` asks for."""

    first: str
    second: str
    phase: Phase
    start: date


def parse_arrangement(text: str, today: date) -> Arrangement:
    """Read `Ana Pop - Ion Rus [faza preliminara|finala] [start AAAA-LL-ZZ]`.

    Raises:
        NotationError: `match_names`, `match_stray_date`, `match_same_name`, `match_start_past`
            or a date's own faults.
    """
    text = in_figures(" ".join(text.split()))  # long white space would be matched over and over
    phase, start, names = Phase.PRELIMINARY, today, text
    folded = fold(text)
    # Folding keeps the length of Romanian text, so places found in it are places in the original.
    for match in reversed(list(_OPTIONS.finditer(folded if len(folded) == len(text) else text))):
        if match["phase"]:
            phase = Phase.FINAL if "final" in match["phase"].lower() else Phase.PRELIMINARY
        else:
            start = parse_date(match["start"], today)
        names = names[: match.start()] + names[match.end() :]
    people = [" ".join(name.split()) for name in _BETWEEN.split(names.strip(" ,."))]
    if len(people) != 2 or not all(2 <= len(name) <= LONGEST_NAME for name in people):
        raise NotationError(Fault("match_names", facts={"text": text.strip()[:60]}))
    if stray := next((name for name in people if _NO_NAME.search(name)), None):
        raise NotationError(Fault("match_stray_date", facts={"name": stray}))
    if fold(people[0]).casefold() == fold(people[1]).casefold():
        raise NotationError(Fault("match_same_name", facts={"name": people[0]}))
    if start < today:
        raise NotationError(Fault("match_start_past", facts={"date": start.isoformat()}))
    return Arrangement(people[0], people[1], phase, start)


async def arrange(service: Service, said: Said) -> None:
    """Handle `/meci`: arrange a match and answer with its commitment and the invitations."""
    if not said.args:
        service.reply(said, say("arrange.how"))
        return
    wanted = parse_arrangement(said.args, service.today())
    players = [await service.persons.expect(name) for name in (wanted.first, wanted.second)]
    seen = await service.starts.arrange(said, players, wanted.phase, wanted.start)
    service.reply(said, _arranged(service, seen, wanted), about=seen.match.code)
    await _invite(service, said, seen, players)


def _arranged(service: Service, seen: SeenMatch, wanted: Arrangement) -> Text:
    match = seen.match
    return say(
        "arrange.done",
        match=match.code,
        first=wanted.first,
        second=wanted.second,
        phase=say(f"phase.{match.phase.value}"),
        budget=match.rules.budget(match.phase),
        start=match.start.isoformat(),
        commitments=[
            say("arrange.commitment", leg=say(f"leg.{leg.value}"), sha=_commitment(seed))
            for leg, seed in match.seeds.items()
        ],
        edition=match.edition.name,
        sha=match.edition.sha256,
        words=edition_note(service.shared.edition_on(service.today()), match.edition, match.start),
    )


def _commitment(seed: str) -> str:
    return commitment(bytes.fromhex(seed))


async def matches(service: Service, said: Said) -> None:
    """Handle `/meciuri [CODE or NAME]`: the arbiter's matches and what each waits for."""
    found = await service.matches.all_ruled(said.person.id)
    if said.args:
        found = [seen for seen in found if await _is_meant(service, seen, said.args)]
    if not found:
        service.reply(said, say("matches.not_found") if said.args else say("matches.none"))
        return
    rows = [await _row(service, seen) for seen in found]
    service.reply(said, say("matches.list", n=len(found), rows=rows))


async def _is_meant(service: Service, seen: SeenMatch, wanted: str) -> bool:
    """Return whether the match has that code, or a player whose name contains that text."""
    names = await service.persons.names(seen.match.people)
    sought = fold(wanted).casefold()
    return sought == seen.match.code.casefold() or any(
        sought in fold(name).casefold() for name in names.values()
    )


async def _row(service: Service, seen: SeenMatch) -> Text:
    match = seen.match
    names = await service.persons.names(match.people)
    return say(
        "matches.row",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        state=await _state(service, seen),
    )


async def _state(service: Service, seen: SeenMatch) -> Text:
    match = seen.match
    match match.stage:
        case MatchStage.ARRANGED | MatchStage.BETWEEN:
            return await coming_text(service, match)
        case MatchStage.PLAYED | MatchStage.PROPOSED:
            counts = await service.competitions.counts(match)
            answers = {"confirmed": len(match.confirmed), "objected": len(match.objected)}
            return Text("matches.proposed", answers) if counts else say("matches.void")
        case MatchStage.HOMOLOGATED:
            return say("matches.homologated")
        case _:
            return await _running(service, match)


async def _running(service: Service, match: Match) -> Text:
    """Return one line about the game of a match that is being played."""
    leg = match.running or Leg.HOME
    seen = await service.games.load(game_id(match.code, leg))
    cast = await service.games.cast(seen.game)
    today = service.games.today(seen.game)
    parts = [score_text(seen.game, cast), turn_text(seen.game, cast, today)]
    return say("matches.running", leg=say(f"leg.{leg.value}"), parts=parts)


async def invitation(service: Service, said: Said) -> None:
    """Handle `/invitatie MATCH`: new personal links for the places not yet taken."""
    if not said.args:
        service.reply(said, say("arrange.which"))
        return
    seen = await service.matches.ruled_by(said, MatchCode(said.args.upper()))
    competition = await service.competitions.of_match(seen.match)
    if competition is not None:
        await send_invitations(service, said, competition.competition)
        return
    waiting = [p for p in seen.match.people if p not in seen.match.joined]
    if seen.match.stage is not MatchStage.ARRANGED or not waiting:
        service.reply(said, say("arrange.all_joined", match=seen.match.code))
        return
    await _invite(service, said, seen, waiting)


async def _invite(
    service: Service, said: Said, seen: SeenMatch, people: Sequence[PersonId]
) -> None:
    """Answer with a personal link for each, to be forwarded by any channel."""
    names = await service.persons.names(people)
    for person in people:
        link = service.shared.link(await service.persons.invite(seen.match.code, person))
        text = say("arrange.invitation", who=names[person], match=seen.match.code, link=link)
        service.reply(said, text)


async def name_arbiter(service: Service, said: Said) -> None:
    """Handle the operator's `/arbitru`: a personal link that makes its opener an arbiter."""
    link = service.shared.link(await service.persons.invite_arbiter())
    service.reply(said, say("arbiter.link", link=link))
