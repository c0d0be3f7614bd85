"""Settings: one schema, the same keys in every place they can be given.

From weakest to strongest: the defaults, the user's ``config.toml``, ``[tool.errkb]`` in the project's ``pyproject.toml``, the project's
``.errkb/config.toml``, what the editor sends. Lists of ``disabled`` and ``kb_paths`` add up, everything else is overridden. Keys may be
written in snake_case or, as is usual in editors, in camelCase.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import platformdirs

from errkb_ls.knowledge import Layer, Problem, built_in_folder

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

APPLICATION: Final = "errkb-ls"
#: The project's own folder: ``.errkb/config.toml`` and ``.errkb/kb/``.
PROJECT_FOLDER: Final = ".errkb"

#: Settings that add up over the places they are given in.
_ADDED_UP: Final = frozenset({"disabled", "kb_paths"})

SeverityName = Literal["error", "warning", "information", "hint", "off"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults; ``docs/settings.md`` explains each."""

    language: Literal["auto", "en", "zh"] = "auto"
    kb_paths: list[str] = []
    disabled: list[str] = []
    severity: dict[str, SeverityName] = {}
    max_diagnostics: int = 200
    line_endings: Literal["auto", "spec", "lf"] = "auto"
    hover_detail: Literal["compact", "full"] = "compact"
    language_ids: list[str] = msgspec.field(default_factory=lambda: ["log", "Log", "errkb-terminal"])
    documents: list[str] = msgspec.field(default_factory=lambda: ["**/*.log", "**/*.log.*", "**/*.out", "**/*.err"])
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class Source:
    """Settings as they were given in one place; ``folder`` is what relative paths in them start from."""

    name: str
    values: Mapping[str, Any]
    folder: Path


def settings_from(sources: Iterable[Source]) -> tuple[Settings, list[Problem]]:
    """Combine settings.

    :param sources: in ascending strength
    :return: the settings, and a problem for each key that was left out
    """
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for source in sources:
        for given, value in _unnested(source.values).items():
            key = _snake_case(given)
            if key not in known:
                problems.append(_problem(source, given, "There is no such setting.", f"Known ones: {', '.join(known)}."))
                continue
            try:
                converted = msgspec.convert(value, known[key])
            except msgspec.ValidationError as error:
                problems.append(_problem(source, given, f"{error}.", "See docs/settings.md for what goes there."))
                continue
            if key == "kb_paths":
                converted = [str(source.folder / Path(path).expanduser()) for path in converted]
            values[key] = [*values.get(key, []), *converted] if key in _ADDED_UP else converted
    return Settings(**values), problems


def file_sources(project: Path | None) -> tuple[list[Source], list[Problem]]:
    """Settings in files.

    :param project: the project's root, None where there is none or it is not trusted
    :return: what the user's and the project's files say, in ascending strength, and a problem for each file that could not be read
    """
    places: list[tuple[Path, tuple[str, ...]]] = [(user_config_file(), ())]
    if project:
        places += [(project / "pyproject.toml", ("tool", "errkb")), (project_config_file(project), ())]
    sources: list[Source] = []
    problems: list[Problem] = []
    for path, keys in places:
        try:
            values: Any = tomllib.loads(path.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            problems.append(Problem("bad-config", str(path), f"{error}.", "Write it as TOML in UTF-8."))
            continue
        for key in keys:
            values = values.get(key, {}) if isinstance(values, dict) else {}
        folder = project if project and keys else path.parent
        sources.append(Source(str(path), values if isinstance(values, dict) else {}, folder))
    return sources, problems


def user_config_file() -> Path:
    """The user's settings."""
    return platformdirs.user_config_path(APPLICATION, appauthor=False) / "config.toml"


def project_config_file(project: Path) -> Path:
    """The project's settings besides those in pyproject.toml."""
    return project / PROJECT_FOLDER / "config.toml"


def project_root(start: Path) -> Path | None:
    """The nearest folder from ``start`` upwards that has settings, knowledge or a repository of its own."""
    for folder in (start, *start.parents):
        if any((folder / marker).exists() for marker in (PROJECT_FOLDER, "pyproject.toml", ".git")):
            return folder
    return None


def layers(settings: Settings, project: Path | None) -> list[Layer]:
    """The folders of entries, in ascending precedence: built-in, user, those of ``kb_paths``, workspace."""
    user = user_config_file().parent / "kb"
    found = [Layer("built-in", built_in_folder())]
    found += [Layer("user", user)] if user.is_dir() else []
    found += [Layer("configured", Path(path)) for path in settings.kb_paths]
    if project and settings.trusted and (workspace := project / PROJECT_FOLDER / "kb").is_dir():
        found.append(Layer("workspace", workspace))
    return found


def matches_glob(path: str, glob: str) -> bool:
    """Whether a path matches a glob in which a leading ``**/`` stands for any folders, none included."""
    path = path.replace("\\", "/")
    return fnmatchcase(path, glob) or (glob.startswith("**/") and fnmatchcase(path.rpartition("/")[2], glob.removeprefix("**/")))


def disable_in_project(project: Path, entry_id: str) -> Path:
    """Add an entry to ``disabled`` in the project's own settings, which are made if there are none; comments and order are kept.

    :return: the file
    :raises OSError: if it cannot be written
    :raises ValueError: if what is there is not TOML, or ``disabled`` in it is no list
    """
    import tomlkit

    path = project_config_file(project)
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    disabled = document.setdefault("disabled", tomlkit.array())
    if not isinstance(disabled, list):
        message = f"{path}: disabled is not a list; write it as disabled = []"
        raise ValueError(message)  # noqa: TRY004 - what is wrong is a value in a file
    if entry_id not in disabled:
        disabled.append(entry_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps(document), "utf-8")
    return path


def _unnested(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings themselves, also where somebody nested them under the section's name."""
    inner = values.get("errkb")
    return {**{k: v for k, v in values.items() if k != "errkb"}, **inner} if isinstance(inner, Mapping) else values


def _snake_case(key: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", key.removeprefix("errkb.")).lower()


def _problem(source: Source, key: str, message: str, remedy: str) -> Problem:
    return Problem("bad-setting", source.name, message, remedy, f"$.{key}", "warning")
