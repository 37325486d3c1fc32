"""Add the word list of a requested match; empty means the list in force at its beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Apply this step."""
    for name, length in (("edition", 60), ("edition_sha256", 64)):
        op.add_column(
            "play_requests",
            sa.Column(name, sa.String(length), server_default="", nullable=False),
        )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("play_requests") as table:
        for name in ("edition", "edition_sha256"):
            table.drop_column(name)
