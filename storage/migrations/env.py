"""Alembic's environment: applies steps on the given connection, in its transaction."""

from alembic import context
from sqlalchemy import text

from storage.schema import metadata

for _table in metadata.tables.values():
    for _index in _table.indexes:
        if "where" in _index.info:
            _index.dialect_options["postgresql"]["where"] = text(_index.info["where"])
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    user_module_prefix="storage.types.",
)
context.run_migrations()
