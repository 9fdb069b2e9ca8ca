"""Models of language and what trains them: sentence_transformers 6.2, trl 1.16, unsloth 2026.10 and fairseq 0.12."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import LOG, classes, each

# Its call computes with a graph; what is named here runs in eval mode and under no_grad or inference_mode, and gives
# arrays, lists or tensors.
_SENTENCES = ClassModel(
    role="module",
    methods=each(
        "encode encode_query encode_document encode_multi_process predict rank", CallModel("unknown", detaches=True)
    ),
)
_TRAINER = CallModel(InstanceOf("transformers.Trainer"), handler="steps-optimizers")

MODEL = LibraryModel(
    ("sentence_transformers", "trl", "unsloth", "fairseq"),
    version="6.2, 1.16, 2026.10 and 0.12",
    classes={
        **classes("SentenceTransformer CrossEncoder SparseEncoder", _SENTENCES),
        # Up to trl 0.11, it makes one step of PPO with what it is given, and steps its optimizer.
        "PPOTrainer": ClassModel(
            methods={
                "step": CallModel("number", steps=True, zeroes_gradients=True),
                "train": CallModel("number", trains=True),
                "log_stats": LOG,
            }
        ),
        **classes(
            "FairseqEncoder FairseqDecoder FairseqIncrementalDecoder FairseqCriterion", ClassModel(role="module")
        ),
    },
    calls={
        **each(
            "SentenceTransformer CrossEncoder SparseEncoder",
            CallModel(InstanceOf("sentence_transformers.SentenceTransformer"), mode="unclear", pretrained=True),
        ),
        # A model of transformers in eval mode, with a head that is new.
        **each(
            "AutoModelForCausalLMWithValueHead.from_pretrained AutoModelForSeq2SeqLMWithValueHead.from_pretrained",
            CallModel("module", mode="unclear", pretrained=True),
        ),
        "create_reference_model": CallModel("copy", pure=True),
        **each(
            "FastLanguageModel.from_pretrained FastModel.from_pretrained FastVisionModel.from_pretrained",
            CallModel(("module", "unknown"), mode="unclear", pretrained=True),
        ),
        **each(
            "FastLanguageModel.get_peft_model FastModel.get_peft_model FastVisionModel.get_peft_model",
            CallModel(handler="adapter", mode="unclear"),
        ),
        **each(
            "FastLanguageModel.for_inference FastModel.for_inference FastVisionModel.for_inference",
            CallModel("first", mode="eval"),
        ),
        **each(
            "FastLanguageModel.for_training FastModel.for_training FastVisionModel.for_training",
            CallModel("first", mode="train"),
        ),
    },
    patterns={r"(?:(?:trainer|experimental)\.(?:\w+\.)*)?(?:SFT|DPO|GRPO|KTO|RLOO|Reward|ORPO|CPO)Trainer": _TRAINER},
    modules=r"models\.(?:\w+\.)*[A-Z]\w*(?:Model|Encoder|Decoder)|modules\.(?:\w+\.)*[A-Z]\w*"
    r"|(?:\w+\.)*losses\.(?:\w+\.)*[A-Z]\w*Loss",
)
