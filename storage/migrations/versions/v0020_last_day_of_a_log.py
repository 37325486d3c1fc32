"""Add an index from which the last day of each log is read."""

from alembic import op

revision = "0020"
down_revision = "0019"

_TABLE = "fingerprint_heads"
_BEFORE = "ix_fingerprint_heads_stream"
_SINCE = "ix_fingerprint_heads_stream_day"


def upgrade() -> None:
    """Apply this step."""
    op.drop_index(op.f(_BEFORE), _TABLE)
    op.create_index(op.f(_SINCE), _TABLE, ["stream", "day"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_index(op.f(_SINCE), _TABLE)
    op.create_index(op.f(_BEFORE), _TABLE, ["stream"])
