"""What to write for names whose own warning names no successor, or named one only in words."""

from __future__ import annotations

# By package and the last part of the name, as packages offer these under several paths.
# TorchCodec 0.9 decodes and encodes what torchvision 0.26 and torchaudio 2.9 no longer do.
_SUCCESSORS = {
    **dict.fromkeys(
        (
            ("torchvision", "read_video"),
            ("torchvision", "read_video_timestamps"),
            ("torchvision", "VideoReader"),
            ("torchaudio", "StreamReader"),
        ),
        "use `torchcodec.decoders.VideoDecoder`",
    ),
    ("torchvision", "write_video"): "use `torchcodec.encoders.VideoEncoder`",
    ("torchaudio", "info"): "use `torchcodec.decoders.AudioDecoder(path).metadata`",
    **dict.fromkeys(
        (
            ("torchaudio", "set_audio_backend"),
            ("torchaudio", "get_audio_backend"),
            ("torchaudio", "list_audio_backends"),
        ),
        "delete the call, since `torchaudio.load` always decodes with TorchCodec",
    ),
    ("transformers", "AdamW"): "use `torch.optim.AdamW`",
    ("transformers", "glue_compute_metrics"): 'use `evaluate.load("glue", task)`',
    **dict.fromkeys(
        (
            ("transformers", "TextDataset"),
            ("transformers", "LineByLineTextDataset"),
            ("transformers", "GlueDataset"),
        ),
        "use `datasets.load_dataset`",
    ),
    **{
        ("transformers", f"{cls}({argument})"): instead
        for cls in ("TrainingArguments", "Seq2SeqTrainingArguments")
        for argument, instead in {
            "adafactor": 'use `optim="adafactor"`',
            "dispatch_batches": "use `accelerator_config`",
            "group_by_length": 'use `train_sampling_strategy="group_by_length"`',
            "include_tokens_per_second": "use `include_num_input_tokens_seen`",
            "logging_dir": "set the environment variable `TENSORBOARD_LOGGING_DIR`",
            "per_gpu_eval_batch_size": "use `per_device_eval_batch_size`",
            "per_gpu_train_batch_size": "use `per_device_train_batch_size`",
            "push_to_hub_model_id": "use `hub_model_id`",
            "push_to_hub_organization": "use `hub_model_id`",
            "push_to_hub_token": "use `hub_token`",
            "split_batches": "use `accelerator_config`",
        }.items()
    },
}
_EXTRACTOR = "FeatureExtractor"
_OF_SOUND = ("SEW", "TF")  # layers of models for sound, not what prepares images


def successor(name: str) -> str | None:
    """What to write for a name that is deprecated or gone, as an order; None where that is not known."""
    package, last = name.partition(".")[0], name.rpartition(".")[2]
    if package == "transformers" and last.endswith(_EXTRACTOR) and not last.startswith(_OF_SOUND):
        return f"use `{last.removesuffix(_EXTRACTOR)}ImageProcessor`"
    return _SUCCESSORS.get((package, last))
