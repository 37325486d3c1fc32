"""Public facts of all competitions: series, final places, results, and records between players.

Names are those of the public pages (`bot.runtime.public_names`). Entries under the same person's
full name count as one person. Entries under initials or a number count as different people, so that
nothing connects them. Only its own people see a competition that is not on the public site.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bot.documents.tables.names import fold
from bot.runtime.public_names import everybody_of, names_among
from bot.runtime.shared import UserInput
from bot.service.pure.competitions.official_results import OfficialResult, official_results
from bot.service.pure.rows import players_of
from bot.service.readers.readers import Readers
from bot.texts.stand_ins import hidden_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.honours import Honour, Medals, final_places, latest_last, medals, podium
from engine.competitions.tally import Tally
from engine.ids import CompetitionCode, PersonId
from storage.competitions import competition_rows, series
from storage.people import people


class PersonKey(NamedTuple):
    """A key shared by all entries that readers may know to be the same person's."""

    person: PersonId
    within: CompetitionCode | None = None
    """The competition to which the key is limited; None if the full name is public in all."""


@dataclass(frozen=True, kw_only=True)  # without slots, because cached properties need a `__dict__`
class NamedCompetition:
    """A competition with the public names of its people."""

    competition: Competition
    series: str
    """The name of its series; empty if it belongs to none."""
    names: Mapping[PersonId, str]
    fully_named: frozenset[PersonId]
    """The people whose public name is their full name."""

    @property
    def code(self) -> CompetitionCode:
        """Return the competition's code."""
        return self.competition.code

    @property
    def is_over(self) -> bool:
        """Return whether the competition is closed."""
        return self.competition.stage is CompetitionStage.CLOSED

    @cached_property
    def order(self) -> Sequence[PersonId]:
        """Return the people by button position, because person ids must not become public."""
        return everybody_of(self.competition)

    @cached_property
    def players(self) -> tuple[PersonId, ...]:
        """Return the players of all phases."""
        return players_of(self.competition)

    @cached_property
    def places(self) -> Mapping[PersonId, Honour]:
        """Return the final places, by player."""
        return {honour.player: honour for honour in final_places(self.competition)}

    @cached_property
    def words(self) -> Mapping[PersonId, frozenset[str]]:
        """Return each person's search words; a person with a hidden name has none."""
        numbers = {who: number for number, who in enumerate(self.order, 1)}
        return {
            who: frozenset() if name == hidden_name(numbers[who]) else words_of(name)
            for who, name in self.names.items()
        }

    def key(self, who: PersonId) -> PersonKey:
        """Return the person's key: the same in all competitions if their full name is public."""
        return PersonKey(who, None if who in self.fully_named else self.code)

    def results(self) -> Iterator["NamedResult"]:
        """Yield the official results of games that count."""
        for phase in self.competition.phases:
            for result in official_results(phase, phase.counted_matches):
                yield NamedResult(
                    contest=self, listed=result.listed, leg=result.leg, figures=result.figures
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedResult(OfficialResult):
    """An official result in a competition with public names."""

    contest: NamedCompetition

    def opponent_of(self, player: PersonId) -> PersonId:
        """Return the other player of the game."""
        red, blue = self.seats
        return blue if player == red else red


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A player in one competition, under the public name that they have there."""

    contest: NamedCompetition
    player: PersonId

    @property
    def name(self) -> str:
        """Return the player's public name in the competition."""
        return self.contest.names[self.player]

    @property
    def key(self) -> PersonKey:
        """Return the key that all appearances of one known person share."""
        return self.contest.key(self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedMedals:
    """The medals of one person, under their public name."""

    who: str
    """The public name."""
    medals: Medals[PersonKey]


@dataclass(slots=True, kw_only=True)
class GamesAgainst(Tally):
    """A person's official games against one opponent."""

    name: str
    """The opponent's public name."""


async def known_to(readers: Readers, user_input: UserInput) -> list[NamedCompetition]:
    """Return the competitions that the person may see, the latest first, without damaged ones."""
    tx, shared = readers.unit.tx, readers.shared
    own_codes = {
        snapshot.competition.code
        for snapshot in (
            *await readers.competitions.all_played(user_input.person.id),
            *await readers.competitions.all_ruled(user_input.person.id),
        )
    }
    sees_all = readers.persons.is_operator(user_input)
    snapshots = await readers.competitions.readable(
        code
        for code in await competition_rows.codes(tx)
        if sees_all or code in own_codes or (shared.public_site and code not in shared.left_out)
    )
    loaded = [snapshot.competition for snapshot in snapshots]
    everybody = sorted({who for competition in loaded for who in everybody_of(competition)})
    persons = {person.id: person for person in await people.several(tx, everybody)}
    series_of_code = await series.every(tx)
    contests = []
    for competition in loaded:
        names = await names_among(tx, competition, persons)
        fully_named = frozenset(who for who, name in names.items() if name == persons[who].name)
        contests.append(
            NamedCompetition(
                competition=competition,
                series=series_of_code.get(competition.code, ""),
                names=names,
                fully_named=fully_named,
            )
        )
    return sorted(contests, key=lambda contest: latest_last(contest.competition), reverse=True)


def series_of(contests: Iterable[NamedCompetition]) -> dict[str, list[NamedCompetition]]:
    """Return the competitions of each series, in the given order."""
    by_name: dict[str, list[NamedCompetition]] = {}
    for contest in contests:
        if contest.series:
            by_name.setdefault(contest.series, []).append(contest)
    return by_name


def medals_of(contests: Sequence[NamedCompetition]) -> list[NamedMedals]:
    """Return the medals won in these competitions, by person."""
    names: dict[PersonKey, str] = {}
    won: list[tuple[PersonKey, int]] = []
    for contest in contests:
        for honour in podium(contest.competition):
            names[contest.key(honour.player)] = contest.names[honour.player]
            won.append((contest.key(honour.player), honour.place))
    return [NamedMedals(who=names[row.person], medals=row) for row in medals(won)]


def meetings_of(contests: Iterable[NamedCompetition], who: PersonKey) -> list[GamesAgainst]:
    """Return the person's record against each opponent, the most games first."""
    meetings: dict[PersonKey, GamesAgainst] = {}
    for contest in contests:
        for result in contest.results():
            player = next((seat for seat in result.seats if contest.key(seat) == who), None)
            if player is None:
                continue
            opponent = result.opponent_of(player)
            record = meetings.setdefault(
                contest.key(opponent), GamesAgainst(name=contest.names[opponent])
            )
            record.add(result.figures, is_red=result.seats[0] == player)
    return sorted(meetings.values(), key=lambda opponent: (-opponent.games, opponent.name))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a name or question, without diacritics and capitals."""
    return frozenset(fold(text).replace(",", " ").replace("(", " ").replace(")", " ").split())


def appearances_of(contests: Iterable[NamedCompetition], person: PersonKey) -> list[Appearance]:
    """Return every appearance of a known person in these competitions."""
    return [
        Appearance(contest=contest, player=player)
        for contest in contests
        for player in contest.players
        if contest.key(player) == person
    ]
