"""What stands before a message on its row: time stamps, levels, container and job names, quoting, indentation.

A pattern's ``^`` may hold behind any of them, so they are taken off one by one, and each remainder is tried.
"""

from __future__ import annotations

import re
from typing import Final

_DATE: Final = r"\d{4}[-/.]\d\d?[-/.]\d\d?"
_TIME: Final = r"\d\d?:\d\d:\d\d(?:[.,]\d+)?"
_ZONE: Final = r"(?:Z|[ ]?[+-]\d\d:?\d\d|[ ]UTC|[ ]GMT)?"
_LEVEL: Final = (
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRITICAL|SEVERE|PANIC|EMERG|ALERT"
    r"|[Tt]race|[Dd]ebug|[Ii]nfo|[Nn]otice|[Ww]arn(?:ing)?|[Ee]rror|[Ff]atal|[Cc]ritical)"
)

_PREFIX: Final = re.compile(
    rf"""
      \s+                                                          # indentation
    | \[? {_DATE} [T ] {_TIME} {_ZONE} \]? [ ]? (?:[|:-][ ])?      # 2024-01-02T03:04:05.678Z, [2024-01-02 03:04:05,678]
    | \[? {_TIME} \]? (?=[\s|:\[-]) [ ]? (?:[|:-][ ])?             # 03:04:05, [03:04:05]
    | \[ {_DATE}[^\]\[]{{0,40}} \] [ ]?                            # [2024-01-02 03:04:05 +0000]
    | <\d{{1,3}}> (?:\d[ ])?                                       # <34>1 of syslog
    | (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ ]+\d{{1,2}}[ ]{_TIME}[ ]   # Jan  2 03:04:05, and then
      (?: [\w.-]+ [ ] [\w./@()-]+ (?:\[\d+\])? : [ ] )?            #   host program[123]: of syslog and journald
    | \[ [ ]* \d+\.\d{{3,6}} \] [ ]?                               # [ 1234.567890] of the kernel
    | [IWEFVDC]\d{{4}} [ ] {_TIME} [ ]+ \d+ [ ] [^\s\]]+ \] [ ]?   # I0102 03:04:05.678901   12 file.go:34] of klog, torch
    | \[ \d+(?:/\d+(?:_\d+)?)+ \] [ ]                              # [0/8], [0/0_1]: frames of torch.compile
    | std(?:out|err) [ ] [FP] [ ]                                  # containerd
    | std(?:out|err): [ ]?
    | [\w./-]+ (?:[-_.]\d+)? [ ]* \|[ ]                            # web-1  | of compose, web.1  | of honcho
    | \[ [\w./@:,-]{{1,40}} \] (?:<std(?:out|err)>)? :? [ ]?        # [rank0]: [web] [ERROR] [build]
    | \( [\w./-]+ [ ] pid=\d+ (?:, [ ] ip=[\d.]+)? \) [ ]          # (RayWorker pid=123)
    | \#\#\[ [\w-]+ \]                                             # ##[error] of GitHub Actions and Azure
    | :: (?:error|warning|notice|debug) [ ]? [^:\n]{{0,200}} ::    # ::error file=…::
    | npm [ ] (?:ERR!|error|WARN|warn|http|verb) [ ]               # npm
    | ERR! [ ]
    | \#\d+ [ ] (?:\d+\.\d+ [ ])? (?:ERROR: [ ]|WARN: [ ])?        # #12 0.512 of buildkit
    | \d+\.\d{{1,3}} [ ]                                           # 0.512, where buildkit repeats the end of a step
    | E [ ]{{2,3}}                                                 # pytest
    | [>│┃|][ ]                                                    # quoting, boxes
    | [╰└][─>]+ [ ]                                                # the boxes of pip
    | remote: [ ]                                                  # git
    | {_LEVEL} [ ]* [:|-] [ ]?                                     # ERROR: / error: / ERROR |
      (?: [\w.]{{1,80}} : (?=\S) )?                                #   ERROR:root: of Python's logging
    | {_LEVEL} [ ]+                                                # ERROR
    | [\w.]+ : [\w.<>]+ : \d+ [ ] (?: - [ ] )?                     # mod:fun:12 - of loguru, root:file.py:12 of pytest
    | \^[CZ\\]                                                     # a key that the terminal echoed
    | \w+ (?:\.\w+)+ : [ ]                                        # pkg.module: of Python's logging
    | \+{{1,4}} [ ]                                                # set -x
    """,
    re.VERBOSE,
)

#: Nobody nests more than this, and hostile rows must not make it long.
_MAX_PREFIXES: Final = 12
_MAX_LENGTH: Final = 300


def prefix_ends(text: str) -> tuple[int, ...]:
    """Where the message may start besides at 0: the end of each prefix in turn, offsets in ascending order."""
    ends: list[int] = []
    at = 0
    while len(ends) < _MAX_PREFIXES and (match := _PREFIX.match(text, at, at + _MAX_LENGTH)) and match.end() > at:
        at = match.end()
        ends.append(at)
    return tuple(ends)
