"""The public site in tests: made of what a bot has stored, and read as its readers do."""

from dataclasses import dataclass
from pathlib import Path

from bot.site.making import NOTE, Made, make_site
from bot.site.options import Options
from tests.e2e.harness import Table


@dataclass(frozen=True, slots=True)
class Written:
    """A site in a folder."""

    folder: Path
    made: Made

    def text(self, path: str) -> str:
        """Return a page."""
        return (self.folder / path).read_text(encoding="utf-8")

    def everything(self) -> dict[str, bytes]:
        """Return every file of the site by its path."""
        return {
            file.relative_to(self.folder).as_posix(): file.read_bytes()
            for file in sorted(self.folder.rglob("*"))
            if file.is_file() and file.name != NOTE
        }


async def written(table: Table, folder: Path, options: Options | None = None) -> Written:
    """Make the site of what the bot at that table has stored, or bring it up to date."""
    app = table.app
    made = await make_site(app.runtime.database, app.shared, options or Options(), folder)
    return Written(folder, made)
