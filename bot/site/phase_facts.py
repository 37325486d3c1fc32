"""What several pages show of a phase: its scene, the seals of its draws, and its stage."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from bot.documents.standings.scene import Scene
from bot.site.contest import Contest
from bot.texts.messages import Text, say
from bot.texts.notices.matches.proof import is_imported
from engine.competitions.competition import Competition
from engine.competitions.parts import Group
from engine.competitions.phase import PhaseState
from engine.ids import Leg

_NO_DAY: Final = date.min
"""A placeholder for the day of today, on which nothing of a public page depends."""


def scene_of(contest: Contest, number: int, group: Group | None = None) -> Scene:
    """Return the scene of a phase with its official results; with `group`, of that group alone."""
    competition = contest.competition
    phase = competition.phases[number]
    if group is not None:
        alone = replace(
            phase,
            groups=(group,),
            matches=tuple(match for match in phase.matches if match.group == group.name),
        )
        phases = (*competition.phases[:number], alone, *competition.phases[number + 1 :])
        competition = replace(competition, phases=phases)
    # A public page has no picture, which alone shows `seq` and the day of today.
    return Scene(
        competition=competition,
        seq=0,
        number=number,
        names=contest.names,
        clubless=frozenset(contest.names.keys() - contest.fully_named),
        today=_NO_DAY,
        whole=None if group is None else phase,
    )


def seals_of(contest: Contest, number: int) -> Iterator[Text]:
    """Yield the commitments of a phase's draws, and the seeds that are no longer secret."""
    phase = contest.competition.phases[number]
    if not phase.seeds.lots:
        return
    public_legs = {leg for phase_number, leg in contest.shown_seeds if phase_number == number}
    if not is_imported(contest.competition, phase):
        yield from _home_seals(phase, is_public=Leg.HOME in public_legs)
        yield from _return_seals(phase, is_public=Leg.RETURN in public_legs)
        yield from _lots_seals(phase)
        return
    yield say("verify.imported_draws")
    # The lots and the home sequences were drawn elsewhere. Of a season imported by its results, the
    # return games were played elsewhere, too.
    if not contest.competition.history:
        yield from _return_seals(phase, is_public=Leg.RETURN in public_legs)


def _home_seals(phase: PhaseState, *, is_public: bool) -> Iterator[Text]:
    """Yield the commitment of the home sequences' seed, and the seed once it is public."""
    home, _, _ = phase.seeds.commitments
    yield say("verify.sealed_home", sha=home)
    if is_public:
        yield say("verify.shown_home", seed=phase.seeds.home.hex())


def _return_seals(phase: PhaseState, *, is_public: bool) -> Iterator[Text]:
    """Yield the commitment of the return sequences' seed, and the seed once it is public."""
    _, back, _ = phase.seeds.commitments
    yield say("verify.sealed_return", sha=back)
    if is_public:
        yield say("verify.shown_return", seed=phase.seeds.back.hex())


def _lots_seals(phase: PhaseState) -> Iterator[Text]:
    """Yield the commitment of the lots' seed, and the seed from the start of the phase."""
    _, _, lots = phase.seeds.commitments
    yield say("verify.sealed_lots", sha=lots)
    if phase.started is not None:
        yield say("verify.shown_lots", seed=phase.seeds.lots.hex())


def stage_text(competition: Competition, number: int) -> Text:
    """Return the stage of a phase as text."""
    if number < competition.number:
        return say("site.phase_over")
    if number > competition.number:
        return say("site.phase_to_come")
    return say(f"comp.stage.{competition.stage.name.lower()}")
