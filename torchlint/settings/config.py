"""The settings of a file: defaults, the closest configuration file, `--config`, the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from torchlint.files.git_files import repository_around
from torchlint.files.paths import shown
from torchlint.files.regular_file import read_regular
from torchlint.settings.keys import ConfigError, Layer, check
from torchlint.settings.patterns import Patterns
from torchlint.settings.trust import is_inside, is_trusted

__all__ = ["ConfigError", "Configs", "FileIgnore", "Layer", "Settings", "inline_layer", "merge", "read_layers"]

NAMES = ("torchlint.toml", ".torchlint.toml", "pyproject.toml")
TABLE = ("tool", "torchlint")
EXCLUDE = (
    ".bzr .direnv .eggs .git .git-rewrite .hg .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv .pytest_cache "
    ".pytype .ruff_cache .svn .torchlint_cache .tox .venv .vscode __pypackages__ _build buck-out dist node_modules "
    "site-packages venv"
)

# Keys that add up over the layers; of the others the last layer's value holds.
ADDING = frozenset(
    (
        "ignore",
        "extend-select",
        "extend-exclude",
        "per-file-ignores",
        "packs",
        "severity",
        "options",
        "unfixable",
        "models",
    )
)

# Keys that name rules, or folders of them, and decide what is found. What `severity` names changes no cached result.
NAMING = frozenset(
    ("select", "extend-select", "ignore", "per-file-ignores", "options", "fixable", "unfixable", "packs")
)


@dataclass(frozen=True, slots=True)
class FileIgnore:
    """Rules that are ignored in the files that match a pattern; with a leading `!`, in all others."""

    layer: Layer
    pattern: str
    rules: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """Whether the rules are ignored in the file at the absolute `path`."""
        named = Patterns(self.layer.base, (self.pattern.removeprefix("!"),)).match(path)
        return named != self.pattern.startswith("!")


@dataclass(frozen=True, slots=True)
class Settings:
    """The merged settings of several layers, weakest first; `origins` has the layer that set each key."""

    layers: tuple[Layer, ...] = ()
    per_file_ignores: tuple[FileIgnore, ...] = ()
    preview: bool = False
    suspected: bool = False
    exclude: tuple[Patterns, ...] = (Patterns("", tuple(EXCLUDE.split())),)
    force_exclude: bool = False
    respect_gitignore: bool = True
    fail_on: Literal["error", "warning", "info", "never"] = "warning"
    packs: tuple[str, ...] = ()
    models: tuple[Mapping[str, Any], ...] = ()  # as they are written, the strongest first
    baseline: str = ""  # an absolute path; empty without one
    baseline_strict: bool = False
    torch_version: str = ""  # of the PyTorch that the code is for; empty where its requirements say
    origins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def names_rules(self) -> bool:
        """Whether any layer names rules or packs, which then have to exist."""
        return "severity" in self.origins or not NAMING.isdisjoint(self.origins)


def merge(layers: Sequence[Layer]) -> Settings:
    """Merge layers, weakest first."""
    values: dict[str, Any] = {}
    origins: dict[str, tuple[str, ...]] = {}
    base = baseline = ""
    extra: list[Patterns] = []
    ignores: list[FileIgnore] = []
    packs: list[str] = []
    models: list[Mapping[str, Any]] = []
    for layer in layers:
        for key, value in layer.values.items():
            is_left_out = key == "packs" and layer.untrusted
            origin = f"{layer.origin}: not trusted, so not loaded" if is_left_out else layer.origin
            origins[key] = (*origins.get(key, ()), origin) if key in ADDING else (origin,)
            values[key] = value
            if key == "exclude":
                base = layer.base
            elif key == "baseline":
                baseline = _absolute(layer.base, value) if value else ""
        extra.append(Patterns(layer.base, tuple(layer.values.get("extend-exclude", ()))))
        for line, rules in layer.values.get("per-file-ignores", {}).items():
            ignores.append(FileIgnore(layer, line, tuple(rules)))
        models = [*layer.values.get("models", ()), *models]
        if not layer.untrusted:
            # Through a link to a trusted folder, `..` would lead to what lies beside the link.
            real = os.path.realpath(layer.base)
            packs += (_absolute(real, pack) for pack in layer.values.get("packs", ()))
    default = Settings()
    exclude = Patterns(base, tuple(values["exclude"])) if "exclude" in values else default.exclude[0]
    return Settings(
        layers=tuple(layers),
        per_file_ignores=tuple(ignores),
        preview=values.get("preview", default.preview),
        suspected=values.get("suspected", default.suspected),
        exclude=(exclude, *(patterns for patterns in extra if patterns.lines)),
        force_exclude=values.get("force-exclude", default.force_exclude),
        respect_gitignore=values.get("respect-gitignore", default.respect_gitignore),
        fail_on=values.get("fail-on", default.fail_on),
        packs=tuple(dict.fromkeys(packs)),
        models=tuple(models),
        baseline=baseline,
        baseline_strict=values.get("baseline-strict", default.baseline_strict),
        torch_version=values.get("torch-version", default.torch_version),
        origins=origins,
    )


class Configs:
    """Finds the settings of a folder: the closest configuration file, overridden by the command line.

    Packs named on the command line or in the user's own file are always loaded. Configuration files beside the code may
    name packs if the user trusts their folder. With `trust_packs`, so may the configuration of `here`, the folder of
    the command or editor, for this run: none below it, and none above its repository.
    """

    def __init__(
        self,
        command_line: Sequence[Layer] = (),
        *,
        file: str | None = None,
        isolated: bool = False,
        trust_packs: bool = False,
        here: str | None = None,
    ) -> None:
        self._command_line = tuple(command_line)
        self._trust_packs, self._here = trust_packs, here or os.getcwd()
        self._settings: dict[str, Settings] = {}
        self._config_folders: dict[str, str] = {}
        self._everywhere: Settings | None = None
        if file is not None:
            layers = read_layers(os.path.abspath(file))
            if not layers:
                raise ConfigError(shown(os.path.abspath(file)), "it has no table [tool.torchlint]")
            self._everywhere = self._merge(layers)
        elif isolated:
            self._everywhere = self._merge(())

    def of_folder(self, folder: str) -> Settings:
        """The settings for files in an absolute folder; raises ConfigError."""
        if self._everywhere is not None:
            return self._everywhere
        below = []
        while folder not in self._settings:
            below.append(folder)
            found = self._in_folder(folder)
            if found is not None:
                self._config_folders[folder] = folder
            above = os.path.dirname(folder)
            if found is None and above == folder:
                found = self._merge(self._of_user())
            if found is not None:
                self._settings[folder] = found
            else:
                folder = above
        for each in below:
            self._settings[each] = self._settings[folder]
            if folder in self._config_folders:
                self._config_folders[each] = self._config_folders[folder]
        return self._settings[folder]

    def config_folder(self, folder: str) -> str | None:
        """The folder of the configuration file that applies to an absolute folder; None if none was searched for."""
        self.of_folder(folder)
        return self._config_folders.get(folder)

    def of_file(self, path: str) -> Settings:
        """The settings for the file at an absolute path; raises ConfigError."""
        return self.of_folder(os.path.dirname(path))

    def _in_folder(self, folder: str) -> Settings | None:
        layers = _layers_in(folder)
        if layers and not self._is_trusted_for_once(folder):  # else with all that it extends
            layers = tuple(self._judged(layer, layer.base, folder) for layer in layers)
        return self._merge(layers) if layers else None

    def _judged(self, layer: Layer, folder: str, found_in: str) -> Layer:
        """A layer, marked as trusted or not; `found_in` is the folder of the configuration file that led to it."""
        if not layer.values.get("packs") or self._is_trusted_for_once(folder) or is_trusted(folder):
            return layer
        return replace(layer, untrusted=found_in)

    def _is_trusted_for_once(self, folder: str) -> bool:
        begun = self._begun_in if self._trust_packs else None
        return begun is not None and os.path.samefile(begun, folder)

    @cached_property
    def _begun_in(self) -> str | None:
        """The folder of the configuration file that applies to the working folder; None above the repository."""
        folder, top = self._here, repository_around(self._here) or self._here
        while not _layers_in(folder):
            if folder == top:
                return None
            folder = os.path.dirname(folder)
        return folder

    def _of_user(self) -> tuple[Layer, ...]:
        """The layers of the user's own file; untrusted if `HOME` is inside the checked code."""
        windows = os.environ.get("APPDATA") if os.name == "nt" else None
        home = os.environ.get("XDG_CONFIG_HOME") or windows or os.path.join(os.path.expanduser("~"), ".config")
        folder = os.path.join(os.path.abspath(home), "torchlint")
        path = os.path.join(folder, "torchlint.toml")
        if not os.path.isfile(path):
            return ()
        *below, own = read_layers(path, base=os.getcwd())
        # Patterns start where the work is done. Packs do not: what lies there is anybody's code.
        packs = {"packs": [_absolute(folder, pack) for pack in own.values["packs"]]} if "packs" in own.values else {}
        own = replace(own, values={**own.values, **packs})
        root = repository_around(self._here)
        if root is None or not is_inside(path, root):
            return (*below, own)
        return (*(self._judged(layer, layer.base, folder) for layer in below), self._judged(own, folder, folder))

    def _merge(self, layers: tuple[Layer, ...]) -> Settings:
        return merge((*layers, *self._command_line))


def read_layers(path: str, text: str | None = None, *, base: str | None = None) -> tuple[Layer, ...]:
    """The layers of a configuration file, after those of the file that it extends; raises ConfigError.

    Empty for a pyproject.toml without a [tool.torchlint] table.
    """
    return _read_layers(path, _read(path) if text is None else text, base or os.path.dirname(path), ())


def inline_layer(text: str) -> Layer:
    """The layer of one `--config 'key = value'`; raises ConfigError."""
    layer = _layer("--config", text, os.getcwd(), ())
    if layer is None or not layer.values:
        raise ConfigError(
            "--config", f"'{text}' is neither an existing TOML file nor a setting of the form 'key = value'"
        )
    if "extend" in layer.values:
        layer.refuse("'extend' only works in a file; pass the file with `--config FILE`", "extend")
    return layer


def _read_layers(path: str, text: str, base: str, seen: tuple[str, ...]) -> tuple[Layer, ...]:
    layer = _layer(shown(path), text, base, TABLE if os.path.basename(path) == "pyproject.toml" else ())
    if layer is None:
        return ()
    if "extend" not in layer.values:
        return (layer,)
    other = _absolute(os.path.dirname(path), layer.values["extend"])
    if other in (*seen, path):
        layer.refuse(f"'extend' is circular: it leads back to {other}", "extend")
    if not os.path.isfile(other):
        layer.refuse(f"there is no file {other}", "extend")
    below = _read_layers(other, _read(other), os.path.dirname(other), (*seen, path))
    if not below:
        layer.refuse(f"{other} has no table [tool.torchlint]", "extend")
    return (*below, layer)


def _layers_in(folder: str) -> tuple[Layer, ...]:
    """The layers of the configuration file in a folder; empty if there is none."""
    for name in NAMES:
        path = os.path.join(folder, name)
        text = _text_with_settings(path)
        if text is not None and (layers := read_layers(path, text)):
            return layers
    return ()


def _layer(origin: str, text: str, base: str, table: tuple[str, ...]) -> Layer | None:
    from torchlint.settings.toml_text import Places, TomlError, parse

    try:
        values: Any = parse(text)
    except TomlError as error:
        raise ConfigError(origin, error.message, error.row, error.column) from None
    places = Places(text)
    for depth, name in enumerate(table):
        values = values.get(name)
        if values is None:
            return None
        if not isinstance(values, dict):
            raise ConfigError(origin, f"'{name}' must be a table", *places.find(table[: depth + 1]))
    layer = Layer(origin, base, values, places, table)
    check(layer)
    return layer


def _text_with_settings(path: str) -> str | None:
    """The text of a configuration file; None if it does not exist, or a pyproject.toml has no table for torchlint."""
    if not os.path.isfile(path):
        return None
    if os.path.basename(path) == "pyproject.toml":
        try:
            if b"torchlint" not in read_regular(path):
                return None
        except OSError as error:
            raise ConfigError(shown(path), error.strerror or str(error)) from None
    return _read(path)


def _read(path: str) -> str:
    try:
        return read_regular(path).decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(shown(path), error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        raise ConfigError(shown(path), f"not valid UTF-8: {error.reason} at byte {error.start}", 1, 1) from None


def _absolute(base: str, path: str) -> str:
    return os.path.normpath(os.path.join(base, os.path.expanduser(path)))
