"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A change is judged by the same examples whenever it is judged; on developers' machines the search goes on.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
