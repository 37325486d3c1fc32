"""What draws were committed to, and whether they are as committed, as `/verifica` answers.

Pure. The sequence follows from the seed of its leg, colours from the seed of the lots; the SHA-256
of both were published before anything was drawn (art. 1.3, 2.1). A seed from which the sequences of
a whole leg follow is shown to whom the embargo lets see it (`engine.embargo`).
"""

from collections.abc import Collection
from datetime import date

from bot.texts.messages import Button, Buttons, Text, say
from engine.competitions.competition import Competition
from engine.competitions.drawing import is_apart, seed_of
from engine.competitions.groups import pairings
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.ids import CompetitionCode, Leg, MatchCode
from engine.matches.match import Match
from engine.sequence import commitment

Shown = Collection[tuple[int, Leg]]
"""The phases, by number, and legs whose seed the reader may see."""


def proof(
    competition: Competition, match: Match, leg: Leg, *, is_drawn_so: bool, shown: Shown
) -> Text:
    """Return whether sequence and colours are as committed, with what anyone needs to check it.

    `is_drawn_so`: the game's sequence is the one that its seed gives.
    """
    phase, listed = _listed(competition, match)
    number = next(n for n, each in enumerate(phase.matches, 1) if each.code == match.code)
    base, scope = phase.seeds.of_leg(leg), competition.rules.sequence_scope
    expected = seed_of(phase, scope, leg, number)
    pairs = [
        (pair.red, pair.blue)
        for group in phase.groups
        if group.name == listed.group
        for pair in pairings(group, phase.seeds.lots)
    ]
    right = (
        is_drawn_so
        and match.seeds[leg] == expected
        and (listed.red, listed.blue) in pairs
        and match.colours(Leg.HOME) == (listed.red, listed.blue)
    )
    series = None
    if is_apart(scope, leg):
        is_shown = (competition.phases.index(phase), leg) in shown
        series = say(
            "verify.series" if is_shown else "verify.series_later",
            number=number,
            base=base.hex() if is_shown else "",
        )
    return say(
        "verify.in_competition" if right else "verify.wrong_in_competition",
        seed=match.seeds[leg],
        commitment=commitment(base),
        series=series,
        lots=phase.seeds.lots.hex(),
        lots_commitment=commitment(phase.seeds.lots),
    )


def verify_match_button(code: MatchCode) -> Buttons:
    """Return the button that shows what a match's letters are held to."""
    return ((Button(say("button.verify"), f"verify:match:{code}"),),)


def verify_draws_button(code: CompetitionCode) -> Buttons:
    """Return the button that shows what a competition's draws are held to."""
    return ((Button(say("button.verify"), f"verify:draws:{code}"),),)


def sealed_match(match: Match) -> Text:
    """Return what the letters of a match outside a competition are held to, from its arranging."""
    shown = {Leg.HOME: "verify.sealed_home", Leg.RETURN: "verify.sealed_return"}
    return say(
        "verify.match",
        match=match.code,
        rows=[
            say(shown[leg], sha=commitment(bytes.fromhex(seed)))
            for leg, seed in match.seeds.items()
        ],
        edition=match.edition.name,
        sha=match.edition.sha256,
    )


def has_sealed(competition: Competition) -> bool:
    """Return whether the draws of any of its phases have been sealed."""
    return any(phase.seeds.lots for phase in competition.phases)


def sealed_draws(
    competition: Competition, shown: Shown, fingerprint: tuple[date, str] | None = None
) -> Text:
    """Return what the draws of each phase are held to, and the seeds that are secret no more.

    `fingerprint`: the last day's of all logs, and the day.
    """
    return say(
        "verify.draws",
        title=competition.title,
        phases=[
            _sealed(phase, {leg for of, leg in shown if of == number})
            for number, phase in enumerate(competition.phases)
            if phase.seeds.lots
        ],
        edition=competition.edition.name,
        sha=competition.edition.sha256,
        fingerprint=None if fingerprint is None else _of_day(*fingerprint),
    )


def _of_day(day: date, fingerprint: str) -> Text:
    return say("verify.fingerprint", day=day.isoformat(), fingerprint=fingerprint)


def _sealed(phase: PhaseState, shown: Collection[Leg]) -> Text:
    kinds = ("verify.sealed_home", "verify.sealed_return", "verify.sealed_lots")
    sealed = zip(kinds, phase.seeds.commitments, strict=True)
    rows = [say(kind, sha=sha) for kind, sha in sealed]
    if Leg.HOME in shown:
        rows.append(say("verify.shown_home", seed=phase.seeds.home.hex()))
    if phase.started is not None:
        rows.append(say("verify.shown_lots", seed=phase.seeds.lots.hex()))
    if Leg.RETURN in shown:
        rows.append(say("verify.shown_return", seed=phase.seeds.back.hex()))
    return say("verify.phase", phase=say(f"phase.{phase.plan.phase.value}"), rows=rows)


def _listed(competition: Competition, match: Match) -> tuple[PhaseState, ListedMatch]:
    """Return the phase that the match belongs to, and how it is listed there."""
    return next(
        (phase, listed)
        for phase in competition.phases
        for listed in phase.matches
        if listed.code == match.code
    )
