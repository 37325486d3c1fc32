"""A match's page: both games, their coefficients with reasons, the draw's commitment; replays."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from bot.analysis.findings import Findings
from bot.documents.proofs.proof import proof_file
from bot.site import paths
from bot.site.contest import Contest
from bot.site.group_pages import is_unstated, match_state
from bot.site.proofs import Proofs
from bot.site.replay_pages import PublicMatchView, replay_picture, replay_view
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates
from bot.site.verify_pages import panel
from bot.texts.messages import Text, say
from bot.texts.notices.matches.cards import worth_text
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.matches.proof import proof
from bot.texts.phase_names import has_one_phase
from engine.competitions.parts import ListedMatch
from engine.games.game import Game
from engine.ids import GameId, Leg, game_id
from engine.matches.match import Match
from engine.matches.results import match_coefficients
from engine.sequences.sequence import commitment, draw
from storage.fingerprints import InclusionPaths

_SEALED = {Leg.HOME: "verify.sealed_home", Leg.RETURN: "verify.sealed_return"}


async def match_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each listed match, with the replays of its public games."""
    proofs = Proofs(InclusionPaths(source.tx))
    for contest in await source.contests():
        for number, listed in contest.listed.values():
            yield await _page(source, templates, proofs, contest, number, listed)


async def _page(  # noqa: PLR0913, PLR0917  (the data of the build, and the match)
    source: Source,
    templates: Templates,
    proofs: Proofs,
    contest: Contest,
    number: int,
    listed: ListedMatch,
) -> SitePage:
    """Return the page of a match; it is built again only if its stamp changes."""
    closed = tuple(contest.why_closed(game) for game in listed.games)
    open_games = [game for game, why in zip(listed.games, closed, strict=True) if why is None]
    begun = [game for game in open_games if game in contest.games]
    findings = {game: await source.findings(contest, game) for game in begun}
    key = f"match/{listed.code}"
    stamp = source.stamps.of(
        key,
        *_match_facts(contest, number, listed),
        tuple(contest.games.get(game) for game in open_games),
        closed,
        *_player_facts(contest, number, listed),
        await proofs.facts(contest, listed.code),
        findings,
    )

    async def build() -> Files:
        public = await _public_view(source, contest, listed, begun)
        proof = await proofs.of(contest, public.match, public.games) if public.match else None

        def view(texts: SiteTexts) -> dict[str, Any]:
            return _view(public, contest, number) | panel(proof, listed.code, texts)

        files = {**templates.pages(paths.match_path(listed.code), "match.html", view)}
        if proof is not None:
            files[paths.proof_path(listed.code)] = proof_file(proof)
        for game in public.games.values():
            files |= _replay_files(templates, contest, public, game, findings[game.id])
        return files

    return SitePage(key=key, stamp=stamp, build=build)


def _replay_files(
    templates: Templates,
    contest: Contest,
    public: PublicMatchView,
    game: Game,
    findings: Findings | None,
) -> Files:
    """Return a public game's replay and, for other sites, its picture."""
    path = paths.game_path(game.id)
    replay = partial(replay_view, public, game, contest, findings=findings)
    files = {**templates.pages(path, "replay.html", replay)}
    if templates.has_address:
        files[paths.picture_of(path)] = replay_picture(game, contest)
    return files


def _match_facts(contest: Contest, number: int, listed: ListedMatch) -> tuple[object, ...]:
    """Return the facts on a match's page about its competition, phase and progress."""
    competition = contest.competition
    phase = competition.phases[number]
    return (
        competition.title,
        competition.arbiters and contest.names[competition.arbiters[0]],
        number,
        len(phase.groups),
        phase.started,
        phase.seeds,
        contest.shown_legs[number],
        contest.public_matches[listed.code],
        contest.positions[listed.code],
        contest.matches.get(listed.code),
    )


def _player_facts(contest: Contest, number: int, listed: ListedMatch) -> tuple[object, ...]:
    """Return the facts on a match's page about both players."""
    void = contest.competition.phases[number].void
    return (
        void and tuple(sorted(void & listed.players)),
        tuple((contest.names[who], contest.person_pages[who]) for who in (listed.red, listed.blue)),
    )


async def _public_view(
    source: Source, contest: Contest, listed: ListedMatch, begun: list[GameId]
) -> PublicMatchView:
    """Read the match, if it is arranged, and its public games that have begun."""
    match = None
    if listed.code in contest.matches:
        match = await source.match(contest, listed.code)
    games = {game: await source.game(contest, game) for game in begun}
    drawn = {
        game.leg: draw(bytes.fromhex(match.seeds[game.leg]), match.rules) == game.sequence
        for game in games.values()
        if match is not None
    }
    return PublicMatchView(
        listed=listed,
        match=match,
        games={game.leg: game for game in games.values()},
        is_drawn_so=drawn,
    )


def _view(view: PublicMatchView, contest: Contest, number: int) -> dict[str, Any]:
    """Return the facts of a match's page."""
    listed, competition = view.listed, contest.competition
    phase = competition.phases[number]
    phase_name = say(f"phase.{phase.plan.phase.value}")
    return {
        "competition": competition,
        "up": paths.competition_path(contest.code),
        "group": listed.group,
        "group_path": paths.group_path(contest.code, number, listed.group),
        "is_only": len(phase.groups) == 1,
        "phase": None if has_one_phase(competition) else phase_name,
        "code": listed.code,
        "first": (contest.names[listed.red], contest.person_pages[listed.red]),
        "second": (contest.names[listed.blue], contest.person_pages[listed.blue]),
        "state": match_state(contest, listed),
        "is_void": bool(listed.players & phase.void),
        "picture": _picture(view),
        "legs": [_leg(view, contest, number, leg) for leg in Leg],
        "total": _total(contest, listed, number),
    }


def _picture(public: PublicMatchView) -> str:
    """Return the path of the picture that other sites show: the last public game's board, or ""."""
    last = max(public.games, key=list(Leg).index, default=None)
    if last is None:
        return ""
    return paths.picture_of(paths.game_path(public.games[last].id))


def _leg(view: PublicMatchView, contest: Contest, number: int, leg: Leg) -> dict[str, Any]:
    """Return one game for the template: its public result, and more if the embargo permits."""
    listed, game = view.listed, game_id(view.listed.code, leg)
    red, blue = (contest.names[who] for who in listed.seats(leg))
    red_page, blue_page = (contest.person_pages[who] for who in listed.seats(leg))
    progress = contest.embargoed[game].progress.name.lower()
    values: dict[str, Any] = {
        "id": game,
        "title": say(f"leg.{leg.value}"),
        "red": (red, red_page),
        "blue": (blue, blue_page),
        "figures": contest.competition.phases[number].results.get(game),
        "standing": "unstated" if is_unstated(contest, game) else progress,
        "ended": None,
        "replay": paths.game_path(game) if leg in view.games else "",
        "closed": _closed(contest.why_closed(game)),
        "proof": _proof(view, contest, leg),
    }
    return values | _ending(view.match, leg, red, blue)


def _closed(why: tuple[str, str] | None) -> Text | None:
    """Return when a game's tiles and board become public, and the article; None if they are."""
    if why is None:
        return None
    code, article = why
    return say("fault.by_article", sentence=say(f"site.closed.{code}"), article=article)


def _ending(match: Match | None, leg: Leg, red: str, blue: str) -> dict[str, Any]:
    """Return how the game ended and its coefficients, with article and calculation."""
    if match is None:
        return {}
    for ended, worth in zip(match.ended, match_coefficients(match).values(), strict=True):
        if ended.leg is leg:
            return {
                "ended": ended,
                "how": ending_text(ended, red, blue),
                "worth": worth_text(red, blue, worth),
            }
    return {}


def _proof(view: PublicMatchView, contest: Contest, leg: Leg) -> Text:
    """Return the commitment of the game's tiles and, once public, whether the tiles match it."""
    if view.match is not None and leg in view.games:
        return proof(
            contest.competition,
            view.match,
            leg,
            is_drawn_so=view.is_drawn_so[leg],
            shown=contest.shown_seeds,
        )
    is_history = contest.competition.history
    if is_history or (view.match is not None and leg in view.match.imported):
        return say("verify.game_imported")
    seed = view.listed.home_seed if leg is Leg.HOME else view.listed.return_seed
    return say(_SEALED[leg], sha=commitment(bytes.fromhex(seed)))


def _total(contest: Contest, listed: ListedMatch, number: int) -> Text | None:
    """Return the sum of both games' coefficients if both are official, or None."""
    results = contest.competition.phases[number].results
    home, back = (results.get(game_id(listed.code, leg)) for leg in Leg)
    if home is None or back is None:
        return None
    return say(
        "results.total",
        first=contest.names[listed.red],
        second=contest.names[listed.blue],
        first_c=str(home.red + back.blue),
        second_c=str(home.blue + back.red),
    )
