"""Add tables of analyses, of people who wait for one, and of consents to show one."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("findings", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_analyses")),
    )
    op.create_table(
        "analysis_wishes",
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_analysis_wishes_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", "person", "what", name=op.f("pk_analysis_wishes")),
    )
    op.create_index(op.f("ix_analysis_wishes_person"), "analysis_wishes", ["person"])
    op.create_table(
        "analysis_consents",
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_analysis_consents_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", "person", name=op.f("pk_analysis_consents")),
    )
    op.create_index(op.f("ix_analysis_consents_person"), "analysis_consents", ["person"])


def downgrade() -> None:
    """Revert this step."""
    for name in ("analysis_consents", "analysis_wishes", "analyses"):
        op.drop_table(name)
