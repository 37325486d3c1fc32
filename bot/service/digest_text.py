"""The digest: once a day, at a person's own hour, one message with all his games.

It says where he is to move and by when, which partners he waits for, and what waits for an answer
of his; a game in which he is on leave waits for nothing. An arbiter reads in it what is new on his
docket, on days on which something is. Each person has one due row; it is read when it rings, so
that an outage brings one digest of the present, not those of the days gone by, and a day never has
two.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from bot.service.digests import DAILY, is_told, local_day, put_off, told_in, wants
from bot.service.recording import Recorder
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.notices.docket import Docket, Kind, news
from bot.texts.notices.last_day import ending
from engine.games.deadlines import days_left, last_day
from engine.ids import PersonId, Seat
from engine.matches.homologation import last_day_to_object, unanswered
from engine.matches.match import MatchStage
from storage import due
from storage.people import Person
from storage.streams import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.docket import Dockets
    from bot.service.games import SeenGame
    from engine.matches.match import Match

MOST_ROWS: Final = 15
"""Games of one kind that are listed; the rest are counted."""
MOST_BUTTONS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What there is to tell a person."""

    mine: "list[SeenGame]"
    """In which he is to move, the most urgent first."""
    theirs: "list[SeenGame]"
    """In which he waits for his partner."""
    resting: "list[SeenGame]"
    """In which he is on leave."""
    write: "list[SeenGame]"
    """In which he enters another's placement."""
    answers: list[Text]
    docket: Docket
    """What waits for him as an arbiter."""
    new: Docket
    """What of it he has not been told of."""

    @property
    def is_playing(self) -> bool:
        """Return whether he has games that run."""
        return bool(self.mine or self.theirs)

    @property
    def is_any(self) -> bool:
        """Return whether there is anything to tell, today or on another day."""
        return bool(self.is_playing or self.resting or self.write or self.answers)


class DigestText:
    """Says the daily digests."""

    def __init__(self, service: Recorder, dockets: "Dockets") -> None:
        self._service, self._dockets = service, dockets

    async def tell(self, row: due.Due) -> None:
        """Say the digest that is due, plan the next; end the row when nothing is left to tell."""
        person = await self._service.persons.get(PersonId(int(name_of(row.stream))))
        await due.remove(self._service.unit.tx, row.stream, row.kind)
        if not is_told(person):
            return
        later = put_off(person, row.due_at, self._service.unit.now)
        if later is not None:
            await due.put(self._service.unit.tx, replace(row, due_at=later))
            return
        found = await self._found(person, told_in(row))
        if found.is_any or await self._dockets.is_on_a_bench(person.id):
            await self._service.digests.go_on(person, found.docket.marks)
        is_daily = person.digest == DAILY and (found.is_playing or found.docket.items)
        if found.new.items or found.write or found.answers or self._waits(found.mine) or is_daily:
            await self._say(person, found)

    async def _found(self, person: Person, told: "Sequence[str]") -> _Found:
        docket = await self._dockets.of(person.id)
        new = docket.new_to(person.id, told)
        if not wants(person):
            return _Found(
                mine=[], theirs=[], resting=[], write=[], answers=[], docket=docket, new=new
            )
        mine, theirs, resting = await self._playing(person.id)
        on_docket = {item.about for item in docket.of(Kind.WRITE).items}
        write = [
            seen
            for seen in await self._service.entries.waiting_for(person.id)
            if seen.game.id not in on_docket
            and not await self._service.closings.is_closed(seen.game)
        ]
        return _Found(
            mine=sorted(mine, key=lambda seen: (last_day(seen.game), seen.game.id)),
            theirs=theirs,
            resting=resting,
            write=write,
            answers=await self._answers(person.id),
            docket=docket,
            new=new,
        )

    async def _playing(
        self, person: PersonId
    ) -> "tuple[list[SeenGame], list[SeenGame], list[SeenGame]]":
        """Return the games in which he is to move, those of his partners, and those of a leave."""
        mine: list[SeenGame] = []
        theirs: list[SeenGame] = []
        resting: list[SeenGame] = []
        for seen in await self._service.games.running(person):
            seat = seen.game.seat_of(person) or Seat.RED
            if await self._service.closings.is_closed(seen.game):
                continue
            if seen.game.side(seat).leave_on(self._service.games.today(seen.game)):
                resting.append(seen)
            elif seen.game.turn is seat and seen.game.query:
                continue  # he waits for the arbiter (art. 5.3)
            elif seen.game.turn is seat:
                mine.append(seen)
            else:
                theirs.append(seen)
        return mine, theirs, resting

    def _waits(self, mine: "list[SeenGame]") -> bool:
        """Return whether a game waits for the person since an earlier day: he was told then."""
        return any(seen.game.received < self._service.games.today(seen.game) for seen in mine)

    async def _say(self, person: Person, found: "_Found") -> None:
        """Send it, once a day whatever happens to hours and clocks."""
        key = f"digest:{person.id}:{local_day(person, self._service.unit.now).isoformat()}"
        text, buttons = await self._text(person, found), await self._buttons(person.id, found.mine)
        if found.docket.items:
            on_desk, opening = news(found.docket, found.new)
            text = on_desk if not found.is_any else say("digest.both", digest=text, docket=on_desk)
            buttons += opening
        if person.chat is not None:
            notice = Notice(to=person.chat, text=text, buttons=buttons, dedup=key)
            await self._service.tell(notice, can_wait=True)

    async def _buttons(self, person: PersonId, games: "list[SeenGame]") -> "Buttons":
        ids = {seen.game.id for seen in games}
        rows = await self._service.games.listed(person)
        mine = [row for row in rows if row.game_id in ids][:MOST_BUTTONS]
        return tuple(
            [
                (Button(await self._service.games.label(row, person), f"show:{row.game_id}:board"),)
                for row in mine
            ]
        )

    async def _text(self, person: Person, found: "_Found") -> Text:
        one = person.id
        return say(
            "digest.text",
            today=local_day(person, self._service.unit.now).isoformat(),
            mine=await self._section("digest.mine", "digest.mine_row", one, found.mine),
            write=await self._to_write(found.write),
            theirs=await self._section("digest.theirs", "digest.theirs_row", one, found.theirs),
            resting=await self._section("digest.resting", "digest.resting_row", one, found.resting),
            answers=say("digest.answers", rows=found.answers) if found.answers else None,
        )

    async def _to_write(self, games: "list[SeenGame]") -> Text | None:
        """Return the games in which the person enters somebody else's placement (art. 9.6)."""
        rows = [
            say(
                "digest.write_row",
                game=seen.game.id,
                who=(await self._service.persons.get(seen.game.side(seen.game.turn).person)).name,
                until=ending(last_day(seen.game), seen.game.rules.time_zone),
            )
            for seen in games[:MOST_ROWS]
        ]
        return say("digest.write", rows=rows) if rows else None

    async def _cases(self, person: PersonId) -> list[Text]:
        """Return the claims against the person that he has not answered yet (art. 7.2)."""
        found = []
        for row in await self._service.cases.concerning(person):
            case = (await self._service.cases.load(row.case_id)).case
            if case.is_open and person == case.against and not case.defences:
                found.append(say("digest.defence", case=case.id, game=case.game))
        return found

    async def _section(
        self, key: str, row_key: str, person: PersonId, games: "list[SeenGame]"
    ) -> Text | None:
        if not games:
            return None
        rows = [await self._row_text(row_key, person, seen) for seen in games[:MOST_ROWS]]
        left_out = len(games) - len(rows)
        if left_out:
            rows.append(say("digest.more", n=left_out))
        return say(key, n=len(games), rows=rows)

    async def _row_text(self, key: str, person: PersonId, seen: "SeenGame") -> Text:
        game = seen.game
        seat = game.seat_of(person) or Seat.RED
        cast = await self._service.games.cast(game)
        today = self._service.games.today(game)
        leave = game.side(seat).leave_on(today)
        if key == "digest.mine_row" and cast.last_day(game) <= today:
            late = cast.last_day(game) < today
            key = "digest.mine_row_late" if late else "digest.mine_row_today"
        return say(
            key,
            game=game.id,
            partner=cast.at(seat.partner).name,
            left=max(0, days_left(game, game.turn, today)),
            until=cast.until(game),
            since=game.received.isoformat(),
            leave=leave.last.isoformat() if leave else None,
        )

    async def _answers(self, person: PersonId) -> list[Text]:
        """Return what waits for an answer of the person's."""
        today = self._service.today()
        return [
            *await self._cases(person),
            *[
                await self._dated(seen.match, text)
                for seen in await self._service.matches.played_by(person)
                if (text := _answer(person, seen.match, today)) is not None
                and await self._is_played(seen.match)
            ],
        ]

    async def _dated(self, match: "Match", text: Text) -> Text:
        """Return the same; of a return game that the closing date overtakes, that date (9.4)."""
        closing = await self._service.closings.before_return(match)
        if match.stage is not MatchStage.BETWEEN or closing is None:
            return text
        return say(
            "digest.return_leg_closing",
            match=match.code,
            closing=ending(closing, match.rules.time_zone),
        )

    async def _is_played(self, match: "Match") -> bool:
        """Return whether its results count, or its return game will be played (art. 10.3)."""
        if match.stage is MatchStage.BETWEEN:
            is_over = await self._service.closings.is_over(match, self._service.unit.now)
            return not is_over and await self._service.competitions.excluded_from(match) is None
        return await self._service.competitions.counts(match)


def _answer(person: PersonId, match: "Match", today: date) -> Text | None:
    """Return what the match wants of the person, unless he was told only today."""
    if match.ended and match.ended[-1].on == today:
        return None
    until = last_day_to_object(match)
    if until is not None and today <= until and person in unanswered(match):
        return say("digest.results", match=match.code)
    waits = match.stage is MatchStage.BETWEEN and match.returns is None
    if waits and match.return_day and person not in match.ready:
        return say("digest.return_leg", match=match.code, until=match.return_day.isoformat())
    return None
