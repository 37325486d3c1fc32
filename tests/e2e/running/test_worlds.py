"""Nobody reaches another's data by typing or pressing, be it true, forged or replayed.

Everybody tries everything, each attempt in a transaction that is rolled back. No attempt on one
world by people of another may leave a trace in it.
"""

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bot.chat.commands import COMMANDS
from bot.chat.routes import BUTTONS
from bot.ratings.calculation.task_results import pack
from bot.texts.messages import MOST_DATA_BYTES
from bot.texts.outgoing import notice_to_json
from sandbox import SandboxUser
from storage.people.personal_data import KEPT
from storage.ratings import rating_runs
from storage.ratings.rating_runs import NewRun, PlayerTerms
from storage.schema import events
from tests.e2e.bench import person_of
from tests.e2e.conftest import SHARED
from tests.e2e.crowd import PRESS, Crowd, Trace, crowd, is_of, names_any, tried
from tests.e2e.harness import table
from tests.examples import HALF

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORDS = ["yes", "no", "red", "blue", "new", "off", "on", "x", "-1", "0", "1", "9" * 20, "²", "%s",
         "{0}", "'; DROP TABLE persons;--", "\u202e", "2025-05-10", "../..", "sheet", "home", "all",
         "ZZZZ", "ZZZZ/1", "ZZZZ/1#1", "1:1", ":", "::::", "", " ", "p1", "r1.overall", "1.x",
         "card", "say", "said", "drop", "board", "notes", "conditions", "lines", "loss.red",
         "level", "penalty.blue.pNaN", "penalty.red.p1E9999999", "extension.red.n5", "m0", "s0",
         "t", "w", "scale.5.1.1"]  # fmt: skip
"""What data and arguments are made of, good and bad, beside the codes of the worlds."""
SAID = ["de ce nu", "5", "PAS", "H8 CASA", "/nota", "- alo", "2025-06-01 2025-06-02"]
"""What is written after a press: some presses ask something."""
MANY = settings(max_examples=2 * HALF, deadline=None, suppress_health_check=list(HealthCheck))


@pytest_asyncio.fixture(name="gathered", scope="module", loop_scope="module")
async def _gathered(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowd]:
    with pytest.MonkeyPatch.context() as patch:
        # No program runs beside these tests, and each attempt reads every table.
        SHARED.use(patch)
        async with table(tmp_path_factory.mktemp("worlds")) as laid:
            yield await crowd(laid)


def trespasses(
    gathered: Crowd, trace: Trace, who: SandboxUser, number: int, typed: Sequence[str]
) -> Iterator[str]:
    """Yield each forbidden effect on a world, or forbidden answer about it.

    People may store their own words, whatever these name, because they prove nothing.
    """
    own_worlds = [world for world in gathered.worlds if who.id in world.chats]
    for world in gathered.worlds:
        chats = world.chats - {chat for each in own_worlds for chat in each.chats}
        numbers = world.numbers.keys() - {number for each in own_worlds for number in each.numbers}
        codes = set() if world in own_worlds else world.codes
        for notice in trace.said:
            whole = notice_to_json(notice)
            text = json.dumps(whole, ensure_ascii=False)
            reader = next((one for one in gathered.people.values() if one.id == notice.to), who)
            for secret in world.secrets:
                if secret in text and not world.may_read(secret, reader):
                    yield f"{reader.name} reads {secret}: {text}"
            if notice.to in chats:
                yield f"{notice.to} hears {text}"
            things = json.dumps([whole.get(part) for part in ("pictures", "document", "about")])
            if names_any(things, codes):
                yield f"{who.name} is sent {things}"
        for name, row in trace.written:
            own = number in {row[column] for column in KEPT[name].person}
            bare = row | dict.fromkeys(quoting(name, row, typed), "") if own else row
            if is_of(name, bare, numbers, chats, codes):
                yield f"{who.name} writes {name}: {row}"


def quoting(table: str, row: Mapping[str, Any], typed: Sequence[str]) -> list[str]:
    """Return the columns of a person's own row that hold their own words."""
    words = [text.partition(" ")[2] or text for text in typed if not text.startswith(PRESS)]
    return [
        column
        for column in KEPT[table].own.split()
        if (held := str(row[column])) and any(each in held or held in each for each in words)
    ]


def misattributed(gathered: Crowd, trace: Trace, who: SandboxUser, number: int) -> Iterator[str]:
    """Yield the events with another person as their author."""
    rules = any(world.people["arbiter"] is who for world in gathered.worlds)
    for name, row in trace.written:
        if name != "events":
            continue
        facts = json.loads(row["payload"])
        if facts.get("conditional"):  # prepared by its author, and set free by another's move
            continue
        seats = gathered.seats.get(row["stream"].split("/")[1], {})
        for key in ("by", "arbiter", "author", "player"):
            named = facts.get(key)
            if isinstance(named, int) and named != number:
                yield f"{row['name']} as {named}: {row['payload']}"
            if named in {"red", "blue"} and key == "by" and seats.get(named) is not who:
                yield f"{row['name']} as {named}: {row['payload']}"
        if facts.get("arbiter") is not None and not rules:  # None: the program did it
            yield f"{row['name']} by no arbiter: {row['payload']}"


async def judge(gathered: Crowd, acts: Sequence[tuple[str, ...]]) -> None:
    """Try everything, and check that nothing forbidden happens."""
    assert acts
    found = []
    for name, *does in dict.fromkeys(acts):
        who = gathered.people[name]
        number = await person_of(gathered.table, who)
        trace = await tried(gathered, who, *does)
        wrong = [
            *trespasses(gathered, trace, who, number, does),
            *misattributed(gathered, trace, who, number),
        ]
        if wrong:
            found.append((name, does, wrong))
    assert found == []


async def test_a_button_is_good_for_its_own_people_alone(gathered: Crowd) -> None:
    """Any button replayed by another person changes nothing and reveals nothing."""
    acts: list[tuple[str, ...]] = []

    @MANY
    @given(st.sampled_from(sorted(gathered.people)), st.sampled_from(gathered.buttons),
           st.sampled_from(SAID))  # fmt: skip
    def collect(who: str, data: str, then: str) -> None:
        acts.append((who, PRESS + data, then))

    collect()
    await judge(gathered, acts)


async def test_forged_data_opens_nothing(gathered: Crowd) -> None:
    """Forged from true verbs, true codes and nonsense, it does nothing for anybody."""
    abouts = ("", gathered.codes[1], gathered.codes[3], f"{gathered.codes[0]}:yes")
    acts = [("nobody", f"{PRESS}{verb}:{about}", "5") for verb in BUTTONS for about in abouts]

    @MANY
    @given(st.sampled_from(sorted(gathered.people)), st.sampled_from(sorted(BUTTONS)),
           st.lists(st.sampled_from([*gathered.codes, *WORDS]), max_size=4),
           st.sampled_from(SAID))  # fmt: skip
    def collect(who: str, verb: str, parts: list[str], then: str) -> None:
        data = ":".join([verb, *parts]).encode()[:MOST_DATA_BYTES].decode(errors="ignore")
        acts.append((who, PRESS + data, then))

    collect()
    await judge(gathered, acts)


async def test_commands_are_for_those_whose_game_it_is(gathered: Crowd) -> None:
    """Every command by both names, for any subject, by anybody: questions are answered."""
    names = sorted({name for each in COMMANDS for name in each.names})
    acts: list[tuple[str, ...]] = []

    @MANY
    @given(st.sampled_from(sorted(gathered.people)), st.sampled_from(names),
           st.lists(st.sampled_from([*gathered.codes, *WORDS]), max_size=3),
           st.sampled_from(SAID))  # fmt: skip
    def collect(who: str, name: str, about: list[str], then: str) -> None:
        acts.append((who, " ".join([f"/{name}", *about]), then))

    collect()
    await judge(gathered, acts)


async def test_the_hashed_log_knows_people_by_their_numbers(gathered: Crowd) -> None:
    """The log has no name, account or line, so erasing a person breaks no hash chain."""
    async with gathered.table.stored.database.reading() as tx:
        payloads = list((await tx.execute(select(events.c.payload))).scalars())
    accounts = {f"{user.id}" for user in gathered.people.values()}
    personal = accounts.union(*(world.secrets for world in gathered.worlds))
    assert len(payloads) > 30
    # Whole words: the digits of an account may well stand within a hash.
    known = [(one, re.compile(rf"\b{re.escape(one)}\b")) for one in personal]
    assert [(each, one) for each in payloads for one, words in known if words.search(each)] == []


async def test_what_was_worked_out_for_one_is_nobody_elses(gathered: Crowd) -> None:
    """A result calculated for one person is not shown to another, however they ask."""
    mine, reds = gathered.people["nobody"], gathered.people["red"]
    runs: list[int] = []
    async with gathered.table.app.runtime.database.transaction() as tx:
        for owner in [mine, *[reds] * 11]:
            new = NewRun(
                person=await person_of(gathered.table, owner),
                token="t",
                system="cnis_season",
                input_sha256="",
                task='{"options": {"day": "2025-05-01"}}',
                result=pack({"tables": [], "lists": []}),
                spreadsheet=b"xlsx",
                terms={"x": PlayerTerms("Xenia Ascunsă", pack([]))},
            )
            runs.append(await rating_runs.add(tx, new, gathered.table.app.runtime.clock.now()))
    own, last = runs[0], runs[-1]
    numbers = [f"{last}", f"{last:09d}", f"{last:017d}", f"{own:017d}{last}", f"{last}{'9' * 18}"]
    numbers += [f"{own:016d}{last}", f" {last}", f"+{last}", "²", ""]
    for number in numbers:
        for data in (
            *(f"page:{way}:{number}.senior" for way in "tpxw"),
            *(f"list:{way}:r{number}.overall:1" for way in "tkmwcbdxyp"),
        ):
            trace = await tried(gathered, mine, PRESS + data, "Xenia Ascunsă")
            said = [notice_to_json(notice) for notice in trace.said]
            assert [each for each in said if "document" in each or "pictures" in each] == [], data
            kept = [row for name, row in trace.written if name == "waiting"]
            assert kept == [], data
