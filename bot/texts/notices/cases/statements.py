"""A ruling and the requirements of a claim, as text (art. 7.2)."""

from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names, ruling_text
from engine.cases.case import Case
from engine.cases.events import CaseRuled
from engine.games.game import Game


def ruled_text(ruled: CaseRuled, case: Case, names: Names, game: Game) -> Text:
    """Return a ruling with its article, reason, author and instant."""
    is_in_force = ruled is case.rulings[-1]
    return say(
        "case.ruled" if is_in_force else "case.ruled_before",
        ruling=ruling_text(ruled.ruling, case, game, names, made=True),
        article=ruled.article,
        reason=ruled.reason,
        who=names[ruled.arbiter],
        at=ruled.at.isoformat(),
    )


def requirements(case: Case, names: Names) -> list[Text]:
    """Return the three requirements of a claim (art. 7.2)."""
    lines = [
        say("case.requirements"),
        say("case.has_copy", copy=case.copy),
        say("case.has_comment" if case.comments else "case.lacks_comment"),
    ]
    against = "" if case.against is None else names[case.against]
    if case.told is None:
        lines.append(say("case.lacks_proof", who=against))
    elif case.told.arbiter is None:
        lines.append(say("case.has_proof", who=against, at=case.told.delivered.isoformat()))
    else:
        by = names.get(case.told.arbiter, "")
        at = case.told.delivered.isoformat()
        lines.append(say("case.has_proof_by", who=against, by=by, at=at))
    return lines
