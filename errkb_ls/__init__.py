"""errkb-ls: known failures in logs and terminal output, with their cause and what to try first.

The floors, lower ones never import higher ones (``tests/test_architecture.py`` holds this):

1. :mod:`errkb_ls.knowledge` -- entries, loading them in layers, checking them;
2. :mod:`errkb_ls.matching` -- text in, findings out;
3. :mod:`errkb_ls.rendering` -- a finding told: cards, reports, JSON lines;
4. the doors -- :mod:`errkb_ls.server` and :mod:`errkb_ls.cli`, which share
   :mod:`errkb_ls.configuration` and :mod:`errkb_ls.engine`.
"""

__version__ = "0.1.0"
