"""`/verifica`: checks that tiles and colours match their commitments (art. 1.3, 2.1).

Only here does the chat show seeds and their SHA-256: the hashes as soon as they are committed, the
seeds once they have been used.
"""

from bot.chat.choosing import MOST_BUTTONS
from bot.chat.play.coming_games import nothing_running, without_game
from bot.chat.play.one_game import about_one
from bot.runtime.damaged_logs import is_of_damage
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import VERIFY, Verified
from bot.texts.buttons.play import View
from bot.texts.messages import Text, say
from bot.texts.notices.matches.proof import has_sealed, proof, sealed_draws, sealed_match
from engine.competitions.competition import Competition
from engine.errors import GameStateError
from engine.games.game import Game
from engine.ids import CompetitionCode, Leg, MatchCode
from engine.matches.match import Match
from engine.sequences.sequence import commitment
from storage import fingerprints


async def verify(service: Service, user_input: UserInput) -> None:
    """Handle `/verifica [CODE]`: for a game, a match or a competition, begun or not."""
    code = await service.named_games.code_in(user_input)
    if code:
        await _verify_code(service, user_input, code)
        return
    person = user_input.person.id
    if await service.named_games.replied_to(
        user_input
    ) is None and not await service.game_lists.played(person):
        await _offer_commitments(service, user_input)
    else:
        await about_one(service, user_input, View.PROOF, show_verification, of_any_stage=True)


async def _verify_code(service: Service, user_input: UserInput, code: str) -> None:
    """Answer for the code: first the person's games, then matches and draws not begun.

    Other people's public games come last.

    Raises:
        GameStateError: nothing visible to them has that code.
    """
    if await service.named_games.is_seen(user_input, code):
        await show_verification(
            service, user_input, await service.named_games.of_code(user_input, code)
        )
        return
    sealed = await _sealed_match(service, user_input, code) or await _sealed_draws(
        service, user_input, code
    )
    if sealed is None:
        await show_verification(
            service, user_input, await service.embargoes.open_game(user_input, code)
        )
    else:
        service.reply(user_input, sealed)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the press on *Verifică*: `verify:match:CODE`, `verify:draws:CODE`."""
    verified, code = VERIFY.read(user_input.args)
    sealed = None
    if verified is Verified.MATCH:
        sealed = await _sealed_match(service, user_input, code)
    elif verified is Verified.DRAWS:
        sealed = await _sealed_draws(service, user_input, code)
    if sealed is None:
        service.toast(user_input, say("button.unknown"), alert=True)
        return
    service.toast(user_input)
    service.reply(user_input, sealed)


async def _offer_commitments(service: Service, user_input: UserInput) -> None:
    """Offer the person's committed matches and draws; without any, show their future matches."""
    person = user_input.person.id
    matches = [snapshot.match for snapshot in await service.matches.active(person)]
    played = await service.competitions.all_played(person)
    ruled = await service.competitions.all_ruled(person) if user_input.person.arbiter else []
    own_competitions = {
        snapshot.competition.code: snapshot.competition for snapshot in (*played, *ruled)
    }
    drawn = [competition for competition in own_competitions.values() if has_sealed(competition)]
    buttons = [
        VERIFY.button(say("button.plain", label=match.code), Verified.MATCH, match.code)
        for match in matches
    ]
    buttons += [
        VERIFY.button(
            say("button.plain", label=competition.title), Verified.DRAWS, competition.code
        )
        for competition in drawn
    ]
    if not buttons:
        service.reply(
            user_input, await nothing_running(service, person, without_game(user_input.person))
        )
        return
    rows = tuple((button,) for button in buttons[:MOST_BUTTONS])
    service.reply(user_input, say("verify.which"), rows)


async def _sealed_match(service: Service, user_input: UserInput, code: str) -> Text | None:
    """Return the commitment to the match's tiles; None unless the person plays or rules it.

    In a competition the draws of the competition have decided them.

    Raises:
        GameStateError: a log of it is damaged.
    """
    try:
        match = (await service.matches.load(MatchCode(code))).match
    except GameStateError as error:
        if is_of_damage(error):
            raise
        return None
    if user_input.person.id not in {*match.people, *await service.competitions.arbiters(match)}:
        return None
    if match.competition:
        return await _sealed_draws(service, user_input, match.competition)
    return sealed_match(match)


async def _sealed_draws(service: Service, user_input: UserInput, code: str) -> Text | None:
    """Return the commitments of the competition's draws.

    None if nothing is drawn, or the person neither plays nor rules in it.

    Raises:
        GameStateError: its log is damaged.
    """
    try:
        competition = (await service.competitions.load(CompetitionCode(code))).competition
    except GameStateError as error:
        if is_of_damage(error):
            raise
        return None
    if not _takes_part(user_input, competition) or not has_sealed(competition):
        return None
    seeds = await service.embargoes.shown_seeds(competition, user_input.person.id)
    last = await fingerprints.latest(service.unit.tx)
    return sealed_draws(competition, seeds, None if last is None else (last.day, last.fingerprint))


def _takes_part(user_input: UserInput, competition: Competition) -> bool:
    players = {player for phase in competition.phases for player in phase.players}
    return user_input.person.id in {*players, *competition.arbiters}


async def show_verification(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> None:
    """Repeat the draw from the published seed, compare, and explain how to check it."""
    if snapshot.game.imported:
        service.reply(
            user_input, say("verify.imported", game=snapshot.game.id), about=snapshot.game.id
        )
        return
    match = (await service.matches.load(snapshot.game.match)).match
    redrawn = service.shared.draw(
        bytes.fromhex(match.seeds[snapshot.game.leg]), snapshot.game.rules
    )
    is_drawn_so = redrawn == snapshot.game.sequence
    competition = await service.competitions.of_match(match)
    if competition is not None:
        seeds = await service.embargoes.shown_seeds(competition.competition, user_input.person.id)
        game_proof = proof(
            competition.competition, match, snapshot.game.leg, is_drawn_so=is_drawn_so, shown=seeds
        )
        text = say("verify.of_game", game=snapshot.game.id, found=game_proof)
    else:
        text = _match_proof(match, snapshot.game, is_drawn_so=is_drawn_so)
    service.reply(user_input, text, about=snapshot.game.id)


def _match_proof(match: Match, game: Game, *, is_drawn_so: bool) -> Text:
    """Return the proof of a game's sequence and, if the draw gave them, of its colours."""
    seed = match.seeds[game.leg]
    is_right = is_drawn_so and match.colours(game.leg) == (game.red.person, game.blue.person)
    if match.kind.has_arbiter:
        key = "verify.right" if is_right else "verify.wrong"
    else:
        key = "verify.right_friendly" if is_right else "verify.wrong_friendly"
    return say(
        key,
        game=game.id,
        seed=seed,
        commitment=commitment(bytes.fromhex(seed)),
        home_seed=match.seeds[Leg.HOME],
    )
