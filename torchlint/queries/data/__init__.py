"""Queries about datasets, DataLoaders, splits, images, and what is logged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.data.batching import is_in_texts_of_program as is_in_texts_of_program
    from torchlint.queries.data.batching import is_loaded_singly as is_loaded_singly
    from torchlint.queries.data.batching import iterated_loader as iterated_loader
    from torchlint.queries.data.batching import makes_batches as makes_batches
    from torchlint.queries.data.batching import only_looks_at_batches as only_looks_at_batches
    from torchlint.queries.data.batching import texts_of_program as texts_of_program
    from torchlint.queries.data.batching import texts_of_users as texts_of_users
    from torchlint.queries.data.batching import trees_of_users as trees_of_users
    from torchlint.queries.data.copied_batches import batch_copies as batch_copies
    from torchlint.queries.data.copied_batches import copies_by_other_means as copies_by_other_means
    from torchlint.queries.data.copied_batches import is_asynchronous as is_asynchronous
    from torchlint.queries.data.data_loaders import LoaderView as LoaderView
    from torchlint.queries.data.data_loaders import loaders as loaders
    from torchlint.queries.data.data_loaders import yields_tensors as yields_tensors
    from torchlint.queries.data.dataset_classes import DatasetView as DatasetView
    from torchlint.queries.data.dataset_classes import datasets as datasets
    from torchlint.queries.data.dataset_classes import transforms as transforms
    from torchlint.queries.data.dataset_splits import part_writes as part_writes
    from torchlint.queries.data.held_out_data import names_held_out as names_held_out
    from torchlint.queries.data.held_out_data import trained_on as trained_on
    from torchlint.queries.data.restarted_loaders import loader_restarts as loader_restarts
    from torchlint.queries.data.tensorboard_scalars import scalar_writes as scalar_writes
    from torchlint.queries.data.tokenized_texts import is_of_one_text as is_of_one_text
    from torchlint.queries.data.tokenized_texts import is_padded_surely as is_padded_surely
    from torchlint.queries.data.tokenized_texts import padded_ids as padded_ids
    from torchlint.queries.data.tokenized_texts import pads_texts as pads_texts
    from torchlint.queries.data.uint8_arithmetic import byte_arithmetic as byte_arithmetic
    from torchlint.queries.data.uint8_arithmetic import byte_casts as byte_casts
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
