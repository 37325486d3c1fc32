"""The page where anybody can verify a proof, with the daily fingerprints and its texts."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Final, NotRequired, TypedDict

from bot.documents.proofs.proof import Proof
from bot.site.paths import VERIFY, proof_path
from bot.site.proofs import embedded
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates, View
from bot.texts.messages import say
from engine.ids import MatchCode
from storage import fingerprints
from storage.fingerprints import Fingerprint

FINGERPRINTS: Final = "amprente.json"
"""The file with the daily fingerprints."""
_CLAIMS: Final = (
    "commitment",
    "series",
    "sequence",
    "coefficients",
    "fingerprint",
    "chain",
    "withheld",
    "same_log",
    "same_letters",
    "days",
    "noted",
    "published",
    "shown",
    "summed",
    "mirrored",
    "ordered",
    "scored",
    "unlike",
    "same_result",
)
"""The names of the texts on what is verified; each names its subject in `{of}`."""
_ANSWERS: Final = (
    "kept",
    "broken",
    "later",
    "decided",
    "elsewhere",
    "compared",
    "claimed",
    "found",
    "unread",
    "all_kept",
    "all_broken",
)
"""The names of the texts on the outcome."""


class Panel(TypedDict):
    """What a page needs for the panel that verifies it (`proof.html`)."""

    proof: str
    """The proof as JSON; "" for a page that has none."""
    proof_path: NotRequired[str]
    """This and the next two are missing on the page of a match that is not arranged."""
    verify_path: NotRequired[str]
    words: NotRequired[str]
    """The texts of the script, as JSON."""


async def verify_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page that verifies, and the files that it and other verifiers need."""
    published = await fingerprints.every(source.tx)

    async def build() -> Files:
        return _verify_page(await fingerprints.roots(source.tx), templates)

    yield SitePage(key="verify", stamp=stamp_of(published), build=build)


def panel(proof: Proof | None, code: MatchCode, texts: SiteTexts) -> Panel:
    """Return what a match's page needs to verify it; `proof` is None if it is not arranged."""
    if proof is None:
        return {"proof": ""}
    return {
        "proof": embedded(proof),
        "proof_path": proof_path(code),
        "verify_path": VERIFY,
        "words": _words_of(texts),
    }


def table_panel(texts: SiteTexts) -> Panel:
    """Return what a group's page needs to verify its table."""
    return {"proof": "", "verify_path": VERIFY, "words": _words_of(texts)}


def _words_of(texts: SiteTexts) -> str:
    """Return the texts of the verifying script, safe inside an HTML page."""
    words = {
        **{key: texts.plain(say(f"verifying.{key}", of="{of}")) for key in _CLAIMS},
        **{key: texts.plain(say(f"verifying.{key}")) for key in _ANSWERS},
    }
    return embedded(words)


def _verify_page(
    taken: Sequence[tuple[Fingerprint, str]], templates: Templates
) -> dict[str, bytes]:
    """Return the page that verifies, the latest fingerprint first, and the fingerprints' file."""
    public = [
        {"day": fingerprint.day.isoformat(), "root": root, "fingerprint": fingerprint.fingerprint}
        for fingerprint, root in taken
    ]

    def view(texts: SiteTexts) -> View:
        return {"taken": public[::-1], "days": embedded(public), "words": _words_of(texts)}

    listed = json.dumps(public, indent=1).encode() + b"\n"
    return {**templates.pages(VERIFY, "verify.html", view), FINGERPRINTS: listed}
