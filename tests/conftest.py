"""The PostgreSQL server of the tests, one for all of them; and how Hypothesis behaves."""

from collections.abc import Iterator
from itertools import count

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, settings

from storage.db import Database
from storage.migrations import migrate
from tools.postgres import Server, server

settings.register_profile(
    "untimed",
    deadline=None,  # a busy machine is not a fault
    suppress_health_check=[HealthCheck.too_slow],
)
# For `make test`: what is checked hangs on the change alone, and not on the luck of the draw.
settings.register_profile("gate", settings.get_profile("untimed"), derandomize=True, database=None)
# For `make mutation`: the same examples each time, and a failure is enough. Nobody reads the
# smallest example of a mutant, and looking for it costs most of the time.
settings.register_profile(
    "mutation",
    settings.get_profile("gate"),
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("untimed")

_TEMPLATE = "migrated"
_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Give a PostgreSQL server without any database of ours."""
    with server() as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_postgres(postgres: Server) -> Server:
    """Give a PostgreSQL server with a database at the present schema, to be copied."""
    postgres.command(f"CREATE DATABASE {_TEMPLATE}")
    async with Database(postgres.url(_TEMPLATE)) as db:
        await migrate(db)
    return postgres


@pytest.fixture
def postgres_url(migrated_postgres: Server) -> str:
    """Return the address of a fresh PostgreSQL database at the present schema."""
    name = f"test{next(_numbers)}"
    migrated_postgres.command(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    return migrated_postgres.url(name)
