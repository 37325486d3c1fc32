"""Add tables of rating files, runs and published lists; add ratings officers."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "rating_files",
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token", "number", name=op.f("pk_rating_files")),
    )
    op.create_table(
        "rating_runs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("input_sha256", sa.String(length=64), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.Column("book", sa.LargeBinary(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_runs")),
    )
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rating_runs_at"), ["at"], unique=False)

    op.create_table(
        "rated_names",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["persons.id"],
            name=op.f("fk_rated_names_person_persons"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_rated_names")),
    )
    op.create_table(
        "rating_lists",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("run", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("publisher", sa.BigInteger(), nullable=False),
        sa.Column("published_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"], ["rating_runs.id"], name=op.f("fk_rating_lists_run_rating_runs")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_lists")),
        sa.UniqueConstraint(
            "system", "kind", "day", "version", name=op.f("uq_rating_lists_system_kind_day_version")
        ),
    )
    with op.batch_alter_table("rating_lists", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rating_lists_run"), ["run"], unique=False)

    op.create_table(
        "rating_sheets",
        sa.Column(
            "run",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["rating_runs.id"],
            name=op.f("fk_rating_sheets_run_rating_runs"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run", "key", name=op.f("pk_rating_sheets")),
    )
    op.create_table(
        "rating_work",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["persons.id"],
            name=op.f("fk_rating_work_person_persons"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_rating_work")),
        sa.UniqueConstraint("token", name=op.f("uq_rating_work_token")),
    )
    with op.batch_alter_table("rating_work", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rating_work_stage"), ["stage"], unique=False)

    op.create_table(
        "rating_rows",
        sa.Column(
            "list_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("exact", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["list_id"], ["rating_lists.id"], name=op.f("fk_rating_rows_list_id_rating_lists")
        ),
        sa.PrimaryKeyConstraint("list_id", "number", name=op.f("pk_rating_rows")),
    )
    with op.batch_alter_table("rating_rows", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_rating_rows_key_list_id"), ["key", "list_id"], unique=False
        )

    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("role", sa.String(length=16), server_default="", nullable=False)
        )

    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("rating_keeper", sa.Boolean(), server_default=sa.false(), nullable=False)
        )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.drop_column("rating_keeper")

    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.drop_column("role")

    with op.batch_alter_table("rating_rows", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_rows_key_list_id"))

    op.drop_table("rating_rows")
    with op.batch_alter_table("rating_work", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_work_stage"))

    op.drop_table("rating_work")
    op.drop_table("rating_sheets")
    with op.batch_alter_table("rating_lists", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_lists_run"))

    op.drop_table("rating_lists")
    op.drop_table("rated_names")
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_runs_at"))

    op.drop_table("rating_runs")
    op.drop_table("rating_files")
