"""Add the precedence of updates and messages, and indexes that find the next one quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_READY = sa.text("state = 'queued' AND not_before IS NULL")
_LATER = sa.text("state = 'queued' AND not_before IS NOT NULL")


def upgrade() -> None:
    """Apply this step: what waits already is neither a move nor a stranger's."""
    for table, kind in (("inbox", "1"), ("outbox", "2")):
        column = sa.Column("precedence", sa.Integer(), server_default=kind, nullable=False)
        op.add_column(table, column)
    behind = sa.Column("behind", sa.Integer(), server_default="0", nullable=False)
    op.add_column("inbox", behind)
    op.drop_index(op.f("ix_inbox_state_id"), "inbox")
    op.create_index(
        op.f("ix_inbox_state_precedence_behind_id"),
        "inbox",
        ["state", "precedence", "behind", "id"],
    )
    _part("ix_outbox_ready", "chat", _READY)
    _part("ix_outbox_later", "not_before", _LATER)


def _part(name: str, column: str, where: sa.TextClause) -> None:
    op.create_index(
        name, "outbox", ["precedence", column], sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_index("ix_outbox_later", "outbox")
    op.drop_index("ix_outbox_ready", "outbox")
    op.drop_index(op.f("ix_inbox_state_precedence_behind_id"), "inbox")
    op.create_index(op.f("ix_inbox_state_id"), "inbox", ["state", "id"])
    op.drop_column("inbox", "behind")
    for table in ("outbox", "inbox"):
        op.drop_column(table, "precedence")
