"""How a table comes by its login on a server of pools."""

import psycopg
from psycopg import sql

from controller.pools.server import Address


def admit(address: Address, table: str, login: str, password: str, *, figures: bool) -> None:
    """Make the login, or give it a new password, and let it act for this table alone.

    The password leaves this machine hashed: it is in no log of the server.
    """
    with address.connect() as link:
        try:
            with link.transaction():
                hashed = link.pgconn.encrypt_password(
                    password.encode(), login.encode(), b"scram-sha-256"
                )
                found = link.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (login,))
                verb = "ALTER" if found.fetchone() else "CREATE"
                link.execute(
                    sql.SQL("{} ROLE {} LOGIN PASSWORD {}").format(
                        sql.SQL(verb), sql.Identifier(login), sql.Literal(hashed.decode())
                    )
                )
                link.execute("SELECT pool.admit(%s, %s, %s)", (login, table, figures))
        except psycopg.Error as failed:
            raise address.fault(failed) from failed
