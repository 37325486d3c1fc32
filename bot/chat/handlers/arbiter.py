"""The arbiter's commands: arranging matches and inviting to them (art. 1.3, 2.1)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.chat.handlers.championship_lists import send_invitations
from bot.runtime.shared import Said
from bot.service.matches import SeenMatch
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.months import in_figures
from bot.texts.notices.editions import edition_note
from engine.dates import parse_date
from engine.errors import Fault, NotationError
from engine.ids import MatchCode, PersonId
from engine.matches.match import MatchStage
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
