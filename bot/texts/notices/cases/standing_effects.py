"""What a ruling changes in the standings."""

from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names
from engine.cases.rulings import standing_rows
from engine.cases.situation import Situation
from engine.competitions.standings import StandingsRow


def standing_lines(before: Situation, after: Situation, names: Names) -> list[Text]:
    """Return a line for each player whose row changes: the rank, the sum, or what breaks ties."""
    rows_before, rows = standing_rows(before), standing_rows(after)
    changed = [person for person in rows if rows[person] != rows_before.get(person)]
    return [standing_line(rows_before.get(person), rows[person], names) for person in changed]


def standing_line(was: StandingsRow | None, now: StandingsRow, names: Names) -> Text:
    """Return a player's rank and sum, with the earlier ones if they were others.

    `was` is None for a player who had no row; without a rank they are out of the standings.
    """
    who = names[now.player]
    if now.place is None:
        return say("effect.out", who=who)
    is_unchanged = was is not None and (was.place, was.coefficients) == (
        now.place,
        now.coefficients,
    )
    if was is None or was.place is None or is_unchanged:
        return say("effect.in", who=who, place=now.place, sum=str(now.coefficients))
    if was.coefficients == now.coefficients:
        total = str(now.coefficients)
        return say("effect.place_alone", who=who, was=was.place, place=now.place, sum=total)
    return say(
        "effect.place" if was.place != now.place else "effect.same_place",
        who=who,
        was=was.place,
        place=now.place,
        before=str(was.coefficients),
        sum=str(now.coefficients),
    )
