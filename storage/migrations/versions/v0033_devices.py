"""Add the devices of people who play in a browser, and the codes that add one."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "devices",
        sa.Column("id", Key, nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("made_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("opened_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_devices_person_persons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_devices_token_hash")),
    )
    op.create_index(op.f("ix_devices_person"), "devices", ["person"])
    op.create_table(
        "device_codes",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("head", sa.String(8), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_device_codes_person_persons")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_device_codes")),
    )
    op.create_index(op.f("ix_device_codes_person"), "device_codes", ["person"])
    op.add_column("web_sessions", sa.Column("device", Key))


def downgrade() -> None:
    """Revert this step."""
    op.drop_column("web_sessions", "device")
    op.drop_index(op.f("ix_device_codes_person"), table_name="device_codes")
    op.drop_table("device_codes")
    op.drop_index(op.f("ix_devices_person"), table_name="devices")
    op.drop_table("devices")
