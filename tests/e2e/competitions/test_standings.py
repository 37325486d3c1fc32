"""`/clasament` over HTTP: people get the figures that a slow oracle calculates again.

All tests share one competition of three: one pair's games are approved, and the others have ended
their home games. Pictures and file are compared with the oracle's.
"""

import io
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
import pytest_asyncio
from openpyxl import load_workbook
from pypdf import PdfReader

from bot.documents.render.lists.listing_layout import PHONE_WIDTH
from bot.documents.render.png import lasting
from bot.documents.render.standings.crosstable import render_crosstable
from bot.documents.render.standings.standings_view import (
    STANDINGS_LABEL_KEYS,
    CrossRow,
    Crosstable,
    GameCell,
    HeadToHead,
    ResultStatus,
    TableHead,
)
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.competitions.standings import GameResult
from engine.figures import Figures
from engine.ids import GameId, Leg, PersonId, game_id
from sandbox import Message, SandboxUser
from tests.e2e.competitions.standings_shared import NAMES, part_of_a_cup
from tests.e2e.harness import button, label, table
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says
from tests.engine.competitions.standings_oracle import allowed_orders, plain

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True, slots=True)
class Played:
    """The competition's present state, and its finished games, approved or only proposed."""

    cup: Season
    competition: Competition
    names: Mapping[PersonId, str]
    finished: Mapping[GameId, Figures]
    """Worked out from the games' own events, coefficients by the match's proposal."""

    @property
    def homologated(self) -> Mapping[GameId, Figures]:
        """Return the official results."""
        return self.competition.phase.results

    def match(self, one: PersonId, other: PersonId) -> ListedMatch:
        """Return the match of two players."""
        return next(m for m in self.competition.phase.matches if m.players == {one, other})

    def results(self, *, provisional: bool) -> list[GameResult]:
        """Return the results that count in a table."""
        shown = self.finished if provisional else self.homologated
        return [
            GameResult(red=red, blue=blue, figures=shown[game])
            for match in self.competition.phase.matches
            for game, (red, blue) in match.games.items()
            if game in shown
        ]

    def order(self, *, provisional: bool) -> tuple[PersonId, ...]:
        """Return the only order of players that the rules allow."""
        games = plain(self.results(provisional=provisional))
        players = self.competition.phase.players
        (order,) = allowed_orders(players, games, self.competition.phase.lots)
        return order


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Played]:
    """Give the competition: six games, two of them approved, two only proposed."""
    async with table(tmp_path_factory.mktemp("standings"), after=part_of_a_cup) as laid:
        left, names, finished = laid.done
        made = Season.at(laid, *left)
        yield Played(made, await made.competition(), names, finished)


def shown(figure: Decimal) -> str:
    """Return a figure in Romanian notation."""
    return str(figure).replace(".", ",")


async def ask(played: Played, name: str = NAMES[0]) -> tuple[SandboxUser, Message]:
    """Have a player ask for the standings."""
    user = played.cup.players[name]
    (answer,) = await played.cup.table.say(user, "/clasament")
    return user, answer


def lines_of(message: Message) -> list[str]:
    """Return the lines of a table, two for each player."""
    return [line for line in message.text.splitlines() if line[:1] in {" ", ">"}][2:8]


@pytest.mark.article("8.1")
async def test_the_table_is_the_oracles(played: Played) -> None:
    """The text that a player reads has the oracle's order, sums and counts of approved games."""
    _, message = await ask(played)
    lines = lines_of(message)
    order = played.order(provisional=False)
    games = plain(played.results(provisional=False))
    assert len(games) == 2
    for place, player in enumerate(order, 1):
        name, figures = lines[2 * place - 2 : 2 * place]
        own = [g for g in games if player in g[:2]]
        sums = (Decimal(str(float(g[2] if g[0] == player else g[3]))) for g in own)
        total = sum(sums, Decimal("0.0000"))
        assert name[1:3].strip() == str(place)
        assert name[4:] == played.names[player]
        assert name[0] == (">" if played.names[player] == NAMES[0] else " ")
        assert figures.split()[0] == str(len(own))
        assert shown(round(total, 4)) in figures
    assert mentions(message, "standings.homologated", counted=2, n=6)


async def test_what_is_proposed_counts_only_where_it_is_asked_for(played: Played) -> None:
    """The provisional table says so and marks the sums; another press returns to the official."""
    user, message = await ask(played)
    assert "~" not in message.text
    await played.cup.table.press(user, message, "button.provisional")
    assert mentions(message, "standings.provisional", counted=4, n=6)
    order = played.order(provisional=True)
    assert [line[4:] for line in lines_of(message)[::2]] == [played.names[p] for p in order]
    assert "~" in message.text
    await played.cup.table.press(user, message, "button.homologated")
    assert mentions(message, "standings.homologated", counted=2, n=6)


def crosstable_of(played: Played, *, provisional: bool, seq: int) -> Crosstable:
    """Return the oracle's crosstable, calculated from the games alone."""
    catalogue = load_catalogue("ro")
    order = played.order(provisional=provisional)
    title = catalogue.plain(say("standings.title_one"))
    kind = "provisional" if provisional else "homologated"
    return Crosstable(
        head=TableHead(
            competition="Cupa Telegram 2025",
            title=title,
            kind=catalogue.plain(say(f"standings.kind.{kind}")),
            is_provisional=provisional,
            as_of=date(2025, 5, 1),
            footer=f"{played.cup.code} · {seq}",
        ),
        labels={key: catalogue.plain(say(key)) for key in STANDINGS_LABEL_KEYS},
        rows=tuple(
            _row(played, place, order, provisional=provisional) for place in range(len(order))
        ),
    )


def _row(played: Played, place: int, order: tuple[PersonId, ...], *, provisional: bool) -> CrossRow:
    player = order[place]
    meetings = tuple(
        None if player == other else _meeting(played, player, other, provisional=provisional)
        for other in order
    )
    cells = [cell for meeting in meetings if meeting for cell in meeting.games if cell]
    draws = sum(cell.own == cell.partner for cell in cells)
    wins = sum(cell.is_won for cell in cells)
    total = sum((Decimal(c.coefficient.replace(",", ".")) for c in cells), Decimal("0.0000"))
    return CrossRow(
        place=str(place + 1),
        name=played.names[player],
        games=len(cells),
        wins=wins,
        draws=draws,
        losses=len(cells) - wins - draws,
        coefficients=shown(total),
        difference=sum((cell.own or 0) - (cell.partner or 0) for cell in cells),
        points=sum(cell.own or 0 for cell in cells),
        meetings=meetings,
    )


def _meeting(played: Played, player: PersonId, other: PersonId, *, provisional: bool) -> HeadToHead:
    match = played.match(player, other)
    found: list[GameCell | None] = []
    for leg in Leg:
        game = game_id(match.code, leg)
        figures = (played.finished if provisional else played.homologated).get(game)
        if figures is None:
            found.append(None)
            continue
        is_red = match.seats(leg)[0] == player
        assert figures.scores is not None
        scores = figures.scores
        own, partner = scores if is_red else scores[::-1]
        firm = game in played.homologated
        found.append(
            GameCell(
                own=own,
                partner=partner,
                coefficient=shown(figures.red if is_red else figures.blue),
                is_red=is_red,
                is_won=own > partner,
                status=ResultStatus.HOMOLOGATED if firm else ResultStatus.PROPOSED,
            )
        )
    return HeadToHead(*found)


@pytest.mark.article("8.1")
@pytest.mark.parametrize("provisional", [False, True])
async def test_the_picture_is_the_oracles(played: Played, *, provisional: bool) -> None:
    """The picture sent equals one drawn from the games alone, in every figure.

    A press opens it from the player's view in the chat, which has their own row, neighbours and
    games.
    """
    user, message = await ask(played)
    if provisional:
        await played.cup.table.press(user, message, "button.provisional")
    (close,) = await played.cup.table.press(user, message, "button.picture")
    assert close.photo is not None
    assert close.photo.width == PHONE_WIDTH
    assert mentions(close, "standings.title_one")
    (sent,) = await played.cup.table.press(user, close, "button.whole_table")
    assert sent.photo is not None
    seq = await played.cup.last_event()
    view = crosstable_of(played, provisional=provisional, seq=seq)
    assert lasting(sent.photo.content) == lasting(render_crosstable(view))
    assert mentions(sent, "standings.title_one")


async def test_the_table_is_printed_to_sign(played: Played) -> None:
    """The PDF has the players, the games and a line for the signature."""
    user, message = await ask(played)
    (sent,) = await played.cup.table.press(user, message, "button.printed")
    assert sent.document is not None
    assert sent.document.name == f"clasament-{played.cup.code}-final.pdf"
    text = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(sent.document.content)).pages
    )
    order = played.order(provisional=False)
    assert all(played.names[player] in text for player in order)
    assert all(word in text for word in ("Clasament", "Partide", "Nume și semnătură"))


async def test_the_spreadsheet_is_the_oracles(played: Played) -> None:
    """Tables, games with article and arithmetic, and prospects agree with the oracle."""
    user, message = await ask(played)
    (sent,) = await played.cup.table.press(user, message, "button.spreadsheet")
    assert sent.document is not None
    assert sent.document.name == f"clasament-{played.cup.code}-final.xlsx"
    book = load_workbook(io.BytesIO(sent.document.content))
    for name, provisional in (("Clasament", False), ("Clasament provizoriu", True)):
        header, *rows = book[name].iter_rows(values_only=True)
        column = dict(zip(header, range(len(header)), strict=True))
        order = played.order(provisional=provisional)
        games = plain(played.results(provisional=provisional))
        assert [row[column["Jucător"]] for row in rows] == [played.names[p] for p in order]
        for row, player in zip(rows, order, strict=True):
            sums = [float(g[2] if g[0] == player else g[3]) for g in games if player in g[:2]]
            assert row[column["Coeficienți"]] == pytest.approx(sum(sums), abs=1e-9)
    header, *rows = book["Partide"].iter_rows(values_only=True)
    lines = [dict(zip(header, row, strict=True)) for row in rows]
    assert sorted(str(line["Starea"]) for line in lines) == [
        *["neînceput sau în desfășurare"] * 2,
        *["omologat"] * 2,
        *["propus, neomologat"] * 2,
    ]
    assert all(line["Articol"] and line["Calcul"] for line in lines if line["Scor Roșu"])
    assert len(list(book["Șanse de calificare"].iter_rows())) == 4


async def test_prospects_and_ties_are_a_press_away(played: Played) -> None:
    """One message shows table, prospects and tie-breaks in turn, the reader's row first."""
    user, message = await ask(played, NAMES[1])
    await played.cup.table.press(user, message, "button.prospects")
    assert message.text.split("\n\n")[1].startswith(f"👉 {NAMES[1]}")
    await played.cup.table.press(user, message, "button.ties")
    assert mentions(message, "standings.no_ties")
    await played.cup.table.press(user, message, "button.table")
    assert mentions(message, "standings.homologated")


async def test_standings_are_for_those_who_have_a_part(played: Played) -> None:
    """A stranger gets nothing by command or forged press; arbiter and operator do."""
    laid, code = played.cup.table, played.cup.code
    stranger = laid.sandbox.add_user("Xenia", language_code="ro")
    (answer,) = await laid.say(stranger, "/clasament")
    assert says(answer, "standings.none")
    (answer,) = await laid.say(stranger, f"/clasament {code}")
    assert mentions(answer, "fault.not_in_competition")
    for way in "trbix":
        sent = len(stranger.messages)
        await laid.forge(stranger, answer, f"std:{code}:{way}:0:A:h")
        assert len(stranger.messages) == sent
        assert mentions(answer, "fault.not_in_competition")
    for user in (laid.arbiter, laid.operator):
        (answer,) = await laid.say(user, f"/clasament {code.lower()}")
        assert mentions(answer, "standings.homologated")
        assert ">" not in answer.text


async def test_a_forged_press_is_refused_kindly(played: Played) -> None:
    """For any button data the answer is a sentence that names the mistake."""
    code = played.cup.code
    for data, fault in (
        ("", "no_such_competition"),
        (":::::", "table_unknown"),
        (f"{code}:t:7:A:h", "no_such_phase"),
        (f"{code}:t:0:Z:h", "table_unknown"),
        (f"{code}:t:x", "table_unknown"),
        ("NIMIC:t:0:A:h", "no_such_competition"),
    ):
        user, message = await ask(played)
        await played.cup.table.forge(user, message, f"std:{data}")
        assert mentions(message, f"fault.{fault}"), data


async def test_english_reads_english(played: Played) -> None:
    """The command has its English name, and figures have a decimal point."""
    laid = played.cup.table
    user = played.cup.players[NAMES[2]]
    await laid.say(user, "/limba en")
    (answer,) = await laid.say(user, "/standings")
    await laid.say(user, "/language ro")
    assert mentions(answer, "standings.homologated", "en")
    assert button(answer, "button.picture", "en").label == label("button.picture", "en")
    assert any(f"{row}"[:1].isdigit() for row in answer.text.split() if "." in row)


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", "Dan Ene", groups=2)
async def test_the_table_of_a_group_leads_to_the_other_group_and_to_all(season: Season) -> None:
    """With two groups already, each table has a button for the other and one for all."""
    table, (ana, *_) = season.table, season.users.values()

    (shown,) = await table.say(ana, "/clasament")

    assert shown.labels[0] in {"Grupa A", "Grupa B"}
    assert shown.labels[1] == label("button.overall")
    await table.press(ana, shown, "button.overall")
    assert shown.labels[:2] == ("Grupa A", "Grupa B")
    assert label("button.overall") not in shown.labels
