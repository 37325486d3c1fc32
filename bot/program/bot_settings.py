"""The bot's read-only settings, made from the configuration and the word lists."""

import secrets
from datetime import timedelta

from bot.runtime.config.settings import Config
from bot.runtime.shared import BotSettings
from bot.runtime.wordlists import WordLists
from engine.sequences.sequence import draw
from storage.people.people import Habits


def fresh_seed() -> str:
    """Return 256 unpredictable bits, in hex."""
    return secrets.token_hex(32)


def shared_of(config: Config, word_lists: WordLists, bot_name: str) -> BotSettings:
    """Return the settings that all parts of the bot share; `bot_name` is its Telegram user name."""
    has_quiet_hours = config.reminders.quiet_from != config.reminders.quiet_to
    return BotSettings(
        rules=config.rules,
        edition_on=word_lists.in_force,
        installed=word_lists.installed,
        offered=word_lists.offered,
        official=word_lists.is_official,
        distribute=config.federation.may_distribute_word_list,
        lexicon=word_lists.open,
        graph=word_lists.graph,
        draw=draw,
        new_seed=fresh_seed,
        competition=config.federation.competition,
        bot_name=bot_name,
        operators=frozenset(config.operators.ids),
        is_formal=config.federation.is_formal,
        public_url=config.server.public_url,
        public_site=bool(config.server.public_url) and config.public.enabled,
        left_out=config.public.hidden_competitions,
        undo=timedelta(seconds=config.play.undo_seconds),
        habits=Habits(
            time_zone=config.federation.time_zone,
            reminder_hour=config.reminders.hour,
            quiet_from=config.reminders.quiet_from if has_quiet_hours else None,
            quiet_to=config.reminders.quiet_to if has_quiet_hours else None,
        ),
    )
