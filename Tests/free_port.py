"""Ports for the servers of tests."""

import socket


def free_port():
    """Returns a port of this computer that no server uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
