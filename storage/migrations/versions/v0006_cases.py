"""Add tables of cases and the statements in them."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "cases",
        sa.Column("case_id", sa.String(length=80), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("arbiter", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=24), nullable=False),
        sa.Column("claimant", sa.BigInteger(), nullable=True),
        sa.Column("against", sa.BigInteger(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("ruling", sa.String(length=24), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("case_id", name=op.f("pk_cases")),
    )
    with op.batch_alter_table("cases", schema=None) as batch_op:
        for columns in _INDEXES:
            name = "_".join(("ix_cases", *columns))
            batch_op.create_index(batch_op.f(name), list(columns), unique=False)

    op.create_table(
        "statements",
        sa.Column("case_id", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("author", storage.types.Key, nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["persons.id"], name=op.f("fk_statements_author_persons")
        ),
        sa.PrimaryKeyConstraint("case_id", "digest", name=op.f("pk_statements")),
    )
    with op.batch_alter_table("statements", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_statements_author"), ["author"], unique=False)


_INDEXES = (("game_id",), ("competition", "stage"), ("arbiter",), ("claimant",), ("against",))


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("statements", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_statements_author"))

    op.drop_table("statements")
    with op.batch_alter_table("cases", schema=None) as batch_op:
        for columns in reversed(_INDEXES):
            batch_op.drop_index(batch_op.f("_".join(("ix_cases", *columns))))

    op.drop_table("cases")
