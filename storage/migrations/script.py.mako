"""${message}."""

import sqlalchemy as sa
from alembic import op

import storage.types
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Apply this step."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Revert this step."""
    ${downgrades if downgrades else "pass"}
