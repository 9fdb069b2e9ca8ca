"""Checks again whenever a file has changed, until it is interrupted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.files.discover import discover
from torchlint.report.streams import obeys_escapes
from torchlint.report.summary import files_in_words
from torchlint.runner.run import FAILED, Run
from torchlint.settings.config import NAMES
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.report.streams import Streams
    from torchlint.runner.options import Options
    from torchlint.settings.config import Configs

    Stamps = dict[str, tuple[int, int]]  # by absolute path: when it was written, and how large it is

PAUSE = 0.5  # seconds between two looks at the files that are known
_LOOKS = 4  # so many of them, and then one for files that are new
_CLEAR = "\033[2J\033[3J\033[H"


def watch(options: Options, configure: Callable[[], Configs], streams: Streams) -> int:
    """Check the paths now, and anew after each change to their files or settings. Ends by KeyboardInterrupt only.

    `configure` reads the settings, which may be what changes. Where these can't be used, that is said, and the next
    change is waited for.
    """
    while True:
        before = _Watched(options, configure)
        if streams.out.isatty() and obeys_escapes(streams.out):
            streams.out.write(_CLEAR)
        _check(options, configure, streams)
        streams.out.flush()
        if not options.quiet:
            streams.say("info", f"watching {files_in_words(len(before.files))}; press Ctrl-C to stop")
        streams.err.flush()
        before.wait()


def _check(options: Options, configure: Callable[[], Configs], streams: Streams) -> int:
    try:
        return Run(options, configure(), streams).status()
    except ConfigError as problem:
        streams.say("error", str(problem))
        return FAILED


class _Watched:
    """The files below the paths, and what configures how they are checked, as they were at one moment."""

    def __init__(self, options: Options, configure: Callable[[], Configs]) -> None:
        self._options, self._configure = options, configure
        self.files: tuple[str, ...] = ()
        begins = (os.path.abspath(path) for path in options.paths)
        self._folders = {os.getcwd(), *(path if os.path.isdir(path) else os.path.dirname(path) for path in begins)}
        self._settings: frozenset[str] = frozenset(_in_folders(self._folders))
        self._look_around()
        self._stamps = self._stamped()

    def wait(self) -> None:
        """Return when something has changed."""
        while True:
            for _ in range(_LOOKS):
                time.sleep(PAUSE)
                if self._stamped() != self._stamps:
                    return
            self._look_around()
            if self._stamped() != self._stamps:
                return

    def _look_around(self) -> None:
        try:
            configs = self._configure()
            self.files = tuple(os.path.abspath(name) for name in discover(self._options.paths, configs).files)
            folders = self._folders.union(map(os.path.dirname, self.files))
            settings = {id(one): one for one in map(configs.of_folder, folders)}.values()
            bases = {layer.base for one in settings for layer in one.layers}
            baselines = (one.baseline for one in settings if one.baseline)
            self._settings = frozenset((*_in_folders(self._folders | bases), *baselines))
        except ConfigError:
            return  # what was known before is looked at until the settings can be read again

    def _stamped(self) -> Stamps:
        return dict(_stamps((*self.files, *self._settings)))


def _in_folders(folders: Iterable[str]) -> Iterator[str]:
    """Where settings are, or may be written."""
    yield from (os.path.join(folder, name) for folder in folders for name in NAMES)


def _stamps(paths: tuple[str, ...]) -> Iterator[tuple[str, tuple[int, int]]]:
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue  # it is gone, or not there yet: a change once it is
        yield path, (found.st_mtime_ns, found.st_size)
