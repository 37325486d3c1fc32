"""What `test_figures_taken_over` and other tests share."""

from sandbox import Message
from tests.e2e.championship import press
from tests.e2e.harness import Pair, last_with
from tests.e2e.texts import told


async def taken(pair: Pair, figures: str, leg: str = "tur") -> Message:
    """Have Red object with these figures and the arbiter take them over; return the card."""
    laid = pair.table
    asked = last_with(pair.red, f"res:{pair.code}:no")
    await laid.press(pair.red, asked, "button.results_no")
    await press(laid, pair.red, asked, "button.own", label=leg)
    await laid.say(pair.red, figures)
    card = told(laid.arbiter.messages, "own.told", who="Ana Pop")[-1]
    await laid.press(laid.arbiter, card, "button.own_take")
    (shown,) = await laid.say(laid.arbiter, "Fișa ei este cea completă.")
    await laid.press(laid.arbiter, shown, "button.decide")
    return shown


async def approve(pair: Pair, card: Message) -> None:
    """Have the arbiter approve the results in spite of the objection."""
    await pair.table.press(pair.table.arbiter, card, "button.homologate")
    await pair.table.press(pair.table.arbiter, card, "button.homologate_all_the_same")


async def results(pair: Pair) -> list[tuple[str, str]]:
    """Return the results of both games, Red's of each game first."""
    match = await pair.table.stored.match(pair.code)
    return [(f"{one.red}", f"{one.blue}") for one in match.results]
