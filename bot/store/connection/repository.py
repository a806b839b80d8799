"""What every repository is built on."""

from bot.store.connection.connections import Connections


class Repository:
    """Reads and writes one kind of values, over the program's connections to the database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
