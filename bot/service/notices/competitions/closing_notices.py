"""Asks players about games that the last day of a phase leaves unfinished, and shows the arbiters.

After an outage several days of a closing are due at once, so nobody gets the same message twice on
one day.
"""

from collections.abc import Sequence

from bot.service.lookups.competitions.closing_cards import closing_card, game_question
from bot.service.notices.notifier import Notifier
from bot.texts.messages import Card, Notice
from bot.texts.notices.competitions.closing_questions import forecast_card, question_card
from bot.texts.notices.competitions.closings import UnfinishedGame
from bot.texts.notices.participants import Member
from engine.competitions.competition import Competition
from engine.thinking_time import day_of


async def ask_forecasts(
    notifier: Notifier,
    competition: Competition,
    unfinished: Sequence[UnfinishedGame],
    *,
    again: bool,
) -> None:
    """Ask every player about all their unfinished games; `again`: those without an answer.

    A player without a chat is asked through their writers, each about their own matches.
    """
    reached: dict[Member, list[UnfinishedGame]] = {}
    for game in unfinished:
        for person in game.match.people:
            member = await notifier.matches.member(game.match, person)
            reached.setdefault(member, []).append(game)
    for member, games in reached.items():
        questions = [await game_question(notifier, member.id, game, final=False) for game in games]
        is_answered = all(question.said is not None for question in questions)
        if not (again and is_answered):
            card = forecast_card(competition, questions)
            await _notify_once(notifier, competition, member, "forecast", card)


async def ask_statements(
    notifier: Notifier, competition: Competition, unfinished: Sequence[UnfinishedGame]
) -> None:
    """Ask every player about each unfinished game without a statement."""
    for game in unfinished:
        for person in game.match.people:
            question = await game_question(notifier, person, game, final=True)
            if question.said is None:
                member = await notifier.matches.member(game.match, person)
                about = game.match.code if game.game is None else game.id
                card = question_card(competition, question)
                await _notify_once(notifier, competition, member, "question", card, about)


async def show_arbiters(notifier: Notifier, competition: Competition) -> None:
    """Send the arbiters the unfinished games, the answers, and how each game would end."""
    card = await closing_card(notifier, competition)
    for arbiter in competition.arbiters:
        person = await notifier.persons.get(arbiter)
        member = Member(person.id, person.name, person.address)
        await _notify_once(notifier, competition, member, "card", card)


async def _notify_once(  # noqa: PLR0913, PLR0917  (who gets which message about what)
    notifier: Notifier,
    competition: Competition,
    member: Member,
    kind: str,
    card: Card,
    about: str = "",
) -> None:
    """Send a message of that kind, unless its recipient got the same one today."""
    if member.address is None:
        return
    phase = competition.phase.plan.phase.value
    today = day_of(notifier.unit.now, competition.rules.time_zone)
    where = f"{competition.code}:{phase}:{today.isoformat()}"
    notice = Notice(
        to=member.address,
        text=member.addressed(card.text),
        buttons=card.buttons,  # they name the player, so a writer may press them, too
        about=about,
        dedup=f"closing:{where}:{kind}:{member.id}:{member.address}:{about}",
    )
    await notifier.notify(notice)
