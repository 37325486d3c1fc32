"""Add tables of competitions and the people in them; add the competition to matches."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0003"
down_revision = "0002"

_OF_COMPETITION = ("games", "matches", "invites")


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "competition_people",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "competition", "role", "person", name=op.f("pk_competition_people")
        ),
    )
    with op.batch_alter_table("competition_people", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_competition_people_person_role"), ["person", "role"], unique=False
        )

    op.create_table(
        "competitions",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("stage", sa.String(length=24), nullable=False),
        sa.Column("phase", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_competitions")),
    )
    for table in _OF_COMPETITION:
        column = sa.Column("competition", sa.String(length=40), server_default="", nullable=False)
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(column)

    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_competition"), ["competition"], unique=False)


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_competition"))

    for table in _OF_COMPETITION:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("competition")

    op.drop_table("competitions")
    with op.batch_alter_table("competition_people", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_competition_people_person_role"))

    op.drop_table("competition_people")
