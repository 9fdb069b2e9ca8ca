"""The files of a run: those below its paths, or only the changed ones among them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from torchlint.files.discover import Found, as_shown, discover

if TYPE_CHECKING:
    from torchlint.baselines.new_code import NewCode
    from torchlint.report.streams import Streams
    from torchlint.runner.options import Options
    from torchlint.settings.config import Configs


def find(options: Options, configs: Configs, streams: Streams) -> Found:
    """The files of the run; errors name what could not be found."""
    found = discover(options.paths, configs)
    for failure in found.failures:
        streams.say("error", failure)
    if options.quiet:
        return found
    for warning in found.warnings:
        streams.say("warning", warning)
    searched = [path for path in options.paths if path not in found.skipped]
    if searched and not found.files and not found.failures:
        streams.say("warning", f"no Python files found under {', '.join(searched)}")
    return found


def narrow(found: Found, options: Options, configs: Configs, streams: Streams) -> NewCode | None:
    """The changes that git knows, if only changed files are checked; all other files are removed from `found`."""
    if not options.only_changes:
        return None
    from torchlint.baselines.new_code import NewCode

    folders = [os.path.abspath(path) for path in options.paths]
    code = NewCode(options.since, staged=options.staged, folders=folders)
    changed = [*code.among(found.files), *(as_shown(path) for path in code.only_staged(configs))]
    if found.files and not changed and not options.quiet:
        streams.say("info", "nothing is staged" if options.staged else f"nothing has changed since {options.since}")
    found.files = sorted(changed, key=os.path.abspath)
    return code
