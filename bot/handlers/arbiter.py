"""The arbiter's commands: arranging matches, inviting to them, following them (art. 1.3, 2.1)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.desk.desk import Desk
from bot.desk.matches import SeenMatch
from bot.handlers.championship_lists import send_invitations
from bot.handlers.coming import coming_text
from bot.language.months import in_figures
from bot.messages import Text, say
from bot.office.shared import Said
from bot.words.editions import edition_note
from bot.words.relay import score_text, turn_text
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


async def arrange(desk: Desk, said: Said) -> None:
    """Handle `/meci`: arrange a match and answer with its commitment and the invitations."""
    if not said.args:
        desk.reply(said, say("arrange.how"))
        return
    wanted = parse_arrangement(said.args, desk.today())
    players = [await desk.persons.expect(name) for name in (wanted.first, wanted.second)]
    seen = await desk.starts.arrange(said, players, wanted.phase, wanted.start)
    desk.reply(said, _arranged(desk, seen, wanted), about=seen.match.code)
    await _invite(desk, said, seen, players)


def _arranged(desk: Desk, seen: SeenMatch, wanted: Arrangement) -> Text:
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
        words=edition_note(desk.shared.edition_on(desk.today()), match.edition, match.start),
    )


def _commitment(seed: str) -> str:
    return commitment(bytes.fromhex(seed))


async def matches(desk: Desk, said: Said) -> None:
    """Handle `/meciuri [CODE or NAME]`: the arbiter's matches and what each waits for."""
    found = await desk.matches.all_ruled(said.person.id)
    if said.args:
        found = [seen for seen in found if await _is_meant(desk, seen, said.args)]
    if not found:
        desk.reply(said, say("matches.not_found") if said.args else say("matches.none"))
        return
    rows = [await _row(desk, seen) for seen in found]
    desk.reply(said, say("matches.list", n=len(found), rows=rows))


async def _is_meant(desk: Desk, seen: SeenMatch, wanted: str) -> bool:
    """Return whether the match has that code, or a player whose name contains that text."""
    names = await desk.persons.names(seen.match.people)
    sought = fold(wanted).casefold()
    return sought == seen.match.code.casefold() or any(
        sought in fold(name).casefold() for name in names.values()
    )


async def _row(desk: Desk, seen: SeenMatch) -> Text:
    match = seen.match
    names = await desk.persons.names(match.people)
    return say(
        "matches.row",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        state=await _state(desk, seen),
    )


async def _state(desk: Desk, seen: SeenMatch) -> Text:
    match = seen.match
    match match.stage:
        case MatchStage.ARRANGED | MatchStage.BETWEEN:
            return await coming_text(desk, match)
        case MatchStage.PLAYED | MatchStage.PROPOSED:
            counts = await desk.competitions.counts(match)
            answers = {"confirmed": len(match.confirmed), "objected": len(match.objected)}
            return Text("matches.proposed", answers) if counts else say("matches.void")
        case MatchStage.HOMOLOGATED:
            return say("matches.homologated")
        case _:
            return await _running(desk, match)


async def _running(desk: Desk, match: Match) -> Text:
    """Return one line about the game of a match that is being played."""
    leg = match.running or Leg.HOME
    seen = await desk.games.load(game_id(match.code, leg))
    cast = await desk.games.cast(seen.game)
    today = desk.games.today(seen.game)
    parts = [score_text(seen.game, cast), turn_text(seen.game, cast, today)]
    return say("matches.running", leg=say(f"leg.{leg.value}"), parts=parts)


async def invitation(desk: Desk, said: Said) -> None:
    """Handle `/invitatie MATCH`: new personal links for the places not yet taken."""
    if not said.args:
        desk.reply(said, say("arrange.which"))
        return
    seen = await desk.matches.ruled_by(said, MatchCode(said.args.upper()))
    competition = await desk.competitions.of_match(seen.match)
    if competition is not None:
        await send_invitations(desk, said, competition.competition)
        return
    waiting = [p for p in seen.match.people if p not in seen.match.joined]
    if seen.match.stage is not MatchStage.ARRANGED or not waiting:
        desk.reply(said, say("arrange.all_joined", match=seen.match.code))
        return
    await _invite(desk, said, seen, waiting)


async def _invite(desk: Desk, said: Said, seen: SeenMatch, people: Sequence[PersonId]) -> None:
    """Answer with a personal link for each, to be forwarded by any channel."""
    names = await desk.persons.names(people)
    for person in people:
        link = desk.shared.link(await desk.persons.invite(seen.match.code, person))
        text = say("arrange.invitation", who=names[person], match=seen.match.code, link=link)
        desk.reply(said, text)


async def name_arbiter(desk: Desk, said: Said) -> None:
    """Handle the operator's `/arbitru`: a personal link that makes its opener an arbiter."""
    link = desk.shared.link(await desk.persons.invite_arbiter())
    desk.reply(said, say("arbiter.link", link=link))
