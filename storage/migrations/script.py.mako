"""${message}."""

import sqlalchemy as sa
from alembic import op

import storage.types
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Take this step."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Take this step back."""
    ${downgrades if downgrades else "pass"}
