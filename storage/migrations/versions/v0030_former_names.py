"""Add `former_names`: the names that a person had before, until the person is forgotten."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "former_names",
        sa.Column("person", Key, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_former_names_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", "name", name=op.f("pk_former_names")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("former_names")
