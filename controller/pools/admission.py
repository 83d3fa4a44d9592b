"""How a table comes by its login on a server of pools, and loses it."""

from collections.abc import Sequence

import psycopg
from psycopg import sql

from controller.pools.server import Address


def admit(
    address: Address,
    table: str,
    login: str,
    password: str,
    *,
    pools: Sequence[str],
    figures: bool,
) -> None:
    """Make the login, or give it a new password, and let it act for this table alone.

    The server refuses a login that is anybody else's. The password leaves this machine hashed: it
    is in no log of the server.
    """
    with address.connect() as link:
        try:
            with link.transaction():
                hashed = link.pgconn.encrypt_password(
                    password.encode(), login.encode(), b"scram-sha-256"
                )
                found = link.execute("SELECT 1 FROM pg_roles WHERE rolname::text = %s", (login,))
                if found.fetchone() is None:
                    link.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(login)))
                of = login, table, list(pools), figures
                link.execute("SELECT pool.admit(%s, %s, %s, %s)", of)
                link.execute(
                    sql.SQL("ALTER ROLE {} PASSWORD {}").format(
                        sql.Identifier(login), sql.Literal(hashed.decode())
                    )
                )
        except psycopg.Error as failed:
            raise address.fault(failed) from failed


def dismiss(address: Address, table: str) -> str | None:
    """Withdraw the login of a table, which is gone then; none where it has none."""
    with address.connect() as link:
        try:
            found = link.execute("SELECT pool.dismiss(%s)", (table,)).fetchone()
        except psycopg.Error as failed:
            raise address.fault(failed) from failed
    return None if found is None else found[0]
