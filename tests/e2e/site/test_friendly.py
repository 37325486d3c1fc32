"""Friendly games on the public site: only if both players agree."""

from pathlib import Path

from sandbox import SandboxUser
from tests.e2e.harness import Pair
from tests.e2e.harness import table as laid_out
from tests.e2e.matches.requests_shared import Strangers
from tests.e2e.public_site import written
from tests.e2e.ratings.nightly_friendlies_shared import played
from tests.e2e.texts import told

LIST = "amicale.html"


async def analysed(pair: Pair, user: SandboxUser, key: str) -> None:
    """Have a player open the analysis of the game and press that button below it."""
    *_, shown = await pair.table.say(user, f"/analiza {pair.id}")
    await pair.table.press(user, shown, key)


async def test_a_friendly_game_is_on_the_site_if_both_players_want_it(tmp_path: Path) -> None:
    """One consent is not enough; public names are used; withdrawal removes the game."""
    folder = tmp_path / "public"
    settings = {
        "server_public_url": "https://scrabble.example.org",
        "public_enabled": "true",
        "public_directory": str(tmp_path / "served"),
    }
    async with laid_out(tmp_path, changed=settings) as laid:
        ana, ion = (
            laid.sandbox.add_user(name, language_code="ro") for name in ("Ana Pop", "Ion Rus")
        )
        pair = await Strangers(laid, ana, ion).meet("play:5:1:public")
        page = f"m/{pair.code.lower()}-1.html"
        await played(pair)
        await analysed(pair, ana, "button.analysis.public")
        (asked,) = told(ion.messages, "analysis.asked_on_site", game=pair.id)
        site = await written(laid, folder)
        assert not {LIST, page} & site.everything().keys()
        assert "Ana Pop" not in site.text("index.html")

        await laid.press(ion, asked, "button.analysis.public")
        await laid.choose(ion, "name:initials")
        site = await written(laid, folder)

        assert told(ana.messages, "analysis.opened_on_site", game=pair.id)
        assert LIST in site.text("index.html")
        assert "Ana Pop – I. R." in site.text(LIST)
        assert "CASA" in site.text(page)
        assert "Ion Rus" not in site.text(LIST) + site.text(page)
        assert f"en/{LIST}" in site.everything()

        await analysed(pair, ana, "button.analysis.private")
        site = await written(laid, folder)
        assert not {LIST, page} & site.everything().keys()
