"""The answer to `/verifica`: the commitments of draws, and whether the draws match them.

Pure. The seed of a leg determines its sequence, the seed of the lots the colours. The SHA-256 of
both seeds were published before any draw (art. 1.3, 2.1). A leg's seed reveals the sequences of the
whole leg, so only readers whom the embargo admits see it (`engine.embargo`).
"""

from collections.abc import Collection
from datetime import date

from bot.texts.buttons.matches import VERIFY, Verified
from bot.texts.messages import Buttons, Text, say
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.drawing import is_apart, seed_of
from engine.competitions.groups import pairings
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.ids import CompetitionCode, Leg, MatchCode
from engine.matches.match import Match
from engine.sequences.sequence import commitment

Shown = Collection[tuple[int, Leg]]
"""The number of a phase, from 0, and a leg, for each seed that the reader may see."""


def proof(
    competition: Competition, match: Match, leg: Leg, *, is_drawn_so: bool, shown: Shown
) -> Text:
    """Return the text that says whether the draws match their commitments, with the data to check.

    `is_drawn_so`: whether the leg's seed gives the sequence of the game.
    """
    if leg in match.imported:
        return say("verify.game_imported")
    place = _listed(competition, match)
    if place is None:
        return say("verify.drawn_again")
    phase, listed = place
    number = next(
        n for n, listed_match in enumerate(phase.matches, 1) if listed_match.code == match.code
    )
    base, scope = phase.seeds.of_leg(leg), competition.rules.sequence_scope
    expected = seed_of(phase, scope, leg, number)
    is_sequence_proven = is_drawn_so and match.seeds[leg] == expected
    is_proven = is_sequence_proven and _are_colours_drawn(phase, listed, match)
    series = None
    if is_apart(scope, leg):
        is_shown = (competition.phases.index(phase), leg) in shown
        series = _series(number, base, is_shown=is_shown)
    if is_imported(competition, phase):  # its groups and colours were drawn elsewhere
        return say(
            "verify.in_imported" if is_sequence_proven else "verify.wrong_imported",
            seed=match.seeds[leg],
            commitment=commitment(base),
            series=series,
        )
    return say(
        "verify.in_competition" if is_proven else "verify.wrong_in_competition",
        seed=match.seeds[leg],
        commitment=commitment(base),
        series=series,
        lots=phase.seeds.lots.hex(),
        lots_commitment=commitment(phase.seeds.lots),
    )


def _are_colours_drawn(phase: PhaseState, listed: ListedMatch, match: Match) -> bool:
    """Return whether the seed of the lots gives the match's pair and colours."""
    colours = (listed.red, listed.blue)
    return match.colours(Leg.HOME) == colours and any(
        (pair.red, pair.blue) == colours
        for group in phase.groups
        if group.name == listed.group
        for pair in pairings(group, phase.seeds.lots)
    )


def _series(number: int, base: bytes, *, is_shown: bool) -> Text:
    """Return how the seed of the match follows from the seed of all return games."""
    return say(
        "verify.series" if is_shown else "verify.series_later",
        number=number,
        base=base.hex() if is_shown else "",
    )


def verify_match_button(code: MatchCode) -> Buttons:
    """Return the button that shows the commitment to a match's tiles."""
    return ((VERIFY.button(say("button.verify"), Verified.MATCH, code),),)


def verify_draws_button(code: CompetitionCode) -> Buttons:
    """Return the button that shows the commitments to a competition's draws."""
    return ((VERIFY.button(say("button.verify"), Verified.DRAWS, code),),)


def sealed_match(match: Match) -> Text:
    """Return the commitment to the tiles of a match outside a competition."""
    return say(
        "verify.imported_match" if match.imported else "verify.match",
        match=match.code,
        rows=[
            _sealed_leg(match, leg) for leg in match.seeds if leg is Leg.HOME or not match.is_single
        ],
        edition=match.edition.name,
        sha=match.edition.sha256,
    )


def _sealed_leg(match: Match, leg: Leg) -> Text:
    """Return the commitment to the tiles of one game; an imported game has none."""
    if leg in match.imported:
        is_home = leg is Leg.HOME
        return say("verify.sealed_imported" if is_home else "verify.sealed_imported_return")
    key = "verify.sealed_home" if leg is Leg.HOME else "verify.sealed_return"
    return Text(key, {"sha": commitment(bytes.fromhex(match.seeds[leg]))})


def has_sealed(competition: Competition) -> bool:
    """Return whether any phase has a commitment to its draws."""
    return any(phase.seeds.lots for phase in competition.phases)


def sealed_draws(
    competition: Competition, shown: Shown, fingerprint: tuple[date, str] | None = None
) -> Text:
    """Return the commitment of each phase's draws, and the seeds that are no longer secret.

    `fingerprint`: the latest day with a fingerprint of all logs, and that fingerprint.
    """
    return say(
        "verify.draws",
        title=competition.title,
        phases=[
            _phase_text(competition, phase, {leg for place, leg in shown if place == number})
            for number, phase in enumerate(competition.phases)
            if phase.seeds.lots
        ],
        edition=competition.edition.name,
        sha=competition.edition.sha256,
        fingerprint=None if fingerprint is None else _fingerprint_text(*fingerprint),
    )


def _fingerprint_text(day: date, fingerprint: str) -> Text:
    return say("verify.fingerprint", day=day.isoformat(), fingerprint=fingerprint)


def _phase_text(competition: Competition, phase: PhaseState, shown: Collection[Leg]) -> Text:
    """Return the commitments of a phase, and the seeds that are public by now."""
    kinds = ("verify.sealed_home", "verify.sealed_return", "verify.sealed_lots")
    sealed = dict(zip(kinds, phase.seeds.commitments, strict=True))
    rows = [say(kind, sha=sha) for kind, sha in sealed.items()]
    if is_imported(competition, phase):
        rows = [say("verify.imported_draws")]
        if not competition.history:  # its return games are still to be drawn
            rows.append(say("verify.sealed_return", sha=sealed["verify.sealed_return"]))
    elif Leg.HOME in shown:
        rows.append(say("verify.shown_home", seed=phase.seeds.home.hex()))
    if phase.started is not None and not is_imported(competition, phase):
        rows.append(say("verify.shown_lots", seed=phase.seeds.lots.hex()))
    if Leg.RETURN in shown:
        rows.append(say("verify.shown_return", seed=phase.seeds.back.hex()))
    return say("verify.phase", phase=phase_name(competition, phase.plan.phase), rows=rows)


def is_imported(competition: Competition, phase: PhaseState) -> bool:
    """Return whether the phase was drawn elsewhere: the first one of an imported competition."""
    return competition.imported and phase.plan.phase is competition.phases[0].plan.phase


def _listed(competition: Competition, match: Match) -> tuple[PhaseState, ListedMatch] | None:
    """Return the match's phase, and its entry in the phase's list.

    None for a match that was cancelled because its phase was drawn again.
    """
    places = (
        (phase, listed)
        for phase in competition.phases
        for listed in phase.matches
        if listed.code == match.code
    )
    return next(places, None)
