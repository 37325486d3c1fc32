"""`turretur words`: check whether words are in a word list."""

from pathlib import Path

import click

from bot.cli.lexicon import about, edition_named
from bot.cli.opening import configured
from bot.cli.options import config_option, json_option
from bot.cli.output import answer_no, print_json, refuse


@click.command("words")
@click.argument("words", nargs=-1, metavar="WORD…")
@click.option("--edition", metavar="NAME", help="The word list, by an edition's name or hash.")
@config_option
@json_option
def command(
    words: tuple[str, ...], edition: str | None, config_file: Path | None, as_json: bool
) -> None:
    """Look words up in a word list; status 1 if any of them is missing.

    Diacritics and case do not matter. Without --edition the command uses the configured list, or
    else the free list of the program.
    """
    from engine.notation import fold
    from engine.words.lexicon import BrokenEdition, Lexicon

    if not words:
        refuse("words needs at least one word")
    config = configured(config_file)
    installed = edition_named(edition or config.federation.word_list, config.lexicon.directory)
    try:
        lexicon = Lexicon(installed)
    except BrokenEdition as error:
        refuse(str(error))
    folded = [fold(word).upper() for word in words]
    rows = [
        {"word": word, "folded": plain, "valid": plain in lexicon}
        for word, plain in zip(words, folded, strict=True)
    ]
    if as_json:
        print_json(rows)
    else:
        width = max(map(len, folded))
        for row in rows:
            verdict = "valid" if row["valid"] else "not in the list"
            click.echo(f"{row['folded']:<{width}}  {verdict}")
        click.echo(f"({about(installed)})")
    if not all(row["valid"] for row in rows):
        answer_no()
