"""``python -m errkb_ls`` is the ``errkb`` command."""

import sys

from errkb_ls.cli import main

if __name__ == "__main__":
    sys.exit(main())
