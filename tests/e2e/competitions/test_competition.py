"""A competition over HTTP, from `/campionat` to the started phase, as its people see it.

The fixture plays it once, to the first games; each test checks one promise.
"""

import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import BytesIO

import pytest
import pytest_asyncio
from openpyxl import load_workbook

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.groups import Pairing, clubmates, red_games
from engine.ids import Leg, PersonId
from sandbox import Message, SandboxUser
from tests.e2e.championship import Championship, set_up_in_chat
from tests.e2e.harness import bucharest, table
from tests.e2e.texts import facts_of, mentions, says, told, worded

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(slots=True)
class Run:
    """The competition, and the messages that its people received at each step."""

    championship: Championship
    ana: SandboxUser
    geo: SandboxUser
    scenes: dict[str, dict[str, list[Message]]] = field(default_factory=dict)
    sealed: dict[str, Message] = field(default_factory=dict)
    """What *Verifică* answered to whom before there were groups."""
    before: Competition | None = None
    """As it stood when the lists were sent."""
    names: dict[PersonId, str] = field(default_factory=dict)
    """The players' names then."""

    def scene(self, name: str, seen: dict[str, int]) -> None:
        """Store the messages that everybody has received since the marks."""
        self.scenes[name] = {who: user.messages[seen[who] :] for who, user in self.people().items()}

    def people(self) -> dict[str, SandboxUser]:
        """Return the people whose messages the tests check."""
        return {"ana": self.ana, "geo": self.geo, "arbiter": self.championship.arbiter}

    def marks(self) -> dict[str, int]:
        """Return how many messages each person has received so far."""
        return {who: len(user.messages) for who, user in self.people().items()}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def run(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Run]:
    """Give the competition: six players in two groups; three have joined, two games run."""
    async with table(tmp_path_factory.mktemp("competition")) as laid:
        championship = await set_up_in_chat(laid)
        await championship.enter()
        await championship.claim_all("Ana Pop", "Ion Rus", "Geo Luca")
        people = championship.players
        run = Run(championship, people["Ana Pop"], people["Geo Luca"])
        marks = run.marks()
        await championship.press("button.comp.commit")
        await championship.press("button.comp.yes_commit")
        run.scene("committed", marks)
        for who, user in (("ana", run.ana), ("arbiter", championship.arbiter)):
            (told_of_it,) = told(run.scenes["committed"][who], "comp.committed")
            (run.sealed[who],) = await laid.press(user, told_of_it, "button.verify")
        assert (await championship.now()).phase.groups == ()
        await championship.press("button.comp.draw")
        await championship.press("button.comp.list")
        marks = run.marks()
        await championship.press("button.comp.publish")
        run.scene("published", marks)
        run.before = await championship.now()
        run.names = await championship.names()
        marks = run.marks()
        await laid.travel_to(bucharest("2025-05-05", "07:59:00"))
        run.scene("too early", marks)
        await laid.travel_to(bucharest("2025-05-05", "08:00:30"))
        run.scene("started", marks)
        yield run


async def test_the_card_says_what_was_set(run: Run) -> None:
    """Rules and word list are fixed at creation; both phases have their dates."""
    competition = await run.championship.now()
    preliminary, final = (phase.plan for phase in competition.phases)

    assert (competition.code, competition.title) == ("CN25", "Campionatul Național 2025")
    assert competition.edition.sha256
    assert f"{preliminary.start} {preliminary.closing}" == "2025-05-05 2025-09-30"
    assert f"{final.start} {final.closing}" == "2025-10-10 2026-02-28"
    assert (preliminary.groups, preliminary.advance, preliminary.best_others) == (2, 1, 1)


async def test_everybody_who_is_entered_has_a_link_of_their_own(run: Run) -> None:
    """One message has all links, and a spreadsheet repeats them for passing on."""
    messages = run.championship.arbiter.messages
    (sheet,) = [one for one in told(messages, "comp.invitations_file") if one.document][:1]
    assert sheet.document is not None
    rows = list(load_workbook(BytesIO(sheet.document.content)).worksheets[0].values)

    assert len(set(run.championship.links.values())) == 6
    assert {row[1]: row[3] for row in rows[1:]} == run.championship.links
    assert [row[0] for row in rows[1:]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.article("1.3")
async def test_commitments_are_published_before_anything_is_drawn(run: Run) -> None:
    """Before the groups are drawn, *Verifică* shows the SHA-256 of every seed."""
    assert run.before is not None
    assert run.sealed.keys() == {"ana", "arbiter"}
    for shown in run.sealed.values():
        assert says(shown, "verify.draws")
        for sha in run.before.phase.seeds.commitments:
            assert sha in shown.text
    assert run.scenes["committed"]["geo"]


async def test_nobody_is_sent_codes_they_have_not_asked_for(run: Run) -> None:
    """Messages at the closing of entries and at the start contain no seed and no hash."""
    for scene in ("committed", "started"):
        for messages in run.scenes[scene].values():
            for message in messages:
                assert not re.search(r"[0-9a-f]{64}", message.text)


@pytest.mark.article("1.2")
async def test_groups_keep_clubs_apart_and_colours_are_balanced(run: Run) -> None:
    """Each player's Red and Blue home games differ by at most one, and each group says so."""
    assert run.before is not None
    phase = run.before.phase
    pairs = [Pairing(red=match.red, blue=match.blue) for match in phase.matches]

    assert [len(group.players) for group in phase.groups] == [3, 3]
    assert clubmates(phase.groups, phase.entries) == 0
    assert all(abs(red - blue) <= 1 for red, blue in red_games(pairs).values())
    (lists,) = told(run.scenes["published"]["arbiter"], "comp.groups_list")
    assert lists.text.count("🔴1 🔵1") == 6


@pytest.mark.article("2.1")
async def test_every_player_reads_their_group_opponents_colours_and_dates(run: Run) -> None:
    """Each player reads exactly what the draw gave them."""
    assert run.before is not None
    (player,) = [who for who, name in run.names.items() if name == "Ana Pop"]
    (message,) = told(run.scenes["published"]["ana"], "comp.own")
    own = [match for match in run.before.phase.matches if player in match.players]

    assert mentions(message, "comp.dates", start="2025-05-05", closing="2025-09-30")
    assert len(own) == 2
    for match in own:
        red, blue = match.seats(Leg.HOME)
        key = "comp.partner.red" if red == player else "comp.partner.blue"
        partner = blue if red == player else red
        assert mentions(message, key, who=run.names[partner], match=match.code)


@pytest.mark.article("2.1")
async def test_the_phase_starts_by_itself_with_the_seeds_shown(run: Run) -> None:
    """A phase starts at 8:00 of its first day, and *Verifică* then shows matching seeds."""
    assert all(messages == [] for messages in run.scenes["too early"].values())
    (started,) = told(run.scenes["started"]["ana"], "comp.started_player")
    (message,) = await run.championship.table.press(run.ana, started, "button.verify")
    seeds = (await run.championship.now()).phase.seeds

    for seed, sha in zip((seeds.home, seeds.lots), (0, 2), strict=True):
        assert seed.hex() in message.text
        assert hashlib.sha256(seed).hexdigest() == seeds.commitments[sha]
    assert (await run.championship.now()).stage is CompetitionStage.RUNNING


@pytest.mark.article("9.4")
async def test_the_start_names_how_the_organisers_read_an_open_article(run: Run) -> None:
    """Players and arbiter read the organisers' choice; a new arbiter is offered an archive."""
    (started,) = told(run.scenes["started"]["ana"], "comp.started_player")
    (ruled,) = told(run.championship.arbiter.messages, "comp.started")
    assert mentions(ruled, "copies.offer")
    assert worded("button.copies.archive") in ruled.labels
    for message in (started, ruled):
        assert mentions(message, "comp.never_begun.level")
        assert mentions(message, "comp.unfinished.share")


@pytest.mark.article("9.1")
async def test_all_home_games_start_even_without_their_players(run: Run) -> None:
    """Games of players who have not opened their invitation run, too, with the drawn colours."""
    competition = await run.championship.now()
    for listed in competition.phase.matches:
        match = await run.championship.table.stored.match(listed.code)
        game = await run.championship.table.stored.game(f"{listed.code}/1")

        assert match.competition == "CN25"
        assert (game.red.person, game.blue.person) == (listed.red, listed.blue)
        assert match.joined == {who for who in match.people if who in competition.claimed}
    assert len(told(run.scenes["started"]["ana"], "leg.started")) == 2


@pytest.mark.article("3.1")
async def test_the_word_list_comes_once_and_not_with_every_game(run: Run) -> None:
    """A player of many games gets it once, with the start of the phase."""
    assert len(told(run.scenes["started"]["ana"], "leg.word_list_named")) == 1


async def test_anyone_can_check_the_draw_of_their_game(run: Run) -> None:
    """`/verifica` names the seeds of sequence and colours, and the phase's commitments."""
    home = (await run.championship.now()).phase.matches[0].code
    (answer,) = await run.championship.table.say(run.championship.arbiter, f"/verifica {home}/1")
    seeds = (await run.championship.now()).phase.seeds

    facts = facts_of(answer, "verify.of_game")
    assert facts["game"] == f"{home}/1"
    assert mentions(answer, "verify.in_competition", lots=seeds.lots.hex())
    assert seeds.commitments[0] in answer.text


async def test_the_start_is_announced_once(run: Run) -> None:
    """Games, boards, sheets and word list arrive together, and only one message makes a sound."""
    for player in ("ana", "geo"):
        came = run.scenes["started"][player]
        (heard,) = [one for one in came if not one.silent]
        assert mentions(heard, "comp.started_player")
        boards = [one for one in came if mentions(one, "leg.started")]
        assert len(boards) == 2
        assert all(one.photo is not None for one in boards)


async def test_who_comes_after_the_start_finds_their_games_running(run: Run) -> None:
    """A new account takes the reserved seat, with sheets and a board to move on."""
    before = await run.championship.now()
    dan = await run.championship.claim("Dan Ene")
    after = await run.championship.now()

    assert after.phase.players == before.phase.players
    assert len(after.claimed) == len(before.claimed) + 1
    assert told(dan.messages, "comp.claimed")
    boards = len(told(dan.messages, "turn.board"))
    assert boards
    assert sum(1 for message in dan.messages if message.photo) == 4 + boards
    games = (await run.championship.table.say(dan, "/jocuri"))[0]
    assert games.text.count("/1") == 2


async def test_an_account_that_plays_elsewhere_takes_its_seat_after_the_start(run: Run) -> None:
    """A person known from another match takes the reserved seat under their own name.

    This applies in the running home games and in their matches.
    """
    pair = await run.championship.table.match(names=("Emilia Ilie", "Vlad Pop"))
    known = await run.championship.table.stored.person(pair.red.id)
    await run.championship.claim("Ema Ilie", user=pair.red)
    phase = (await run.championship.now()).phase
    own = [match for match in phase.matches if known.id in match.players]

    assert known.id in phase.players
    assert len(own) == 2
    for listed in own:
        match = await run.championship.table.stored.match(listed.code)
        game = await run.championship.table.stored.game(f"{listed.code}/1")
        assert known.id in match.people
        assert (game.red.person, game.blue.person) == (listed.red, listed.blue)


async def test_an_invitation_is_good_for_one(run: Run) -> None:
    """A person who opens a used link reads that the seat is taken."""
    table, link = run.championship.table, run.championship.links["Ana Pop"]
    late = table.sandbox.add_user("Ana prea târziu", language_code="ro")
    assert says(await table.follow(late, link), "join.used", who="Ana Pop")
