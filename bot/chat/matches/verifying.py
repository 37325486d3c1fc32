"""`/verifica`: checks that tiles and colours match their commitments (art. 1.3, 2.1).

Only here does the chat show seeds and their SHA-256: the hashes as soon as they are committed, the
seeds once they have been used.
"""

from bot.chat.choosing import MOST
from bot.chat.play.game_list import nothing_running, without_game
from bot.chat.play.look import about_one
from bot.runtime.shared import Said
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.matches import VERIFY
from bot.texts.messages import Text, say
from bot.texts.notices.matches.proof import has_sealed, proof, sealed_draws, sealed_match
from engine.competitions.competition import Competition
from engine.errors import GameStateError
from engine.games.game import Game
from engine.ids import CompetitionCode, Leg, MatchCode
from engine.matches.match import Match
from engine.sequences.sequence import commitment
from storage import fingerprints


async def verify(service: Service, said: Said) -> None:
    """Handle `/verifica [CODE]`: for a game, a match or a competition, begun or not."""
    if said.args:
        await _named(service, said, said.args.strip().upper())
        return
    person = said.person.id
    if await service.games.replied_to(said) is None and not await service.games.played(person):
        await _offer(service, said)
    else:
        await about_one(service, said, "verify", show_verification, finished=True)


async def _named(service: Service, said: Said, code: str) -> None:
    """Answer for the code: first the person's games, then matches and draws not begun.

    Other people's public games come last.

    Raises:
        GameStateError: nothing visible to them has that code.
    """
    if await service.games.is_seen(said, code):
        await show_verification(service, said, await service.games.named(said, code))
        return
    found = await _sealed_match(service, said, code) or await _sealed_draws(service, said, code)
    if found is None:
        await show_verification(service, said, await service.embargoes.opened(said, code))
    else:
        service.reply(said, found)


async def pressed(service: Service, said: Said) -> None:
    """Handle the press on *Verifică*: `verify:match:CODE`, `verify:draws:CODE`."""
    what, code = VERIFY.read(said.args)
    found = None
    if what == "match":
        found = await _sealed_match(service, said, code)
    elif what == "draws":
        found = await _sealed_draws(service, said, code)
    if found is None:
        service.toast(said, say("button.unknown"), alert=True)
        return
    service.toast(said)
    service.reply(said, found)


async def _offer(service: Service, said: Said) -> None:
    """Offer the person's committed matches and draws; without any, show their future matches."""
    person = said.person.id
    matches = [seen.match for seen in await service.matches.active(person)]
    mine = await service.competitions.all_played(person)
    ruled = await service.competitions.all_ruled(person) if said.person.arbiter else []
    both = {seen.competition.code: seen.competition for seen in (*mine, *ruled)}
    drawn = [competition for competition in both.values() if has_sealed(competition)]
    buttons = [
        VERIFY.button(say("button.plain", label=one.code), "match", one.code) for one in matches
    ]
    buttons += [
        VERIFY.button(say("button.plain", label=one.title), "draws", one.code) for one in drawn
    ]
    if not buttons:
        service.reply(said, await nothing_running(service, person, without_game(said.person)))
        return
    rows = tuple((button,) for button in buttons[:MOST])
    service.reply(said, say("verify.which"), rows)


async def _sealed_match(service: Service, said: Said, code: str) -> Text | None:
    """Return the commitment to the match's tiles; None unless they play or rule it."""
    try:
        match = (await service.matches.load(MatchCode(code))).match
    except GameStateError:
        return None
    if said.person.id not in {*match.people, *await service.competitions.arbiters(match)}:
        return None
    if match.competition:
        return await _sealed_draws(service, said, match.competition)
    return sealed_match(match)


async def _sealed_draws(service: Service, said: Said, code: str) -> Text | None:
    """Return the commitments of the competition's draws; None if not theirs or not drawn."""
    try:
        competition = (await service.competitions.load(CompetitionCode(code))).competition
    except GameStateError:
        return None
    if not _takes_part(said, competition) or not has_sealed(competition):
        return None
    shown = await service.embargoes.shown_seeds(competition, said.person.id)
    last = await fingerprints.latest(service.unit.tx)
    return sealed_draws(competition, shown, None if last is None else (last.day, last.fingerprint))


def _takes_part(said: Said, competition: Competition) -> bool:
    players = {player for phase in competition.phases for player in phase.players}
    return said.person.id in {*players, *competition.arbiters}


async def show_verification(service: Service, said: Said, seen: SeenGame) -> None:
    """Repeat the draw from the published seed, compare, and explain how to check it."""
    if seen.game.imported:
        service.reply(said, say("verify.imported", game=seen.game.id), about=seen.game.id)
        return
    match = (await service.matches.load(seen.game.match)).match
    again = service.shared.draw(bytes.fromhex(match.seeds[seen.game.leg]), seen.game.rules)
    is_drawn_so = again == seen.game.sequence
    competition = await service.competitions.of_match(match)
    if competition is not None:
        shown = await service.embargoes.shown_seeds(competition.competition, said.person.id)
        found = proof(
            competition.competition, match, seen.game.leg, is_drawn_so=is_drawn_so, shown=shown
        )
        text = say("verify.of_game", game=seen.game.id, found=found)
    else:
        text = _of_match(match, seen.game, is_drawn_so=is_drawn_so)
    service.reply(said, text, about=seen.game.id)


def _of_match(match: Match, game: Game, *, is_drawn_so: bool) -> Text:
    seed = match.seeds[game.leg]
    is_right = is_drawn_so and match.colours(game.leg) == (game.red.person, game.blue.person)
    keys = ("verify.wrong", "verify.right")
    if not match.has_arbiter:
        keys = ("verify.wrong_friendly", "verify.right_friendly")
    return say(
        keys[is_right],
        game=game.id,
        seed=seed,
        commitment=commitment(bytes.fromhex(seed)),
        home_seed=match.seeds[Leg.HOME],
    )
