"""Queries about the options of a program's command line: those that have no effect, and those that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.options.missing_options import UndefinedOption as UndefinedOption
    from torchlint.queries.options.missing_options import undefined_options as undefined_options
    from torchlint.queries.options.option_overwrites import OverwrittenOption as OverwrittenOption
    from torchlint.queries.options.option_overwrites import overwritten_options as overwritten_options
    from torchlint.queries.options.option_reads import UnreadOption as UnreadOption
    from torchlint.queries.options.option_reads import unread_options as unread_options
    from torchlint.queries.options.programs import programs_of as programs_of
    from torchlint.queries.options.settings_by_default import option_defaults as option_defaults
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
