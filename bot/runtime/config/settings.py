"""The whole configuration: read, checked, with its secrets kept apart.

`config.example.toml` explains each key to the organiser. All errors are reported at once, one line
each. A variable `TURRETUR_<SECTION>_<KEY>` overrides its key. The bot's token is in a file or in
`TURRETUR_TELEGRAM_TOKEN`, never among the keys.

Plain dataclasses, because every start reads it: pydantic-settings cost 0.3 s and 10 MB.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, get_type_hints

from bot.runtime.config.checks import Check
from bot.runtime.config.collecting import ConfigReading, Keys, parse_file
from bot.runtime.config.named_files import text_of
from bot.runtime.config.rules import RULE_CHECKS, build_rules
from bot.runtime.config.sections import (
    TELEGRAM_SERVER,
    Analysis,
    Backup,
    Federation,
    LexiconSection,
    Logging,
    Mail,
    NightlyRatings,
    Operators,
    PlaySection,
    Public,
    Push,
    Reminders,
    ServerSection,
    Storage,
    Telegram,
)
from engine.rulesets import NATIONAL_2025, Ruleset

PREFIX: Final = "TURRETUR_"
TOKEN_VARIABLE: Final = "TURRETUR_TELEGRAM_TOKEN"  # noqa: S105  (a name, no token)
_TOKEN: Final = re.compile(r"\d{6,12}:[\w-]{30,50}", re.ASCII)
_OTHERS: Final = 0o077
"""The permission bits of everyone but the owner."""
_RULESET: Final = "ruleset"
_REFUSED: Final = {
    "telegram.token": "a token is never in this file, which gets copied and shown; put it into"
    f" a file of its own, named by telegram.token_file, or into {TOKEN_VARIABLE}",
    "hook": "delete this section; the bot calls no other site, which reads results from the open"
    " data instead",
}
"""Keys and sections that are refused, each with its reason."""


class ConfigError(Exception):
    """The configuration cannot be used; `problems` has one line for each error."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class Secret:
    """A text that is hidden in output until `reveal` is called."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the secret text."""
        return self._text

    def __repr__(self) -> str:
        """Return asterisks."""
        return "Secret('**********')"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole configuration, checked; its paths are absolute."""

    telegram: Telegram
    storage: Storage
    server: ServerSection
    mail: Mail
    push: Push
    public: Public
    operators: Operators
    federation: Federation
    play: PlaySection
    reminders: Reminders
    logging: Logging
    lexicon: LexiconSection
    backup: Backup
    analysis: Analysis
    ratings: NightlyRatings
    rules: Ruleset
    """The rules of new matches: `federation.ruleset` with the changes in `[ruleset]`."""
    token: Secret | None = None
    """The bot's token from the environment, or None; use `bot_token`."""

    def bot_token(self) -> Secret:
        """Return the bot's token, from the environment or else from its file.

        Raises:
            ConfigError: there is no token, or its file cannot be read.
        """
        if self.token is not None:
            return self._checked_token(self.token)
        name, file = "telegram.token_file", self.telegram.token_file
        if file is None:
            raise ConfigError(f"{name}: no token; name its file here, or set {TOKEN_VARIABLE}")
        text = _secret_in(name, file)
        if not text:
            raise ConfigError(f"{name}: {file}: is empty; put the token from @BotFather into it")
        if len(text.split()) != 1:
            raise ConfigError(f"{name}: {file}: must contain the token and nothing else")
        return self._checked_token(Secret(text))

    def _checked_token(self, token: Secret) -> Secret:
        """Return a token that Telegram itself may have given; other servers have their own."""
        if self.telegram.base_url == TELEGRAM_SERVER and not _TOKEN.fullmatch(token.reveal()):
            shape = "123456789: and 35 letters, digits, - or _"
            raise ConfigError(f"{self.token_place()}: no token of @BotFather, which is {shape}")
        return token

    def token_place(self) -> str:
        """Return the source of the token: the name of a variable or a file."""
        return TOKEN_VARIABLE if self.token is not None else str(self.telegram.token_file)

    def secret_files(self) -> dict[str, Path]:
        """Return the files with a secret, each by what it holds."""
        files = {"token": self.telegram.token_file, "password": self.mail.password_file}
        return {what: file for what, file in files.items() if file is not None}

    def exposed_files(self) -> dict[str, Path]:
        """Return those that others than their owner may read, unless they are empty."""
        return {what: file for what, file in self.secret_files().items() if _is_exposed(file)}

    def mail_password(self) -> Secret | None:
        """Return the password of the mail server, or None if it needs none.

        Raises:
            ConfigError: its file cannot be read, or is empty.
        """
        file = self.mail.password_file
        if file is None:
            return Secret(self.mail.password) if self.mail.password else None
        name = "mail.password_file"
        text = _secret_in(name, file)
        if not text or "\n" in text:
            raise ConfigError(f"{name}: {file}: must contain the password and nothing else")
        return Secret(text)

    def secret_for(self, purpose: str) -> bytes:
        """Return the installation's key for a purpose; it is derived from the bot's token.

        Raises:
            ConfigError: as `bot_token`.
        """
        return sha256(f"{purpose}:{self.bot_token().reveal()}".encode()).digest()

    def webhook_secret(self) -> str:
        """Return the secret that proves that an update comes from Telegram.

        It is derived from the token, so every program has the same one and none is stored.

        Raises:
            ConfigError: as `bot_token`.
        """
        return self.secret_for("webhook").hex()


def _secret_in(name: str, file: Path) -> str:
    """Return the content of the file that the key of that name gives.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        return text_of(file).strip()
    except OSError as error:
        raise ConfigError(f"{name}: {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name}: {file}: not text in UTF-8") from error


def _is_exposed(file: Path) -> bool:
    """Return whether others may read the file and it is not empty; an unreadable one is not."""
    if os.name != "posix":
        return False
    try:
        return bool(file.stat().st_mode & _OTHERS and text_of(file).strip())
    except (OSError, UnicodeDecodeError):
        return False  # the reader of the secret reports it


_SECTIONS: Final[Mapping[str, type]] = {
    "telegram": Telegram,
    "storage": Storage,
    "server": ServerSection,
    "mail": Mail,
    "push": Push,
    "public": Public,
    "operators": Operators,
    "federation": Federation,
    "play": PlaySection,
    "reminders": Reminders,
    "logging": Logging,
    "lexicon": LexiconSection,
    "backup": Backup,
    "analysis": Analysis,
    "ratings": NightlyRatings,
}


@cache
def known_keys() -> Keys:
    """Return the keys of every section, with their checks."""
    return {**{name: _checks(kind) for name, kind in _SECTIONS.items()}, _RULESET: RULE_CHECKS}


def _checks(kind: type) -> dict[str, Check]:
    """Return the check of each key of a section, from the annotation of its field."""
    hints = get_type_hints(kind, include_extras=True)
    return {key: hint.__metadata__[0] for key, hint in hints.items()}


def load_config(file: Path | None, environ: Mapping[str, str] = os.environ) -> Config:
    """Return the configuration from the file (None: no file) and the environment.

    It does not open the token's file; see `Config.bot_token`.

    Raises:
        ConfigError: with one line for each problem.
    """
    reading = ConfigReading(known_keys(), _REFUSED, dict(_defaults()))
    if file is not None:
        try:
            reading.add_file(parse_file(file))
        except ValueError as error:
            raise ConfigError(str(error)) from error
    variables = {name: text for name, text in environ.items() if name != TOKEN_VARIABLE}
    reading.add_environment(variables, PREFIX)
    token = environ.get(TOKEN_VARIABLE, "").strip()
    return _config_from(reading, file.parent if file else Path(), Secret(token) if token else None)


def _defaults() -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the defaults that are text, such as those that depend on the file's folder."""
    for section, kind in _SECTIONS.items():
        for field in fields(kind):
            if isinstance(field.default, str | Path):
                yield (section, field.name), str(field.default)


def _config_from(reading: ConfigReading, folder: Path, token: Secret | None) -> Config:
    """Return the configuration from its sections, and note every problem."""
    parts = {
        section: kind(**reading.read(section, folder.resolve()))
        for section, kind in _SECTIONS.items()
    }
    federation: Federation = parts["federation"]
    options = reading.read(_RULESET, folder)
    rules = NATIONAL_2025
    try:
        rules = build_rules(federation.ruleset, federation.time_zone, options)
    except ValueError as error:
        reading.problems.append(f"{_RULESET}.name: {error}")
    if bool(federation.next_word_list) is not bool(federation.next_word_list_from):
        problem = "federation.next_word_list and next_word_list_from: give both, or neither"
        reading.problems.append(problem)
    telegram: Telegram = parts["telegram"]
    if telegram.mode == "webhook" and not telegram.webhook_url.startswith(("https://", "http://")):
        reading.problems.append("telegram.webhook_url: mode webhook needs an address, https://…")
    reading.problems += _mail_problems(parts["mail"], parts["server"])
    push: Push = parts["push"]
    if push.contact and not parts["server"].public_url:
        reading.problems.append(
            "push.contact: announcements need the Mini App, whose address is server.public_url"
        )
    if reading.problems:
        raise ConfigError(*reading.problems)
    return Config(**parts, rules=rules, token=token)


def _mail_problems(mail: Mail, server: ServerSection) -> Iterator[str]:
    """Yield what contradicts or lacks in the section about mails."""
    if mail.host and not mail.sender:
        yield 'mail.sender: missing; write for instance "Scrabble <scrabble@example.org>"'
    if mail.host and not server.public_url:
        yield "mail.host: mails need the Mini App, whose address is server.public_url"
    if mail.password and mail.password_file is not None:
        yield "mail.password and mail.password_file: give only one of them"
    if (mail.password or mail.password_file) and not mail.user:
        yield "mail.user: missing; a password needs the account's name"
