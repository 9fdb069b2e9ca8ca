"""The settings of an editor, which hold over configuration files and below the server's own options."""

from __future__ import annotations

from collections.abc import Mapping

from torchlint.settings.keys import KEYS, ConfigError, Layer, check

SECTION = "torchlint"
ORIGIN = "the editor's settings"

# What an editor cannot set: a workspace must not name code to load (`packs`), and the others are about the files of a
# project or the exit status of the command line.
NOT_IN_EDITORS = frozenset(
    "extend required-version packs models force-exclude respect-gitignore fail-on baseline-strict".split()
)
EDITOR_KEYS = tuple(key for key in KEYS if key not in NOT_IN_EDITORS)


def editor_layer(settings: object, folder: str) -> Layer | None:
    """The layer of what an editor has in its section "torchlint"; raises ConfigError for invalid values.

    Editors send every setting that they know: null, an empty text, list or table is one that is not set, and a key that
    is not torchlint's belongs to the extension, such as the path of the server.
    """
    if not isinstance(settings, Mapping):
        return None
    if settings.get("packs"):
        raise ConfigError(
            ORIGIN, "packs are code, and are named in the project's configuration: run `torchlint --trust`"
        )
    given = {key: settings[key] for key in EDITOR_KEYS if settings.get(key) not in (None, "", [], {})}
    if not given:
        return None
    layer = Layer(ORIGIN, folder, given)
    check(layer)
    return layer


class EditorSettings:
    """What the editor has set last; it is kept as it was where new settings are invalid."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.layers: tuple[Layer, ...] = ()

    def read(self, settings: object) -> bool:
        """Take over new settings, and whether they differ from the old ones; raises ConfigError."""
        layer = editor_layer(settings, self._folder)
        old, self.layers = self.layers, (layer,) if layer is not None else ()
        return old != self.layers
