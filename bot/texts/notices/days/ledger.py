"""Texts about days: each change in the ledger.

A chat and a case file use the same text for a change. Pure: from the entries of
`engine.matches.ledger.ledger` and the participants' names.
"""

from collections.abc import Mapping, Sequence

from bot.texts.messages import Param, Text, say
from engine.ids import PersonId, Seat
from engine.matches.ledger.entries import DaysChange, DaysEntry


def entry_text(entry: DaysEntry, names: Mapping[PersonId, str]) -> Text:  # noqa: PLR0911  (one return for each kind of change)
    """Return the change of days, its author and reason, without balance and article."""
    author = "" if entry.author is None else names[entry.author]
    match entry.change:
        case DaysChange.PLACED | DaysChange.PASSED | DaysChange.HELD:
            return _move(entry)
        case DaysChange.LEAVE_ANNOUNCED | DaysChange.LEAVE_WITHDRAWN:
            return _leave(entry)
        case DaysChange.RETURNED:
            (round_,) = entry.rounds
            return say("ledger.returned", author=author, round=round_, notes=_notes(entry))
        case DaysChange.ANNULLED if entry.rounds:
            rounds = [str(number) for number in entry.rounds]
            n, notes = len(entry.rounds), _notes(entry)
            return say("ledger.annulled", n=n, author=author, rounds=rounds, notes=notes)
        case DaysChange.ANNULLED if entry.author is None:
            return say("ledger.accepted", notes=_notes(entry))
        case DaysChange.ANNULLED:
            return say("ledger.restored", author=author, notes=_notes(entry))
        case DaysChange.GRANTED:
            return _granted(entry, author)
        case DaysChange.LIFTED:
            return say("ledger.lifted", author=author, notes=_notes(entry))
        case DaysChange.ARRIVED:
            return _arrived(entry)
        case DaysChange.WAITED:
            return say("ledger.waited", n=-entry.days)
        case DaysChange.EXCEEDED:
            return say("ledger.exceeded", n=entry.used)
        case DaysChange.ALLOTTED:
            start = entry.on.isoformat() if entry.on else ""
            return say("ledger.allotted", days=entry.days, leave=entry.leave, start=start)


def balance_text(entry: DaysEntry) -> Text:
    """Return the player's balance after the change, in the unit that changed."""
    if entry.change in {DaysChange.LEAVE_ANNOUNCED, DaysChange.LEAVE_WITHDRAWN}:
        return say("ledger.leave_left", left=entry.leave_left)
    if entry.left < 0:
        return say("ledger.overdrawn", over=-entry.left)
    return say("ledger.left", left=entry.left)


def player_text(
    seat: Seat, player: PersonId, entries: Sequence[DaysEntry], names: Mapping[PersonId, str]
) -> Text:
    """Return one player's part of the ledger: each change with its article and balance."""
    rows = [
        say(
            "ledger.row",
            at=entry.at.isoformat(),
            what=entry_text(entry, names),
            hand=_other_hand(entry, player, names),
            article=entry.article,
            balance=balance_text(entry),
        )
        for entry in entries
        if entry.seat is seat
    ]
    return say("ledger.player", colour=say(f"colour.{seat.value}"), who=names[player], rows=rows)


def _other_hand(entry: DaysEntry, player: PersonId, names: Mapping[PersonId, str]) -> Text | None:
    """Return the person who entered a move for the player (art. 6.1); None if the player did."""
    if entry.author is None or entry.row is None or entry.author == player:
        return None
    return say("ledger.entered_by", author=names[entry.author])


def _move(entry: DaysEntry) -> Text:
    """Return the line about the days of a move."""
    row = entry.row
    if row is None:
        raise ValueError("a move's entry has the row of its days")
    kind = entry.change.value if not row.leave_days else f"{entry.change.value}_on_leave"
    facts: dict[str, Param] = {
        "round": row.round,
        "received": row.received.isoformat(),
        "sent": row.sent.isoformat(),
        "days": row.days,
        "n": row.leave_days,
    }
    return Text(f"ledger.{kind}", facts)


def _granted(entry: DaysEntry, author: str) -> Text:
    """Return the text about days given or taken back; days without an author come from the bot."""
    if entry.days < 0:
        return say("ledger.withdrawn", author=author, n=-entry.days, notes=_notes(entry))
    if entry.author is None:
        return say("ledger.made_good", n=entry.days, notes=_notes(entry))
    return say("ledger.granted", author=author, n=entry.days, notes=_notes(entry))


def _arrived(entry: DaysEntry) -> Text:
    """Return the line about a sheet's arrival, from which the player's days count."""
    if entry.since is None or entry.on is None:
        raise ValueError("an entry about an arrival has both its days")
    return say("ledger.arrived", since=entry.since.isoformat(), on=entry.on.isoformat())


def _leave(entry: DaysEntry) -> Text:
    """Return the line about announced or changed leave."""
    if entry.period is None:
        raise ValueError("an entry about leave has its period")
    facts: dict[str, Param] = {
        "first": entry.period.first.isoformat(),
        "last": entry.period.last.isoformat(),
        "days": entry.period.days,
    }
    if entry.since is None:
        return Text(f"ledger.{entry.change.value}", facts)
    return Text(f"ledger.{entry.change.value}_before", {**facts, "on": entry.since.isoformat()})


def _notes(entry: DaysEntry) -> list[Text] | None:
    """Return the reason and the effect on days and clock, a line each; None if there are none."""
    notes = []
    if entry.words:
        words = [word.upper() for word in entry.words]
        notes.append(say("ledger.words", words=words))
    if entry.reason:
        notes.append(say("ledger.reason", reason=entry.reason))
    if entry.outage is not None:
        first, last = entry.outage.first.isoformat(), entry.outage.last.isoformat()
        notes.append(say("ledger.outage", first=first, last=last))
    if entry.change in {DaysChange.ANNULLED, DaysChange.LIFTED} and entry.days > 0:
        notes.append(say("ledger.given_back", n=entry.days))
    if entry.change is DaysChange.LIFTED and entry.days < 0:
        notes.append(say("ledger.taken_off", n=-entry.days))
    if entry.kept:
        notes.append(say("ledger.kept", n=entry.kept))
    if entry.on is not None:
        notes.append(say("ledger.runs_again", on=entry.on.isoformat()))
    return notes or None
