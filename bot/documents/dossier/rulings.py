"""An arbiter's ruling in a case, worded from the game's state before the ruling."""

from bot.documents.dossier.facts import CaseRecord, Dossier
from bot.texts.messages import Text
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.cases.events import CaseRuled
from engine.games.fold import replay_before


def decision(ruled: CaseRuled, record: CaseRecord, dossier: Dossier) -> Text:
    """Return the ruling as a sentence, in the same words that both players received."""
    before = replay_before(dossier.facts_of(record.case.game).events, ruled.at)
    return ruling_text(ruled.ruling, record.case, before, dossier.names)
