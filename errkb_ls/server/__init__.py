"""The language server door: the only place that knows pygls, lsprotocol, URIs and position units.

Start at :mod:`~errkb_ls.server.api`, the table of every message that is answered; each conversation has a file of its own.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys

from errkb_ls import __version__


def serve(arguments: list[str]) -> int:
    """Be a language server until the client leaves: what ``errkb-ls`` runs.

    :param arguments: those of the command line
    :return: the exit status
    """
    options = _parser().parse_args(arguments)
    logging.basicConfig(
        filename=options.log_file, level=options.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # pygls logs every outgoing message at INFO, and documents are the user's own business.
    logging.getLogger("pygls").setLevel(logging.WARNING)
    from errkb_ls.server.api import create_server

    server = create_server()
    if options.tcp:
        server.start_tcp(options.host, options.port)
    elif options.ws:
        server.start_ws(options.host, options.port)
    else:
        # Only the protocol may go to stdout; whatever a library prints goes to stderr.
        with os.fdopen(os.dup(1), "wb") as output:
            os.dup2(2, 1)
            server.start_io(sys.stdin.buffer, output)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="errkb-ls", description="Language server that recognises known failures in logs.")
    parser.add_argument("--version", action="version", version=f"errkb-ls {__version__}")
    parser.add_argument("--stdio", action="store_true", help="talk on stdin and stdout (the default)")
    parser.add_argument("--tcp", action="store_true", help="listen on a TCP port")
    parser.add_argument("--ws", action="store_true", help="listen for a WebSocket (needs: pip install 'pygls[ws]')")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8888, help="port to listen on (default: %(default)s)")
    parser.add_argument("--log-file", metavar="FILE", help="log to this file instead of stderr")
    parser.add_argument("--log-level", default="warning", choices=["debug", "info", "warning", "error"], help="(default: %(default)s)")
    # Editors add this so that the server can tell when they have died; the process id in `initialize` says the same.
    parser.add_argument("--clientProcessId", dest="client_process_id", type=int, help=argparse.SUPPRESS)
    return parser
