"""Hugging Face's models and Trainer, as of transformers 5.23."""

from __future__ import annotations

from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import FORWARD, LOADER, OPTIMIZER, OPTIMIZER_OF, SCHEDULER, each

# Trainer.training_step differentiates what compute_loss returns; the loop around it steps and zeroes. The evaluation
# loop calls model.eval(), and turns gradients off only inside its own prediction_step.
_TRAINER = ClassModel(
    callbacks={
        "compute_loss": CallbackModel(model=1, per_batch=True, differentiates=True, steps=True, zeroes_gradients=True),
        "training_step": CallbackModel(model=1, per_batch=True, steps=True, zeroes_gradients=True),
        "prediction_step": CallbackModel(mode="eval", model=1, per_batch=True),
    },
    methods={
        "compute_loss": FORWARD,
        "training_step": CallModel("tensor", steps=True, zeroes_gradients=True),
        "prediction_step": CallModel(("output", "output", "output")),
        "train": CallModel("number", trains=True),  # an evaluation at its end, if it is asked for one, undoes that
        **each("evaluate predict save_model save_state log log_metrics save_metrics push_to_hub", CallModel("number")),
        **each("get_train_dataloader get_eval_dataloader get_test_dataloader", LOADER),
        "create_optimizer": OPTIMIZER,
        "create_scheduler": SCHEDULER,
    },
    attributes={
        "model": CallModel("model"),
        "optimizer": OPTIMIZER,
        "lr_scheduler": SCHEDULER,
        "accelerator": CallModel(InstanceOf("accelerate.Accelerator")),
    },
)

# from_pretrained() of a class ends in model.eval(); a configuration alone makes a new model. What a derived class
# neither sets nor has a method for is a part that its base has made.
_PRETRAINED = ClassModel(
    role="module",
    methods={
        "from_pretrained": CallModel("instance", mode="eval", pretrained=True),
        **each("from_config _from_config", CallModel("instance")),
    },
    attributes=each(
        "model base_model transformer bert roberta distilbert deberta electra albert gpt_neox vit text_model "
        "vision_model encoder decoder embeddings pooler lm_head classifier score qa_outputs",
        CallModel("module"),
    ),
)

# What a callback has that is called in each step of the training; `on_substep_end` is, where gradients are accumulated.
HOOKS_OF_STEPS = frozenset(("on_step_begin", "on_pre_optimizer_step", "on_optimizer_step", "on_step_end"))

MODEL = LibraryModel(
    ("transformers",),
    version="5.23",
    classes={"Trainer": _TRAINER, "Seq2SeqTrainer": _TRAINER, "PreTrainedModel": _PRETRAINED},
    # With `optimizers=(optimizer, scheduler)`, Trainer.create_optimizer_and_scheduler makes none of its own.
    calls=each("Trainer Seq2SeqTrainer", CallModel(InstanceOf("transformers.Trainer"), handler="steps-optimizers")),
    patterns={
        r"(?:\w+\.)*get_\w*schedule\w*": CallModel(handler="scheduler"),  # all of them LambdaLRs
        r"(?:optimization\.)?(?:AdamW|Adafactor)": OPTIMIZER_OF,  # AdamW until 4.57
    },
    base_of_modules="PreTrainedModel",
    modules=r"(?:.*\.)?(?!DataCollator)(?!\w*(?:Output|Config|Processor|Tokenizer))[A-Z]\w*?(?:Model|For[A-Z])\w*"
    r"(?:\.from_pretrained|\.from_config)?|models\.\w+\.modeling_\w+\.(?!\w*Output)[A-Z]\w*[a-z]\w*",
)
