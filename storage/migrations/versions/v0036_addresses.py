"""Name a person's account and address as what they are: Telegram's, or a browser's."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"

_RENAMED = (("account", "account_name"), ("telegram_id", "account"), ("chat", "address"))


def upgrade() -> None:
    """Apply this step."""
    for old, new in _RENAMED:
        op.execute(sa.text(f"ALTER TABLE persons RENAME COLUMN {old} TO {new}"))
    _rename_keys("telegram_id", "account", "chat", "address", "account_name")


def downgrade() -> None:
    """Revert this step."""
    for old, new in reversed(_RENAMED):
        op.execute(sa.text(f"ALTER TABLE persons RENAME COLUMN {new} TO {old}"))
    _rename_keys("account", "telegram_id", "address", "chat", "account")


def _rename_keys(unique: str, account: str, index: str, address: str, name: str) -> None:
    op.drop_index(op.f(f"ix_persons_{index}"), table_name="persons")
    with op.batch_alter_table("persons") as table:
        # SQLite makes the table anew, and would write these defaults in another form.
        table.alter_column(name, existing_type=sa.String(120), server_default="")
        table.alter_column("public_name", existing_type=sa.String(8), server_default="")
        table.drop_constraint(op.f(f"uq_persons_{unique}"), type_="unique")
        table.create_unique_constraint(op.f(f"uq_persons_{account}"), [account])
    op.create_index(op.f(f"ix_persons_{address}"), "persons", [address])
