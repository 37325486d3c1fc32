"""Cards of a match: the reader's seat, the results, and the rulings still to be made.

They show the arithmetic of both results (art. 8) and open cases. They show exceeded time, since
when, and the game's value if it is lost for that (art. 7.2, 9.4). Pure.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from bot.texts.buttons.matches import APPROVE
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.matches.arithmetic import sums_text
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.matches.headline import headline
from bot.texts.notices.matches.legs import LegCard, sums_of
from bot.texts.notices.participants import ending
from bot.texts.notices.people.links import kind_of_match
from engine.coefficients import Coefficients
from engine.ids import MatchCode, PersonId
from engine.matches.approval import ApprovalStatus, approval_status, last_day_to_object, unanswered
from engine.matches.match import Match
from engine.matches.outstanding import NOTHING_OUTSTANDING


def results_card(
    match: Match,
    legs: Sequence[LegCard],
    names: Mapping[PersonId, str],
    asked: Text | None,
    *,
    final: PersonId | None = None,
) -> Text:
    """Return both games' results and their sum; `asked` is a question to the reader.

    `final` is the reader of a match whose results are final.
    """
    head = headline(match, legs, names, final)
    rows = [_leg(card, names, explained=final is None, is_single=match.is_single) for card in legs]
    rows.append(_total(match, legs, names))
    if final is not None:
        key = "results.final" if match.kind.has_arbiter else "results.final_friendly"
        return say(key, match=match.code, head=head, rows=rows)
    return say("results.proposed", match=match.code, head=head, rows=rows, asked=asked)


def worth_text(red: str, blue: str, worth: Coefficients, *, explained: bool = True) -> Text:
    """Return a game's value for each player, with article and, if `explained`, arithmetic."""
    return say(
        "results.worth",
        red=red,
        blue=blue,
        red_c=str(worth.first),
        blue_c=str(worth.second),
        article=worth.article,
        terms=sums_text(worth) if explained else None,
    )


def _leg(card: LegCard, names: Mapping[PersonId, str], *, explained: bool, is_single: bool) -> Text:
    """Return the result of one game."""
    red, blue = names[card.started.red], names[card.started.blue]
    return say(
        "results.leg",
        leg=say("leg.only" if is_single else f"leg.{card.started.leg.value}"),
        red=red,
        blue=blue,
        red_score=card.ended.red_score,
        blue_score=card.ended.blue_score,
        how=ending_text(card.ended, red, blue),
        worth=worth_text(red, blue, card.worth, explained=explained),
    )


def _total(match: Match, legs: Sequence[LegCard], names: Mapping[PersonId, str]) -> Text:
    """Return the sums of both players over the games of a match."""
    totals = sums_of(match, legs)
    return say(
        "results.total",
        first=names[match.first],
        second=names[match.second],
        first_c=str(totals[match.first]),
        second_c=str(totals[match.second]),
    )


def answers(
    match: Match,
    names: Mapping[PersonId, str],
    today: date,
    reasons: Mapping[PersonId, str] | None = None,
) -> list[Text]:
    """Return each player's answer to the proposed results, or the effect of their silence.

    The `reasons` of players who object are only for the arbiter.
    """
    until = last_day_to_object(match)
    lines = []
    for person in match.people:
        who = names[person]
        if reasons and person in reasons:
            lines.append(say("answer.objected_why", who=who, text=reasons[person]))
        elif person in match.answers.objected:
            lines.append(say("answer.objected", who=who))
        elif person in match.answers.confirmed:
            lines.append(say("answer.confirmed", who=who))
        elif until is None or today <= until:
            lines.append(say("answer.waiting", who=who, until=ending(until, match.rules.time_zone)))
        else:
            lines.append(say("answer.silent", who=who, n=match.rules.results_days))
    return lines


def overview_row(match: Match, names: Mapping[PersonId, str], today: date) -> Text:
    """Return a line about results to approve: the players, the sums, whose answer is missing."""
    objectors = [names[who] for who in match.people if who in match.answers.objected]
    note = say("homologate.objected", who=objectors) if objectors else None
    # Rulings that are due do not change whose answer is missing.
    if approval_status(match, today, NOTHING_OUTSTANDING) is ApprovalStatus.WAITING:
        unanswering = [names[who] for who in unanswered(match)]
        until = last_day_to_object(match)
        note = say(
            "homologate.awaited", who=unanswering, until=ending(until, match.rules.time_zone)
        )
    return sums_row(match, names, note)


def sums_row(match: Match, names: Mapping[PersonId, str], note: Text | None = None) -> Text:
    """Return a line about proposed results: the players and sums, followed by `note`."""
    totals = dict.fromkeys(match.people, Decimal(0))
    for result in match.results:
        red, blue = match.colours(result.leg)
        totals[red] += result.red
        totals[blue] += result.blue
    return say(
        "homologate.row",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        first_c=str(totals[match.first]),
        second_c=str(totals[match.second]),
        note=note,
    )


def joined_text(
    match: Match, person: PersonId, names: Mapping[PersonId, str], *, starts_now: bool
) -> Text:
    """Return the message to a player who has taken their seat."""
    if match.all_running:
        when = say("start.running")
    elif starts_now:
        when = say("start.now")
    elif match.seated == frozenset(match.people):
        when = say("start.on_day", start=match.start.isoformat())
    else:
        when = say("start.waiting")
    return say(
        "start.joined",
        match=match.code,
        partner=names[match.partner(person)],
        title=kind_of_match(match.title),
        arbiter=names[match.arbiter],
        budget=match.rules.budget(match.phase),
        when=when,
    )


def approve_buttons(match: MatchCode) -> Buttons:
    """Return the button that approves the results."""
    return ((APPROVE.button(say("button.homologate"), match),),)
