"""Add links by mail for people who have lost their devices; keep addresses whose mails stopped."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Apply this step."""
    op.add_column("mail_addresses", sa.Column("stopped_at", UtcDateTime(timezone=True)))
    op.add_column("mail_addresses", sa.Column("dropped_to", sa.BigInteger()))
    op.create_table(
        "mail_recoveries",
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("asked_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_mail_recoveries_person_persons")
        ),
        sa.PrimaryKeyConstraint("salt", name=op.f("pk_mail_recoveries")),
    )
    op.create_index(op.f("ix_mail_recoveries_person"), "mail_recoveries", ["person"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_index(op.f("ix_mail_recoveries_person"), table_name="mail_recoveries")
    op.drop_table("mail_recoveries")
    op.execute(sa.text("DELETE FROM mail_addresses WHERE stopped_at IS NOT NULL"))
    with op.batch_alter_table("mail_addresses") as table:
        table.drop_column("dropped_to")
        table.drop_column("stopped_at")
