"""The card of a match to be arranged: as understood, with the buttons that change it."""

from collections.abc import Sequence
from typing import Final

from bot.chat.matches.arrangement import Arrangement
from bot.service.operations.people.resolving import Resolved, known_line
from bot.service.service import Service
from bot.texts.buttons.matches import DRAFT, DraftAction
from bot.texts.messages import Buttons, Card, say
from bot.texts.notices.competitions.editions import edition_note
from engine.rulesets import Phase, Ruleset

WHO: Final = "who."
"""The beginning of the answer which person a doubtful name means."""
NOT: Final = "not."
"""The beginning of the answer that no name means that person, whose number follows."""


def draft_card(
    service: Service, arrangement: Arrangement, token: str, resolutions: Sequence[Resolved]
) -> Card:
    """Return the match as the bot read it, with buttons to confirm, change or drop it."""
    rules = service.shared.rules
    edition = service.shared.edition_on(arrangement.start)
    text = say(
        "arrange.understood",
        first=arrangement.first,
        second=arrangement.second,
        start=arrangement.start.isoformat(),
        today=say("arrange.today") if arrangement.start == service.today() else None,
        budget=rules.budget(arrangement.phase),
        leave=rules.leave(arrangement.phase),
        phase=say(f"phase.name_{arrangement.phase.value}"),
        title=arrangement.title or say("match.arranged"),
        words=edition_note(service.todays_edition(), edition, arrangement.start),
        taken=say(
            "arrange.taken",
            word=arrangement.taken,
            first=arrangement.first,
            second=arrangement.second,
        )
        if arrangement.taken
        else None,
        known=known_line(resolutions),
    )
    return Card(text, _draft_rows(rules, arrangement, token, resolutions))


def _draft_rows(
    rules: Ruleset, arrangement: Arrangement, token: str, resolutions: Sequence[Resolved]
) -> Buttons:
    """Return the buttons to confirm, change or drop the match; one for each known person."""
    counterpart = other_phase(arrangement.phase)
    days = DRAFT.button(
        say("button.arrange.days", days=rules.budget(counterpart)), token, DraftAction.OTHER_PHASE
    )
    known_person_rows = [
        (
            DRAFT.button(
                say("button.resolve.not", who=resolved.named.name),
                token,
                f"{NOT}{resolved.person}",
            ),
        )
        for resolved in resolutions
        if resolved.person is not None
    ]
    return (
        (DRAFT.button(say("button.arrange.yes"), token, DraftAction.ARRANGE),),
        (
            DRAFT.button(say("button.arrange.start"), token, DraftAction.ASK_START),
            DRAFT.button(say("button.arrange.title"), token, DraftAction.ASK_TITLE),
        ),
        (days,),  # a row of its own, because a phone cuts two off
        *known_person_rows,
        (DRAFT.button(say("button.drop"), token, DraftAction.DROP),),
    )


def other_phase(phase: Phase) -> Phase:
    """Return the phase with the other thinking time."""
    return Phase.FINAL if phase is Phase.PRELIMINARY else Phase.PRELIMINARY
