"""Queries about checkpoints: what torch.load reads, whether the project wrote it, and what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.checkpoints.given_arguments import FunctionCall as FunctionCall
    from torchlint.queries.checkpoints.given_arguments import calls_of as calls_of
    from torchlint.queries.checkpoints.loads import FileLoad as FileLoad
    from torchlint.queries.checkpoints.loads import torch_loads as torch_loads
    from torchlint.queries.checkpoints.own_files import is_fetched as is_fetched
    from torchlint.queries.checkpoints.read_entries import keys_read as keys_read
    from torchlint.queries.checkpoints.reads import EntryRead as EntryRead
    from torchlint.queries.checkpoints.reads import entry_reads as entry_reads
    from torchlint.queries.checkpoints.saved_dicts import SavedDict as SavedDict
    from torchlint.queries.checkpoints.saved_dicts import keys_returned as keys_returned
    from torchlint.queries.checkpoints.saved_dicts import saved_by_project as saved_by_project
    from torchlint.queries.checkpoints.saved_dicts import saved_elsewhere as saved_elsewhere
    from torchlint.queries.checkpoints.saved_dicts import saved_to_path_of as saved_to_path_of
    from torchlint.queries.checkpoints.saved_dicts import saved_under_name_of as saved_under_name_of
    from torchlint.queries.checkpoints.saved_dicts import telling as telling
    from torchlint.queries.checkpoints.saving_calls import SavedValue as SavedValue
    from torchlint.queries.checkpoints.saving_calls import calls_that_save as calls_that_save
    from torchlint.queries.checkpoints.saving_calls import saved_values as saved_values
    from torchlint.queries.checkpoints.written_before import is_written_before as is_written_before
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
