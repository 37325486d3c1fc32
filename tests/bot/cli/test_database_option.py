"""`--database`: which addresses it takes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from tests.databases import empty_database


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hidden@db/tur",
        "postgresql://me@db/tur?password=hidden",
        "postgresql://me:hidden@db:port/tur",
    ],
)
def test_an_address_with_a_password_is_refused_and_not_printed(address: str) -> None:
    """Nobody learns a password from a command, wherever in the address it stands."""
    refused = CliRunner().invoke(main, ["verify", "--database", address])
    assert refused.exit_code == 2
    assert refused.stderr.startswith("turretur: --database: ")
    assert "hidden" not in refused.output


def test_a_path_may_have_the_signs_that_separate_a_password(tmp_path: Path) -> None:
    """A colon and an @ are ordinary signs of a file's name."""
    file = empty_database(tmp_path / "a:b@c.db")
    checked = CliRunner().invoke(main, ["verify", "--database", f"sqlite:///{file}"])
    assert checked.exit_code == 0, checked.output
