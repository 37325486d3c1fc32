"""Add the answers of arbiters about names."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "known_names",
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("club", sa.String(120), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_known_names_person_persons")
        ),
        sa.PrimaryKeyConstraint("key", "club", name=op.f("pk_known_names")),
    )
    op.create_index(op.f("ix_known_names_person"), "known_names", ["person"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_index(op.f("ix_known_names_person"), table_name="known_names")
    op.drop_table("known_names")
