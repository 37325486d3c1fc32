"""The draws of a phase: commitment, drawing, publication, annulment, notices (art. 1.3, 2.1)."""

from hashlib import sha256
from typing import NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import sign_up_checks
from bot.service.notices.notifier import Notifier
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Notice, Text, say
from bot.texts.notices.competitions.competitions import card_button, stage
from bot.texts.notices.competitions.draws import full_lists, sealed_text
from bot.texts.notices.competitions.own_lists import own_list
from bot.texts.notices.competitions.phase_lists import groups_lines
from bot.texts.notices.matches.proof import verify_draws_button
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
from storage.competitions import competition_rows
from storage.conversation import dialogues


class ListsSent(NamedTuple):
    """How many people were sent lists that they did not have yet."""

    players: int
    arbiters: int


async def commit(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot
) -> CompetitionSnapshot:
    """Draw the phase's seeds, and send their SHA-256 to arbiters and players (art. 1.3, 2.1).

    Raises:
        GameStateError: a draw is not possible yet, for example because people still sign up.
    """
    await sign_up_checks.check_sign_up_over(recorder, snapshot.competition)
    new_seed = recorder.shared.new_seed
    home, back, lots = (bytes.fromhex(new_seed()) for _ in range(3))
    seeds = Seeds(home=home, back=back, lots=lots)
    events = commit_sequences(snapshot.competition, act(user_input), seeds)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    text, check = sealed_text(competition), verify_draws_button(competition.code)
    await recorder.notify_arbiters(competition, text, check)
    await recorder.notify_players(competition, text, buttons=check)
    return snapshot


async def draw(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot, groups: int | None
) -> CompetitionSnapshot:
    """Divide the players into groups, and notify the other arbiters.

    `groups`: their number as the arbiter says now; None for the planned one.
    """
    events = draw_groups(snapshot.competition, act(user_input), groups=groups)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    await _notify_of_draw(recorder, user_input, snapshot.competition)
    return snapshot


async def list_all(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot
) -> CompetitionSnapshot:
    """Draw the colours, list every pair's match, and notify the other arbiters."""
    codes = await new_codes(recorder, matches_needed(snapshot.competition.phase.groups))
    events = list_matches(snapshot.competition, act(user_input), codes)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    await _notify_of_draw(recorder, user_input, snapshot.competition)
    return snapshot


async def new_codes(readers: Readers, needed: int) -> list[MatchCode]:
    """Return that many new codes that no arranged or listed match has.

    A listed match may have no log, so only its competition knows its code. An import that was taken
    back keeps its codes, because it may be restored.
    """
    taken: set[MatchCode] = set()
    for competition in await competition_rows.every_code(readers.unit.tx):
        with leaving_out_damaged():
            snapshot = await readers.competitions.load_any(CompetitionCode(competition))
            phases = snapshot.competition.phases
            taken |= {match.code for phase in phases for match in phase.matches}
    codes: list[MatchCode] = []
    while len(codes) < needed:
        code = await readers.matches.new_code()
        if code not in taken:
            taken.add(code)
            codes.append(code)
    return codes


async def _notify_of_draw(
    notifier: Notifier, user_input: UserInput, competition: Competition
) -> None:
    """Notify the other arbiters of a draw, with the groups as they are now."""
    names = await notifier.competitions.names(competition)
    text = say(
        "comp.drawn",
        who=user_input.person.name,
        title=competition.title,
        stage=stage(competition),
        groups=groups_lines(competition, names),
    )
    button = card_button(competition)
    await notifier.notify_arbiters(competition, text, button, but=user_input.person.id)


async def annul(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot, reason: str
) -> CompetitionSnapshot:
    """Annul all draws of a phase that has not started, and notify everybody of the reason."""
    events = annul_draw(snapshot.competition, act(user_input), reason)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    text = say("comp.annulled", title=competition.title, who=user_input.person.name, reason=reason)
    await recorder.notify_arbiters(competition, text, card_button(competition))
    await recorder.notify_players(competition, text)
    return snapshot


async def publish(notifier: Notifier, snapshot: CompetitionSnapshot) -> ListsSent:
    """Send players their lists and arbiters all lists; return how many people got one.

    A person whose list has not changed since they got it gets no second one.
    """
    competition = snapshot.competition
    names = await notifier.competitions.names(competition)
    arbiters = {
        arbiter
        for kind, text in zip(("groups", "matches"), full_lists(competition, names), strict=True)
        for arbiter in competition.arbiters
        if await _send_if_new(notifier, arbiter, f"{kind}:{competition.code}", text)
    }
    players_sent = [
        await _send_if_new(
            notifier,
            player,
            f"own:{competition.code}",
            own_list(competition, player, names, notifier.today()),
        )
        for player in competition.phase.players
    ]
    return ListsSent(players=sum(players_sent), arbiters=len(arbiters))


async def _send_if_new(notifier: Notifier, person: PersonId, which: str, text: Text) -> bool:
    """Send a person that list, unless they got this same text last; return whether it is sent.

    A text from before the last one is sent again, because an act taken back restores a list.
    """
    tx, chat = notifier.unit.tx, await notifier.persons.address(person)
    mark = sha256(repr(text).encode()).hexdigest()
    last = await dialogues.get(tx, person, which)
    if chat is None or (last is not None and last.value == mark):
        return False
    await dialogues.put(tx, person, which, mark, notifier.unit.now)
    await notifier.notify(Notice(to=chat, text=text))
    return True
