"""A match's page: both games, their coefficients with reasons, the draw's commitment; replays."""

from collections.abc import AsyncIterator
from functools import partial
from typing import NamedTuple, TypedDict

from bot.analysis.findings import Findings
from bot.documents.proofs.proof import proof_file
from bot.site import paths
from bot.site.contest import ClosingRule, Contest
from bot.site.group_pages import is_unstated, match_state
from bot.site.proofs import Proofs
from bot.site.replay_pages import PublicMatchView, replay_picture, replay_view
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates, View
from bot.site.verify_pages import panel
from bot.texts.fault_texts import with_article
from bot.texts.messages import Text, say
from bot.texts.notices.matches.cards import worth_text
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.matches.proof import proof
from bot.texts.phase_names import has_one_phase, own_name
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import GameId, Leg, MatchCode, game_id
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.matches.results import match_coefficients
from engine.sequences.sequence import commitment, draw
from storage.fingerprints import InclusionPaths

_SEALED = {Leg.HOME: "verify.sealed_home", Leg.RETURN: "verify.sealed_return"}


class Ending(NamedTuple):
    """How a game ended, and the words on its coefficients."""

    ended: LegEnded
    how: Text
    worth: Text


class LegView(TypedDict):
    """One game on the match's page."""

    id: GameId
    title: Text
    red: tuple[str, str]
    """The name of Red, and the path of their page."""
    blue: tuple[str, str]
    figures: Figures | None
    """The official result."""
    standing: str
    """The end of the key of the text on the game's progress."""
    ended: LegEnded | None
    how: Text | None
    worth: Text | None
    """This and the two before are None until the game has ended."""
    replay: str
    """The path of the replay; "" while the game is closed or has not begun."""
    closed: Text | None
    proof: Text


class MatchPageView(TypedDict):
    """The values of `match.html`, except those of `panel`."""

    competition: Competition
    up: str
    group: str
    group_path: str
    is_only: bool
    """Whether the phase has one group."""
    phase: Text | None
    code: MatchCode
    first: tuple[str, str]
    """The name of the player who is Red at home, and the path of their page."""
    second: tuple[str, str]
    state: Text
    is_void: bool
    picture: str
    legs: list[LegView]
    total: Text | None


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
    """Return the page of a match; `number` is the index of its phase.

    All that the page shows must follow from the facts in its stamp.
    """
    closed = tuple(contest.closing_rule(game) for game in listed.games)
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
        own_proof = await proofs.of(contest, public.match, public.games) if public.match else None

        def view(texts: SiteTexts) -> View:
            return {**_view(public, contest, number), **panel(own_proof, listed.code, texts)}

        files = {**templates.pages(paths.match_path(listed.code), "match.html", view)}
        if own_proof is not None:
            files[paths.proof_path(listed.code)] = proof_file(own_proof)
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
        has_one_phase(competition),
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
    is_drawn_so = {
        game.leg: draw(bytes.fromhex(match.seeds[game.leg]), match.rules) == game.sequence
        for game in games.values()
        if match is not None
    }
    return PublicMatchView(
        listed=listed,
        match=match,
        games={game.leg: game for game in games.values()},
        is_drawn_so=is_drawn_so,
    )


def _view(public: PublicMatchView, contest: Contest, number: int) -> MatchPageView:
    """Return the facts of a match's page; `number` is the index of its phase."""
    listed, competition = public.listed, contest.competition
    phase = competition.phases[number]
    phase_name = own_name(phase.plan.phase)
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
        "is_void": not phase.counts(listed),
        "picture": _picture(public),
        "legs": [_leg(public, contest, number, leg) for leg in Leg],
        "total": _total(contest, listed, number),
    }


def _picture(public: PublicMatchView) -> str:
    """Return the path of the picture that other sites show: the last public game's board, or ""."""
    last = max(public.games, key=list(Leg).index, default=None)
    if last is None:
        return ""
    return paths.picture_of(paths.game_path(public.games[last].id))


def _leg(public: PublicMatchView, contest: Contest, number: int, leg: Leg) -> LegView:
    """Return one game for the template: its public result, and more if the embargo permits."""
    listed, game = public.listed, game_id(public.listed.code, leg)
    red, blue = (contest.names[who] for who in listed.seats(leg))
    red_page, blue_page = (contest.person_pages[who] for who in listed.seats(leg))
    progress = contest.embargoed[game].progress.name.lower()
    ending = _ending(public.match, leg, red, blue)
    return {
        "id": game,
        "title": say(f"leg.{leg.value}"),
        "red": (red, red_page),
        "blue": (blue, blue_page),
        "figures": contest.competition.phases[number].results.get(game),
        "standing": "unstated" if is_unstated(contest, game) else progress,
        "ended": None if ending is None else ending.ended,
        "how": None if ending is None else ending.how,
        "worth": None if ending is None else ending.worth,
        "replay": paths.game_path(game) if leg in public.games else "",
        "closed": _closed_text(contest.closing_rule(game)),
        "proof": _proof(public, contest, leg),
    }


def _closed_text(rule: ClosingRule | None) -> Text | None:
    """Return when a game's tiles and board become public, and the article; None if they are."""
    if rule is None:
        return None
    return with_article(say(f"site.closed.{rule.code}"), rule.article)


def _ending(match: Match | None, leg: Leg, red: str, blue: str) -> Ending | None:
    """Return how the game ended and its coefficients; None if it has not ended."""
    if match is None:
        return None
    ended = next((ended for ended in match.ended if ended.leg is leg), None)
    if ended is None:
        return None
    worth = match_coefficients(match)[game_id(match.code, leg)]
    return Ending(ended, ending_text(ended, red, blue), worth_text(red, blue, worth))


def _proof(public: PublicMatchView, contest: Contest, leg: Leg) -> Text:
    """Return the commitment of the game's tiles and, once public, whether the tiles match it."""
    if public.match is not None and leg in public.games:
        return proof(
            contest.competition,
            public.match,
            leg,
            is_drawn_so=public.is_drawn_so[leg],
            shown=contest.shown_seeds,
        )
    is_history = contest.competition.history
    if is_history or (public.match is not None and leg in public.match.imported):
        return say("verify.game_imported")
    seed = public.listed.home_seed if leg is Leg.HOME else public.listed.return_seed
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
