"""The draws of a phase: commitment, drawing, publication, annulment, notices (art. 1.3, 2.1)."""

from hashlib import sha256
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.competitions import sign_ups
from bot.service.competitions.competitions import SeenCompetition, act
from bot.texts.messages import Notice, Text, say
from bot.texts.notices.competitions.competitions import (
    card_button,
    groups_lines,
    matches_lines,
    own_list,
    stage,
)
from bot.texts.notices.matches.proof import verify_draws_button
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.drawing import (
    annul_draw,
    commit_sequences,
    draw_groups,
    list_matches,
    matches_needed,
)
from engine.competitions.phase import Seeds
from engine.ids import CompetitionCode, MatchCode, PersonId
from storage.competitions import competition_rows as competitions
from storage.queues import outbox

if TYPE_CHECKING:
    from bot.service.service import Service


async def commit(service: "Service", said: Said, seen: SeenCompetition) -> SeenCompetition:
    """Fix the phase's seeds and publish their SHA-256 to everybody (art. 1.3, 2.1).

    Raises:
        GameStateError: a draw is not possible yet, for example because people still sign up.
    """
    await sign_ups.check_closed(service, seen.competition)
    new_seed = service.shared.new_seed
    home, back, lots = (bytes.fromhex(new_seed()) for _ in range(3))
    seeds = Seeds(home=home, back=back, lots=lots)
    events = commit_sequences(seen.competition, act(said), seeds)
    seen = await service.competition_acts.record(seen, events, said.at)
    competition = seen.competition
    text, check = sealed_text(competition), verify_draws_button(competition.code)
    await service.tell_arbiters(competition, text, check)
    await service.tell_players(competition, text, buttons=check)
    return seen


def sealed_text(competition: Competition) -> Text:
    """Return the notice that the phase's draws are fixed; `/verifica` shows the commitments."""
    return say(
        "comp.committed",
        title=competition.title,
        phase=phase_name(competition, competition.phase.plan.phase),
    )


async def draw(
    service: "Service", said: Said, seen: SeenCompetition, groups: int | None
) -> SeenCompetition:
    """Divide the players into as many groups as planned, or as the arbiter says now."""
    events = draw_groups(seen.competition, act(said), groups=groups)
    seen = await service.competition_acts.record(seen, events, said.at)
    await _tell_drawn(service, said, seen.competition)
    return seen


async def list_all(service: "Service", said: Said, seen: SeenCompetition) -> SeenCompetition:
    """Draw the colours and list every pair's match."""
    codes = await new_codes(service, matches_needed(seen.competition.phase.groups))
    events = list_matches(seen.competition, act(said), codes)
    seen = await service.competition_acts.record(seen, events, said.at)
    await _tell_drawn(service, said, seen.competition)
    return seen


async def new_codes(service: "Service", needed: int) -> list[MatchCode]:
    """Return new codes that no arranged or listed match has."""
    taken: set[MatchCode] = set()
    for code in await competitions.codes(service.unit.tx):
        seen = await service.competitions.load(CompetitionCode(code))
        taken |= {match.code for match in seen.competition.phase.matches}
    codes: list[MatchCode] = []
    while len(codes) < needed:
        code = await service.matches.new_code()
        if code not in taken:
            taken.add(code)
            codes.append(code)
    return codes


async def _tell_drawn(service: "Service", said: Said, competition: Competition) -> None:
    """Notify the other arbiters of a draw, and show it."""
    names = await service.competitions.names(competition)
    text = say(
        "comp.drawn",
        who=said.person.name,
        title=competition.title,
        stage=stage(competition),
        groups=groups_lines(competition, names),
    )
    button = card_button(competition)
    await service.tell_arbiters(competition, text, button, but=said.person.id)


async def annul(
    service: "Service", said: Said, seen: SeenCompetition, reason: str
) -> SeenCompetition:
    """Annul all draws of a phase that has not started, and notify everybody of the reason."""
    events = annul_draw(seen.competition, act(said), reason)
    seen = await service.competition_acts.record(seen, events, said.at)
    competition = seen.competition
    text = say("comp.annulled", title=competition.title, who=said.person.name, reason=reason)
    await service.tell_arbiters(competition, text, card_button(competition))
    await service.tell_players(competition, text)
    return seen


async def publish(service: "Service", seen: SeenCompetition) -> int:
    """Send players their lists and arbiters all lists; return how many players got one.

    Nobody gets the same list twice.
    """
    competition = seen.competition
    names = await service.competitions.names(competition)
    for text in full_lists(competition, names):
        for arbiter in competition.arbiters:
            await _send_once(service, arbiter, text)
    reached = [
        await _send_once(service, player, own_list(competition, player, names, service.today()))
        for player in competition.phase.players
    ]
    return sum(reached)


async def _send_once(service: "Service", person: PersonId, text: Text) -> bool:
    """Send a person a list unless they have exactly this list; return whether it is sent."""
    chat = (await service.persons.get(person)).chat
    key = f"list:{person}:{sha256(repr(text).encode()).hexdigest()}"
    if chat is None or await outbox.state_of(service.unit.tx, key) is not None:
        return False
    await service.tell(Notice(to=chat, text=text, dedup=key))
    return True


def full_lists(competition: Competition, names: dict[PersonId, str]) -> tuple[Text, Text]:
    """Return the groups with all colours, and the matches."""
    phase = competition.phase
    return (
        say(
            "comp.groups_list",
            title=competition.title,
            stage=stage(competition),
            groups=groups_lines(competition, names),
        ),
        say(
            "comp.matches_list",
            title=competition.title,
            n=len(phase.matches),
            matches=matches_lines(phase, names),
        ),
    )
