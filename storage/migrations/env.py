"""What Alembic runs to apply steps: on the connection it is handed, in that transaction."""

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    user_module_prefix="storage.types.",
)
context.run_migrations()
