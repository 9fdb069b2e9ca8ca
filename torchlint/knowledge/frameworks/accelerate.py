"""Hugging Face's Accelerator, as of accelerate 1.15."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ALL, BACKWARD, CONTEXT, FIRST, LIKE, LOG, each

MODEL = LibraryModel(
    ("accelerate",),
    version="1.15",
    classes={
        "Accelerator": ClassModel(
            methods={
                "prepare": ALL,
                "backward": BACKWARD,
                **each("prepare_model prepare_data_loader prepare_optimizer prepare_scheduler unwrap_model", FIRST),
                # One process alone gets back what it gave, with its graph; several get copies without.
                **each("gather gather_for_metrics reduce pad_across_processes", LIKE),
                **each("clip_grad_norm_ clip_grad_value_", CallModel("tensor", handler="clip")),
                **each("accumulate no_sync autocast main_process_first local_main_process_first profile", CONTEXT),
                **each("log print init_trackers end_training wait_for_everyone save save_model save_state", LOG),
                "skip_first_batches": FIRST,
            },
            collectives=frozenset("gather gather_for_metrics reduce pad_across_processes wait_for_everyone".split()),
        )
    },
)
