"""A reference for championships: players, seats, and who advances (art. 8.1, 10.3).

It is written from the rules, slow and short, and shares no line with `engine.competitions`. Random
groups and colours are copied from the program after a check.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from engine.ids import GameId, PersonId

RESULTS_DAYS = 5
"""Days from a closing date to the last day of results (art. 9.7)."""
LEAVE_DAYS = 10
"""Days of leave of a player in a phase (art. 7.2)."""
ORDER = ("entering", "committed", "grouped", "listed", "running", "closed")
"""The stages of a phase; a competition is closed after the last."""
BEFORE = ORDER[:4]


@dataclass(frozen=True)
class Score:
    """A result: Red, Blue, their coefficients and their points."""

    red: PersonId
    blue: PersonId
    worth: tuple[int, int]
    """The coefficients in ten-thousandths."""
    points: tuple[int, int]


@dataclass
class Round:
    """One phase in the reference."""

    start: date
    closing: date
    advance: int = 0
    best_others: int = 0
    players: list[PersonId] = field(default_factory=list)
    groups: dict[str, list[PersonId]] = field(default_factory=dict)
    gaps: list[tuple[PersonId, str]] = field(default_factory=list)
    """Players who left a drawn group without a replacement, each with the group."""
    games: dict[GameId, tuple[PersonId, PersonId]] = field(default_factory=dict)
    group_of: dict[GameId, str] = field(default_factory=dict)
    results: dict[GameId, Score] = field(default_factory=dict)
    began: date | None = None
    excluded: dict[PersonId, bool] = field(default_factory=dict)
    """Players disqualified during this phase, and whether their results count."""
    lifted: set[PersonId] = field(default_factory=set)
    """Players reinstated after the end of the phase, whose table does not change."""
    retired: set[PersonId] = field(default_factory=set)
    left: set[PersonId] = field(default_factory=set)
    """Players who withdrew or were replaced before the start."""
    lost: set[PersonId] = field(default_factory=set)
    """Players whose seat here was lost by a disqualification, and not in another way since."""
    waits: set[PersonId] = field(default_factory=set)
    """Those of them whose seat nobody can have taken since: no reserve, no other draw."""
    qualified: list[PersonId] = field(default_factory=list)
    """Players who advanced to this phase."""
    heirs: dict[PersonId, PersonId] = field(default_factory=dict)
    """Each player who lost a seat of this phase to another, with that player."""
    lots: dict[PersonId, int] = field(default_factory=dict)
    """The lots by which players advanced from this phase; empty before that."""
    asks: list[tuple[PersonId, date, date]] = field(default_factory=list)
    """Announced leave: player, first and last day, in the order of announcement."""
    days: dict[PersonId, set[date]] = field(default_factory=dict)
    """The days of leave that count."""
    dropped: dict[PersonId, list[tuple[PersonId, date, date]]] = field(default_factory=dict)
    """The announced leave of each player who left the phase before the start."""

    def drops(self, who: PersonId) -> None:
        """Remove the leave of a player who leaves the phase before the start."""
        self.dropped[who] = [one for one in self.asks if one[0] == who]
        self.asks = [one for one in self.asks if one[0] != who]
        self.days.pop(who, None)

    def renames(self, old: PersonId, new: PersonId, *, all_of_it: bool) -> None:
        """Replace one person by another; `all_of_it`: also among the qualified."""

        def name(who: PersonId) -> PersonId:
            return new if who == old else who

        self.players = [*map(name, self.players)]
        self.groups = {key: [*map(name, members)] for key, members in self.groups.items()}
        self.games = {game: (name(red), name(blue)) for game, (red, blue) in self.games.items()}
        self.results = {
            game: replace(one, red=name(one.red), blue=name(one.blue))
            for game, one in self.results.items()
        }
        self.excluded = {name(who): counts for who, counts in self.excluded.items()}
        self.lifted, self.retired, self.left, self.lost, self.waits = (
            {*map(name, people)}
            for people in (self.lifted, self.retired, self.left, self.lost, self.waits)
        )
        self.left -= {*self.players}
        self.lots = {name(who): lot for who, lot in self.lots.items()}
        if all_of_it:
            self.qualified = [*map(name, self.qualified)]
        self.heirs = {name(who): name(heir) for who, heir in self.heirs.items()}
        self.asks = [(name(who), first, last) for who, first, last in self.asks]
        found = self.days.pop(old, set())
        if found:
            self.days.setdefault(new, set()).update(found)
        self.dropped = {
            name(who): [(name(one), first, last) for one, first, last in asks]
            for who, asks in self.dropped.items()
        }

    def takes_seat(self, by: PersonId, who: PersonId) -> None:
        """Record that a player has the seat of another, and of all who had it before."""
        self.heirs = {one: by if heir == who else heir for one, heir in self.heirs.items()}
        self.heirs[who] = by
        self.heirs.pop(by, None)

    def has(self, day: date) -> bool:
        """Return whether the day is in the phase, which begins at its start or later."""
        return (self.began or self.start) <= day <= self.closing

    def notes(self, who: PersonId, first: date, last: date, days: Iterable[date]) -> None:
        """Record announced leave, of which these days count."""
        if (who, first, last) not in self.asks:
            self.asks.append((who, first, last))
        self.days.setdefault(who, set()).update(days)

    def fits(self, who: PersonId, today: date) -> None:
        """Fit a player's leave to the dates: days outside do not count, days inside count again."""
        begins = self.began or max(self.start, today)
        counted = {day for day in self.days.get(who, ()) if begins <= day <= self.closing}
        for asker, first, last in self.asks:
            for day in dates(first, last) if asker == who else ():
                inside = max(begins, today) <= day <= self.closing
                if inside and len(counted) < LEAVE_DAYS:
                    counted.add(day)
        self.days[who] = counted

    def forgets_leave(self, who: PersonId, first: date, last: date) -> None:
        """Withdraw leave; the counted days of touched announcements remain."""
        counted = self.days.setdefault(who, set())
        counted.difference_update(dates(first, last))
        kept: list[tuple[PersonId, date, date]] = []
        for asker, begins, ends in self.asks:
            if asker != who or ends < first or last < begins:
                kept.append((asker, begins, ends))
            else:
                kept += [(who, day, day) for day in dates(begins, ends) if day in counted]
        self.asks = kept

    def counted(self) -> dict[GameId, tuple[PersonId, PersonId]]:
        """Return the games that count, without players whose results are void (art. 10.3)."""
        void = {who for who, counts in self.excluded.items() if not counts}
        return {game: pair for game, pair in self.games.items() if not void & {*pair}}

    def open(self) -> set[GameId]:
        """Return the games that count and have no result yet."""
        return set(self.counted()) - set(self.results)

    def table(self, group: str, lots: Mapping[PersonId, int]) -> list[PersonId]:
        """Return the players of a group in order, without disqualified ones (spec 10)."""
        counted = self.counted()
        scores = [
            score
            for game, score in self.results.items()
            if game in counted and self.group_of[game] == group
        ]
        ranked = [who for who in self.groups[group] if who not in self.excluded]
        return ordered(ranked, scores, lots)

    def merged(
        self, tables: Mapping[str, Sequence[PersonId]], lots: Mapping[PersonId, int]
    ) -> list[PersonId]:
        """Return the players of several groups in one order that keeps each group's order."""
        waiting = {name: [*rows] for name, rows in tables.items()}
        ranks = {
            who: (*self._averages(who), -lots[who]) for rows in tables.values() for who in rows
        }
        found: list[PersonId] = []
        while any(waiting.values()):
            firsts = {rows[0]: name for name, rows in waiting.items() if rows}
            best = max(firsts, key=ranks.__getitem__)
            found.append(waiting[firsts[best]].pop(0))
        return found

    def _totals(self, who: PersonId) -> tuple[int, int, int, int]:
        """Return the coefficients, spread, points and number of a player's counted games."""
        counted = self.counted()
        scores = [score for game, score in self.results.items() if game in counted]
        return total(who, scores)

    def _averages(self, who: PersonId) -> tuple[Fraction, Fraction, Fraction]:
        worth, difference, scored, games = self._totals(who)
        among = games or 1
        return Fraction(worth, among), Fraction(difference, among), Fraction(scored, among)

    def took_part(self, who: PersonId) -> bool:
        """Return whether the player has a point or a coefficient, or has no game yet."""
        worth, _, scored, games = self._totals(who)
        return not games or worth > 0 or scored > 0


def dates(first: date, last: date) -> list[date]:
    """Return the days from the first to the last."""
    return [first + timedelta(n) for n in range((last - first).days + 1)]


def ordered(
    tied: Sequence[PersonId], scores: Sequence[Score], lots: Mapping[PersonId, int]
) -> list[PersonId]:
    """Return the players in order; players level in a criterion are compared again."""
    if len(tied) < 2:
        return [*tied]
    among = [one for one in scores if one.red in tied and one.blue in tied]
    is_whole = len(among) == len(tied) * (len(tied) - 1)
    criteria = [
        {who: total(who, scores)[0] for who in tied},
        {who: total(who, among)[0] for who in tied} if is_whole else {},
        {who: total(who, scores)[1] for who in tied},
        {who: total(who, scores)[2] for who in tied},
        {who: -lots[who] for who in tied},
    ]
    for values in criteria:
        if len(set(values.values())) > 1:
            levels = sorted(set(values.values()), reverse=True)
            parts = [[who for who in tied if values[who] == level] for level in levels]
            return [who for part in parts for who in ordered(part, scores, lots)]
    return [*tied]


def total(who: PersonId, scores: Iterable[Score]) -> tuple[int, int, int, int]:
    """Return a player's coefficients in ten-thousandths, spread, points and games."""
    worth = difference = scored = games = 0
    for one in scores:
        if who in (one.red, one.blue):
            mine = (one.red, one.blue).index(who)
            worth += one.worth[mine]
            difference += one.points[mine] - one.points[1 - mine]
            scored += one.points[mine]
            games += 1
    return worth, difference, scored, games


@dataclass
class Championship:
    """A competition in the reference."""

    rounds: list[Round]
    number: int = 0
    forgotten: set[PersonId] = field(default_factory=set)
    """People who asked to be erased (spec 9.13)."""
    stage: str = "entering"
    claimed: set[PersonId] = field(default_factory=set)
    """Players who took their seat with their invitation."""

    @property
    def now(self) -> Round:
        """Return the present phase."""
        return self.rounds[self.number]

    @property
    def is_before(self) -> bool:
        """Return whether the present phase has not begun."""
        return self.stage in BEFORE

    def out(self) -> set[PersonId]:
        """Return the players disqualified or withdrawn in any phase (spec 9.1)."""
        return self.excluded() | {who for one in self.rounds for who in one.retired}

    def knows(self, who: PersonId) -> bool:
        """Return whether the person is or was in any phase of the competition."""
        return any(who in one.players or who in one.left for one in self.rounds)

    def excluded(self) -> set[PersonId]:
        """Return the players who are disqualified from the competition."""
        return {who for one in self.rounds for who in one.excluded if who not in one.lifted}

    def waiting(self) -> list[PersonId]:
        """Return the reserves who can be called, by the present tables (spec 9.2)."""
        if not self.number or not self.is_before:
            return []
        left = self.now.left - self.now.lost
        barred = self.out() | self.forgotten | left | {*self.now.players}
        before = self.rounds[self.number - 1]
        going, others = self.going_on(before.lots, before)
        return [who for who in (*going, *others) if who not in barred]

    def free(self) -> int:
        """Return the number of free seats; in drawn groups, of groups that lack a player."""
        if not self.number or not self.is_before:
            return 0
        missing = max(len(self.now.qualified) - len(self.now.players), 0)
        return min(missing, len(self.now.gaps)) if self.now.groups else missing

    def roles(self, people: Iterable[PersonId]) -> dict[PersonId, str]:
        """Return the roles of these people in the present phase (spec 9.4)."""
        waiting = self.waiting()
        reserves = {who: f"reserve {number}" for number, who in enumerate(waiting, 1)}
        return {who: reserves.get(who) or self._role(who) for who in people}

    def role(self, who: PersonId) -> str:
        """Return the role of one person."""
        return self.roles([who])[who]

    def _role(self, who: PersonId) -> str:
        """Return the role of a person who is no reserve."""
        now, earlier = self.now, self.rounds[: self.number]
        left = any(who in one.left for one in (*earlier, now))
        roles = {
            "excluded": who in self.excluded(),
            "withdrawn": who in self.out(),
            "forgotten": who in self.forgotten,
            "entered" if self.is_before else "plays": who in now.players,
            "off the list": who in now.left,
            "eliminated": any(who in one.players for one in earlier),
            "off the list ": left,
        }
        return next((role.strip() for role, applies in roles.items() if applies), "stranger")

    def enters(self, who: PersonId) -> None:
        """Enter a player for the present phase."""
        self.now.players.append(who)
        self.now.left.discard(who)

    def withdraws(self, who: PersonId) -> None:
        """Withdraw a player before the start; listed matches must be listed again."""
        now = self.now
        now.players.remove(who)
        now.left.add(who)
        now.lost.discard(who)
        if who in self.excluded():
            now.lost.add(who)
            now.waits.add(who)
        now.drops(who)
        for name, members in now.groups.items():
            if who in members:
                members.remove(who)
                now.gaps.append((who, name))
        self.lists_again()

    def replaces(self, who: PersonId, by: PersonId) -> None:
        """Replace a player; group, opponents and colours stay."""
        now = self.now
        now.players[now.players.index(who)] = by
        now.drops(who)
        now.groups = {
            name: [by if one == who else one for one in members]
            for name, members in now.groups.items()
        }
        now.games = {
            game: (by if red == who else red, by if blue == who else blue)
            for game, (red, blue) in now.games.items()
        }
        now.gaps = [one for one in now.gaps if one[0] != by]
        now.takes_seat(by, who)
        now.left.add(who)
        now.lost.discard(who)
        now.left.discard(by)

    def fills(self, who: PersonId, group: str) -> None:
        """Give a free seat to a reserve."""
        self.enters(who)
        self.now.waits.clear()
        if group:
            self.now.gaps.remove(next(one for one in self.now.gaps if one[1] == group))
            self.now.groups[group].append(who)
        self.lists_again()

    def lists_again(self) -> None:
        """Remove the listed matches, because colours are balanced for other players."""
        self.now.games.clear()
        self.now.group_of.clear()
        if self.stage == "listed":
            self.stage = "grouped"

    def annuls(self) -> None:
        """Cancel the draw."""
        self.stage = "entering"
        self.now.waits.clear()
        self.now.groups.clear()
        self.now.gaps.clear()
        self.now.games.clear()
        self.now.group_of.clear()

    def excludes(self, who: PersonId) -> None:
        """Disqualify a player; their results count if half of their games are played (spec 9.1).

        Between the phases they have no games, and their seat becomes free (spec 9.2).
        """
        if self.stage == "closed":  # the table of the end is in force again
            for one in self.rounds:
                one.lifted.discard(who)
            return
        now = self.now
        own = [game for game, pair in now.counted().items() if who in pair]
        played = sum(game in now.results for game in own)
        now.excluded[who] = self.is_before or 2 * played >= len(own)
        if self.is_before and who in now.players:
            self.withdraws(who)

    def may_exclude(self, who: PersonId) -> bool:
        """Return whether the player may be disqualified; after the end, only again (spec 9.1)."""
        is_known = self.knows(who) and who not in self.excluded()
        return is_known and (
            self.stage != "closed" or any(who in one.lifted for one in self.rounds)
        )

    def reinstates(self, who: PersonId, today: date, *, group: str | None) -> None:
        """Lift a disqualification of any phase (spec 9.1).

        `group`: the group in which the program gives a lost seat back, if any; None for no seat.
        """
        now = self.now
        is_here = who in now.excluded and self.is_before
        for number, one in enumerate(self.rounds):
            if who in one.excluded and (number < self.number or self.stage == "closed"):
                one.lifted.add(who)
        if who in now.excluded and self.stage != "closed":
            del now.excluded[who]
        if group is None:
            assert not is_here or who not in now.waits & now.lost - self.forgotten
        else:
            self._back(who, group)
        if self.stage != "closed":
            self.fits_leave(today, {who})

    def _back(self, who: PersonId, group: str) -> None:
        """Give a lost seat back: no reserve has it, and the player has the leave from before.

        A player whom the arbiter entered beside the list has a seat of their own.
        """
        now = self.now
        assert who in now.lost
        assert self.free() or who in now.waits or not self.number
        self.enters(who)
        now.lost.discard(who)
        now.asks += now.dropped.get(who, [])
        if group:
            now.gaps.remove(next(one for one in now.gaps if one[1] == group))
            now.groups[group].append(who)
        self.lists_again()

    def forgets(self, who: PersonId) -> None:
        """Erase a person, whose seat becomes free or who leaves the running phase (spec 9.13)."""
        if self.stage == "closed" or self.role(who) == "stranger":
            return
        if self.stage == "running" and who in self.now.players:
            self.now.retired.add(who)
        if self.role(who) == "entered":
            self.withdraws(who)
        self.forgotten.add(who)

    def announces(self, who: PersonId, first: date, last: date, today: date) -> bool:
        """Announce leave in each phase with days left; return whether any accepts it (7.2)."""
        open_rounds = self.rounds[self.number :]
        before = [{**one.days} for one in open_rounds]
        self.fits_leave(today, {who})
        parts = [[day for day in dates(first, last) if one.has(day)] for one in open_rounds]
        refused = [
            bool(part)
            and (
                len(part) + len(one.days.get(who, ())) > LEAVE_DAYS
                or bool(one.days.get(who, set()) & {*part})
            )
            for one, part in zip(open_rounds, parts, strict=True)
        ]
        nowhere = any(parts) and all(no for no, part in zip(refused, parts, strict=True) if part)
        if first <= today or nowhere:
            for one, days in zip(open_rounds, before, strict=True):
                one.days = days
            return False
        for one, part, no in zip(open_rounds, parts, refused, strict=True):
            if not no:
                one.notes(who, first, last, part)
        return True

    def takes_back(self, who: PersonId, first: date, last: date) -> None:
        """Withdraw announced leave; an announcement without counted days goes completely."""
        for one in self.rounds[self.number :]:
            counted = one.days.get(who, set())
            if counted & {*dates(first, last)}:
                one.forgets_leave(who, first, last)
                continue
            for asker, begins, ends in [*one.asks]:
                idle = not counted & {*dates(begins, ends)}
                if asker == who and idle and begins <= last and first <= ends:
                    one.forgets_leave(who, begins, ends)

    def fits_leave(self, today: date, only: set[PersonId] | None = None) -> None:
        """Fit the leave of all players, or of `only` these, to the phases' dates."""
        open_rounds = self.rounds[self.number :]
        entered = {who for one in open_rounds for who in one.players} - self.out()
        entered = entered if only is None else entered & only
        for one in open_rounds:
            for who in {asker for asker, _, _ in one.asks} & entered:
                one.fits(who, today)

    def going_on(
        self, lots: Mapping[PersonId, int], of: Round | None = None
    ) -> tuple[list[PersonId], list[PersonId]]:
        """Return the players who advance, in seeding order, and the reserves in order."""
        now = of or self.now
        tables = {
            name: [
                who
                for who in now.table(name, lots)
                if who not in now.retired and now.took_part(who)
            ]
            for name in now.groups
        }
        going: list[PersonId] = []
        for place in range(now.advance):
            level = {name: rows[place : place + 1] for name, rows in tables.items()}
            going += now.merged(level, lots)
        rest = now.merged({name: rows[now.advance :] for name, rows in tables.items()}, lots)
        # If a group has too few players, the best others get its places (spec 9.14).
        others = now.best_others + sum(max(0, now.advance - len(one)) for one in tables.values())
        return going + rest[:others], rest[others:]

    def goes_on(self, lots: Mapping[PersonId, int]) -> None:
        """Open the next phase for the players who advance."""
        going, _ = self.going_on(lots)
        self.now.lots = {**lots}
        self.number += 1
        self.stage = "entering"
        self.now.players = [*going]
        self.now.qualified = going

    def draws_again(self, going: list[PersonId]) -> None:
        """Determine again who advances to the present phase, and cancel its draw (spec 9.8).

        A player who left the phase or the competition has no seat in it. A player whom an arbiter
        entered beside the list and the tables keeps the seat, and so does the heir of a player who
        advances.
        """
        now, before = self.now, self.rounds[self.number - 1]
        gone = now.left | self.forgotten
        tables = {one for part in self.going_on(before.lots, before) for one in part}
        listed = tables | {*now.qualified}
        listed |= {now.heirs[who] for who in listed - {*going} if who in now.heirs}
        beside = [who for who in now.players if who not in listed | gone]
        now.qualified = going
        now.players = [who for who in going if who not in gone] + beside
        now.began = None
        self.annuls()
        for who in [one for one in now.players if one in self.out()]:
            self.withdraws(who)

    def may_claim(self, place: PersonId, by: PersonId) -> bool:
        """Return whether the person may take the seat: not a second one, not when out (9.1)."""
        twice = place != by and any({place, by} <= {*one.players} for one in self.rounds)
        is_free = place in self.now.players and place not in self.claimed
        is_out = by in self.forgotten or (place != by and by in self.excluded())
        return self.stage != "closed" and is_free and not twice and not is_out

    def claims(self, place: PersonId, by: PersonId) -> None:
        """Give the seat to a person in every phase."""
        for one in self.rounds:
            one.renames(place, by, all_of_it=True)
        self.claimed.add(by)

    def may_free(self, who: PersonId) -> bool:
        """Return whether a player's seat may be reserved for another person (spec 9.1)."""
        plays = who in self.now.players and who in self.claimed and who not in self.out()
        return plays and self.stage != "closed"

    def frees(self, who: PersonId, place: PersonId) -> None:
        """Free a player's seat for its next owner; earlier games stay with the player."""
        for one in self.rounds[self.number :]:
            one.renames(who, place, all_of_it=False)
        self.now.takes_seat(place, who)
        self.now.left.add(who)
        self.claimed.discard(who)

    def may_plan(self, number: int, start: date, closing: date, today: date) -> bool:
        """Return whether a phase may have these dates (art. 7.1, 9.4, 9.7)."""
        if number < self.number or self.stage == "closed":
            return False
        one = self.rounds[number]
        runs = number == self.number and self.stage == "running"
        if runs and (start != one.start or closing < today):
            return False
        dates = [(each.start, each.closing) for each in self.rounds]
        dates[number] = (start, closing)
        apart = timedelta(RESULTS_DAYS)
        in_order = all(ends > begins for begins, ends in dates)
        return in_order and all(after[0] > before[1] + apart for before, after in pairwise(dates))
