"""`turretur lexicon`: import, list and build word lists."""

from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from bot.cli.opening import configured, refusing_word_list
from bot.cli.options import Commands, config_option, json_option
from bot.cli.output import answer_no, complain, counted, print_json, printable, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from bot.cli.dictionary.hunspell import DictionaryFault
    from engine.words.lexicon import Edition
    from engine.words.wordlist import BadLine, WordList

HUNSPELL = Path("/usr/share/hunspell")
"""The folder of Debian's package hunspell-ro."""
_MOST_SHOWN = 20
"""The most lines that are listed."""
_FLAWS = {
    "not_letters": "not letters only",
    "too_short": "shorter than 2 letters",
    "too_long": "longer than 15 letters",
}
"""What is wrong with a line, by `engine.words.wordlist.Flaw`."""
_REFUSALS = {
    "command": "this command is not implemented",
    "encoding": "only UTF-8 is read",
    "no_count": "the line with the count is missing before this one",
    "wrong_count": "the class has fewer lines than this one says",
    "affix": "not an affix that can be read",
    "prefix": "no prefix but auto-, ne- and re- is implemented",
    "continuation": "an affix after an affix (continuation class) is not implemented",
    "fields": "morphological fields are not implemented",
    "flags": "only flags of one ASCII character are implemented",
}
"""Why a line is refused, by `bot.cli.dictionary.hunspell.Refusal`."""


def about(edition: "Edition") -> str:
    """Return an edition's name with its required notice."""
    kind = "the official list" if edition.official else "not the official list"
    return f"{edition.name}, {kind}, {counted(edition.words, 'word')}"


def edition_named(wanted: str, folder: Path) -> "Edition":
    """Return the edition of that name or hash, by default the program's own, or end the command.

    `wanted` is empty for the default, as `federation.word_list` is.
    """
    from engine.words.lexicon import DEFAULT_EDITION, find_edition

    with refusing_word_list(folder):
        return find_edition(wanted or DEFAULT_EDITION, folder)


def _edition_or_none(wanted: str, folder: Path) -> "Edition | None":
    """Return the edition of that name or hash, if any; end the command at a broken description."""
    from engine.words.lexicon import BrokenEdition, UnknownEdition, find_edition

    try:
        return find_edition(wanted, folder)
    except UnknownEdition:
        return None
    except BrokenEdition as error:
        refuse(str(error))


@click.group("lexicon", cls=Commands)
def command() -> None:
    """Import word lists, list them, build the free one."""


@command.command("list")
@click.option("--check", is_flag=True, help="Calculate every hash again; status 1 if one is wrong.")
@config_option
@json_option
def list_editions(check: bool, config_file: Path | None, as_json: bool) -> None:
    """List the installed word lists, with their hashes and licences."""
    from engine.words.lexicon import BrokenEdition, editions

    try:
        installed = editions(configured(config_file).lexicon.directory)
    except BrokenEdition as error:
        refuse(str(error))
    rows = [
        _row(edition) | ({"sound": _is_sound(edition)} if check else {}) for edition in installed
    ]
    if as_json:
        print_json(rows)
    else:
        for edition, row in zip(installed, rows, strict=True):
            click.echo(about(edition))
            sound = "" if not check else ", recomputed" if row["sound"] else ", WRONG"
            click.echo(f"  sha256   {edition.sha256}{sound}")
            click.echo(f"  licence  {edition.licence}")
            click.echo(f"  folder   {printable(edition.folder)}")
    if not all(row.get("sound", True) for row in rows):
        answer_no()


@command.command("import")
@click.argument("file", type=FilePath(path_type=Path), metavar="FILE")
@click.option("--edition", "name", required=True, metavar="NAME", help="The name of the edition.")
@click.option(
    "--licence",
    default="not stated",
    show_default=True,
    help="The licence: who may pass the list on.",
)
@click.option("--unofficial", is_flag=True, help="Mark the list as not the federation's own.")
@click.option("--skip-bad-lines", is_flag=True, help="Import the words even if some lines are bad.")
@config_option
@json_option
def import_list(  # noqa: PLR0913, PLR0917  (one argument for each option)
    file: Path,
    name: str,
    licence: str,
    unofficial: bool,
    skip_bad_lines: bool,
    config_file: Path | None,
    as_json: bool,
) -> None:
    """Import a word list: a text with one word a line, such as the federation's LOC.

    Reads UTF-8, ISO 8859-2 and Windows-1250, LF and CR LF; folds Romanian diacritics; ignores blank
    lines, and blanks of any kind at the ends of a line. Every line that is not a word of 2 to 15
    letters is reported. If there is one, nothing is imported unless you give --skip-bad-lines.
    """
    from engine.words.wordlist import read_word_list

    folder = configured(config_file).lexicon.directory
    _check_name(name)
    try:
        listed = read_word_list(file.read_bytes())
    except OSError as error:
        refuse(f"{file}: {error.strerror}")
    is_acceptable = not listed.bad or skip_bad_lines
    edition = None
    if is_acceptable and listed.words:
        edition = _store(listed.words, name, folder, licence=licence, official=not unofficial)
    _report(listed, edition, as_json=as_json)
    if not is_acceptable:
        first = listed.bad[0]
        others = f" and {len(listed.bad) - 1} more" if len(listed.bad) > 1 else ""
        refuse(
            f"{file}: line {first.number}{others}: not a word of 2 to 15 letters; nothing imported"
            " (--skip-bad-lines imports the rest)"
        )
    if edition is None:
        refuse(f"{file}: no words in it")


@command.command("build")
@click.option(
    "--aff",
    type=FilePath(path_type=Path),
    default=HUNSPELL / "ro_RO.aff",
    show_default=True,
    metavar="FILE",
    help="The dictionary's rules.",
)
@click.option(
    "--dic",
    type=FilePath(path_type=Path),
    default=HUNSPELL / "ro_RO.dic",
    show_default=True,
    metavar="FILE",
    help="The dictionary's words.",
)
@click.option(
    "--edition",
    "name",
    default="hunspell-ro",
    show_default=True,
    metavar="NAME",
    help="The name of the edition.",
)
@config_option
@json_option
def build_list(aff: Path, dic: Path, name: str, config_file: Path | None, as_json: bool) -> None:
    """Build a free word list from a Romanian hunspell dictionary; takes about 15 seconds.

    The list that is part of the program was built by it. The same dictionary gives the same words,
    and therefore the same hash. A dictionary with anything else than single flags and
    endings is refused, line by line: expand it with hunspell's tools, and import the words.
    """
    from bot.cli.dictionary.hunspell import UnsupportedDictionary
    from bot.cli.dictionary.rospell import LICENCE, built_words

    folder = configured(config_file).lexicon.directory
    _check_name(name)
    _edition_or_none(name, folder)  # ends the command if a description there is broken
    try:
        built = built_words(aff, dic)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}")
    except UnicodeDecodeError:
        refuse(f"{aff} or {dic} is not in UTF-8")
    except UnsupportedDictionary as error:
        _refuse_dictionary(aff, dic, error.faults)
    edition = _store(
        built.words, name, folder, licence=LICENCE, official=False, source=built.source
    )
    if as_json:
        print_json(_row(edition))
    else:
        click.echo(f"made {about(edition)}\n  sha256   {edition.sha256}")


def _refuse_dictionary(aff: Path, dic: Path, faults: "tuple[DictionaryFault, ...]") -> NoReturn:
    """Print each line that is not implemented, and end the command."""
    files = {"aff": aff, "dic": dic}
    for fault in faults[:_MOST_SHOWN]:
        where = f"{files[fault.file]}: line {fault.line}: {fault.text[:40]!r}"
        complain(f"{where}: {_REFUSALS[fault.reason]}")
    if len(faults) > _MOST_SHOWN:
        complain(f"… and {counted(len(faults) - _MOST_SHOWN, 'more line')}")
    refuse(
        f"{counted(len(faults), 'line')} refused, so nothing was built; expand the dictionary with"
        f" hunspell's tools, for instance `unmunch {dic} {aff} > words.txt`, and use `turretur"
        " lexicon import words.txt`"
    )


def _check_name(name: str) -> None:
    from engine.words.lexicon import is_edition_name

    if not is_edition_name(name):
        refuse(f"{name!r} cannot name an edition: use letters, digits, blanks, '.', '_' and '-'")


def _store(  # noqa: PLR0913  (the words, and the facts of an edition)
    words: Collection[str],
    name: str,
    folder: Path,
    *,
    licence: str,
    official: bool,
    source: str = "",
) -> "Edition":
    """Store the words as an edition; end the command if the name already means other words."""
    from engine.words.lexicon import Edition, content_hash, write_edition

    known = _edition_or_none(name, folder)
    if known is not None and known.sha256 != content_hash(words):
        refuse(f"there is an edition {name!r} with other words; choose another name")
    described = Edition(
        name=name,
        sha256="",  # the hash and the number of words follow from the words
        words=0,
        licence=licence,
        official=official,
        source=source,
        folder=folder,
    )
    return write_edition(words, described)


def _report(listed: "WordList", edition: "Edition | None", *, as_json: bool) -> None:
    """Print a summary of the list, every invalid line, and whether the list was stored."""
    if as_json:
        print_json(
            {
                "edition": None if edition is None else _row(edition),
                "words": len(listed.words),
                "repeated": listed.repeated,
                "encoding": listed.encoding,
                "bad_lines": [_bad_row(line) for line in listed.bad],
            }
        )
        return
    for line in listed.bad[:_MOST_SHOWN]:
        click.echo(f"line {line.number}: {line.text[:40]!r}: {_FLAWS[line.flaw]}")
    if len(listed.bad) > _MOST_SHOWN:
        click.echo(
            f"… and {counted(len(listed.bad) - _MOST_SHOWN, 'more line')}; --json names them all"
        )
    if edition is not None:
        repeated = f", {listed.repeated} repeated" if listed.repeated else ""
        click.echo(f"imported {about(edition)} (read as {listed.encoding}{repeated})")
        click.echo(f"  sha256   {edition.sha256}")


def _bad_row(line: "BadLine") -> dict[str, Any]:
    return {"line": line.number, "text": line.text, "flaw": line.flaw.value}


def _row(edition: "Edition") -> dict[str, Any]:
    """Return an edition as JSON, without the names of its files."""
    row = asdict(edition) | {"folder": str(edition.folder)}
    del row["files"]
    return row


def _is_sound(edition: "Edition") -> bool:
    """Return whether the words and the graph of an edition match its hash."""
    from engine.words.lexicon import BrokenEdition, Lexicon, content_hash

    try:
        lexicon = Lexicon(edition)
        words = list(lexicon)
        return content_hash(words) == edition.sha256 and words == list(lexicon.graph)
    except BrokenEdition:
        return False
