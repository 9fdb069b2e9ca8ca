"""Hugging Face's Accelerator, as of accelerate 1.15."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, LibraryModel
from torchlint.knowledge.frameworks.rows import ALL, BACKWARD, BARRIER, CONTEXT, FIRST, LIKE, LOG, each

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
                **each("gather gather_for_metrics reduce pad_across_processes", LIKE._replace(collective="always")),
                **each("clip_grad_norm_ clip_grad_value_", CallModel("tensor", handler="clip")),
                **each("accumulate no_sync autocast main_process_first local_main_process_first profile", CONTEXT),
                **each("log print init_trackers end_training save save_model", LOG),
                "wait_for_everyone": BARRIER,
                # It waits with automatic_checkpoint_naming, DeepSpeed or FSDP.
                "save_state": LOG._replace(collective="sometimes"),
                "skip_first_batches": FIRST,
            },
        )
    },
)
