"""The frameworks around PyTorch by what they promise: who turns gradients off, who calls backward, who returns what.

Each entry was read in the framework's own source: pytorch_lightning and lightning_fabric 2.6, transformers 5.23,
accelerate 1.15, ignite 0.5, fastai 2.8, catalyst 22.4, skorch 1.4, deepspeed 0.19, timm 1.0, torchmetrics 1.9, ogb 1.3,
torch_geometric 2.9, dgl 2.5, and apex before it dropped amp.
"""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO
from torchlint.knowledge.effects import Contract, Effect, Kind, Step

NOTHING = Effect("none")
ITSELF = Effect("self")
FIRST = Effect("first")
ALL = Effect("all")
LIKE, COMPUTED, FORWARD, LOSS = Effect("like"), Effect("computed"), Effect("forward"), Effect("loss")
NEW_MODULE = Effect("module")
OPTIMIZER, SCHEDULER, LOADER = Effect("optimizer"), Effect("scheduler"), Effect("loader")
PLAIN = Effect("number")
BACKWARD = Effect("none", differentiates=True)
STEP = Effect("none", steps=True)
LOG = Effect("none", detaches=True)  # keeps numbers only
GRAPHLESS = Effect("output")
CONTEXT = Effect("context")


def _each(names: str, effect: Effect) -> dict[str, Effect]:
    return dict.fromkeys(names.split(), effect)


def _steps(names: str, step: Step) -> dict[str, Step]:
    return dict.fromkeys(names.split(), step)


# What moves or switches an object that is no nn.Module and no tensor, and returns it.
_MOVES_ITSELF = _each("to cuda cpu pin_memory contiguous coalesce requires_grad_ apply", ITSELF)

TORCH = Contract(
    ("torch",),
    calls=_each(
        """nn.DataParallel parallel.DataParallel DistributedDataParallel FullyShardedDataParallel fully_shard
        swa_utils.AveragedModel torch.compile jit.script jit.trace jit.freeze utils.spectral_norm utils.weight_norm
        parametrizations.spectral_norm parametrizations.weight_norm SyncBatchNorm.convert_sync_batchnorm""",
        FIRST,
    ),
)
COPIES = Contract(("copy",), calls=_each("deepcopy copy", FIRST))

# Loops of evaluation and prediction run whole under no_grad, with the model in eval mode, and restore it afterwards.
_EVALUATES = Step(NO, "eval", per_batch=True)
_AROUND_EVALUATION = Step(NO, "eval")
_EVALUATION_HOOKS = " ".join(
    f"on_{stage}_{moment}"
    for stage in ("validation", "test", "predict")
    for moment in ("batch_start", "batch_end", "epoch_start", "epoch_end", "start", "end")
)
_LIGHTNING_STEPS = {
    "training_step": Step(
        per_batch=True, differentiates=True, steps=True, zeroes_gradients=True, unless="automatic_optimization"
    ),
    **_steps("validation_step test_step predict_step", _EVALUATES),
    **_steps(f"{_EVALUATION_HOOKS} validation_epoch_end test_epoch_end", _AROUND_EVALUATION),
}
LIGHTNING = Contract(
    ("lightning", "pytorch_lightning"),
    kinds={
        "LightningModule": Kind(
            is_module=True,
            imposes_forward=False,
            steps=_LIGHTNING_STEPS,
            methods={
                "manual_backward": BACKWARD,
                "optimizers": OPTIMIZER,
                "lr_schedulers": SCHEDULER,
                "load_from_checkpoint": Effect("instance"),
                "all_gather": LIKE,
                **_each("log log_dict", LOG),
                **_each("print save_hyperparameters toggle_optimizer untoggle_optimizer clip_gradients", NOTHING),
            },
        ),
        "LightningDataModule": Kind(),
        "Callback": Kind(steps=_steps(_EVALUATION_HOOKS, Step(NO, "eval", model=2))),
        "Trainer": Kind(
            methods={
                **_each("fit validate test tune", NOTHING),
                "predict": GRAPHLESS,
                "save_checkpoint": NOTHING,
            }
        ),
    },
)
FABRIC = Contract(
    ("lightning.fabric", "lightning_fabric", "lightning"),
    kinds={
        "Fabric": Kind(
            methods={
                "backward": BACKWARD,
                "clip_gradients": NOTHING,
                "to_device": FIRST,
                "all_gather": LIKE,
                "all_reduce": LIKE,
                **_each("setup setup_optimizers setup_dataloaders", ALL),
                **_each("setup_module setup_dataloader", FIRST),
                **_each("log log_dict", LOG),
                **_each("print launch barrier seed_everything save call", NOTHING),
                **_each("autocast no_backward_sync init_module init_tensor rank_zero_first", CONTEXT),
            }
        )
    },
)

# Trainer.training_step differentiates what compute_loss returns; the loop around it steps and zeroes. The evaluation
# loop calls model.eval(), and turns gradients off only inside its own prediction_step.
_TRAINER = Kind(
    steps={
        "compute_loss": Step(model=1, per_batch=True, differentiates=True, steps=True, zeroes_gradients=True),
        "training_step": Step(model=1, per_batch=True, steps=True, zeroes_gradients=True),
        "prediction_step": Step(mode="eval", model=1, per_batch=True),
    },
    methods={
        "compute_loss": FORWARD,
        "training_step": Effect("tensor", steps=True, zeroes_gradients=True),
        "prediction_step": Effect(("output", "output", "output")),
        **_each(
            "train evaluate predict save_model save_state log log_metrics save_metrics push_to_hub", Effect("number")
        ),
        **_each("get_train_dataloader get_eval_dataloader get_test_dataloader", LOADER),
        "create_optimizer": OPTIMIZER,
        "create_scheduler": SCHEDULER,
    },
    attributes={
        "model": Effect("model"),
        "optimizer": OPTIMIZER,
        "lr_scheduler": SCHEDULER,
        "accelerator": Effect("accelerate.Accelerator"),
    },
)
TRANSFORMERS = Contract(
    ("transformers",),
    kinds={"Trainer": _TRAINER, "Seq2SeqTrainer": _TRAINER, "PreTrainedModel": Kind(is_module=True)},
    modules=r"(?:.*\.)?(?!DataCollator)(?!\w*(?:Output|Config|Processor|Tokenizer))[A-Z]\w*?(?:Model|For[A-Z])\w*"
    r"(?:\.from_pretrained|\.from_config)?",
)
ACCELERATE = Contract(
    ("accelerate",),
    kinds={
        "Accelerator": Kind(
            methods={
                "prepare": ALL,
                "backward": BACKWARD,
                **_each("prepare_model prepare_data_loader prepare_optimizer prepare_scheduler unwrap_model", FIRST),
                # One process alone gets back what it gave, with its graph; several get copies without.
                **_each("gather gather_for_metrics reduce pad_across_processes", LIKE),
                **_each("clip_grad_norm_ clip_grad_value_", Effect("tensor")),
                **_each("accumulate no_sync autocast main_process_first local_main_process_first profile", CONTEXT),
                **_each("log print init_trackers end_training wait_for_everyone save save_model save_state", LOG),
                "skip_first_batches": FIRST,
            }
        )
    },
)

# Engine calls its function for each batch and does nothing for it: the function differentiates, steps, turns off.
_PROCESSES = Step(per_batch=True)
IGNITE = Contract(
    ("ignite",),
    kinds={"Engine": Kind(methods=_each("add_event_handler attach set_data terminate fire_event", NOTHING))},
    calls={
        "Engine": Effect("ignite.Engine", runs=_PROCESSES),
        **_each("create_supervised_trainer create_supervised_evaluator", Effect("ignite.Engine")),
    },
)

# Validation is under no_grad; after_pred, after_loss and after_batch run in training and in validation.
_LEARNER = Kind(
    methods={
        **_each("fit fit_one_cycle fine_tune fit_flat_cos fit_sgdr lr_find validate show_results", NOTHING),
        **_each("get_preds tta predict", GRAPHLESS),
        "to_detach": Effect("output", detaches=True),
    },
    attributes={"model": Effect("model"), "opt": OPTIMIZER, "loss": LOSS, "pred": FORWARD},
)
FASTAI = Contract(
    ("fastai",),
    kinds={
        "Learner": _LEARNER,
        "Callback": Kind(
            steps={
                **_steps("before_validate", Step(NO)),
                **_steps("before_fit before_epoch before_train after_train after_validate after_epoch", Step(MAYBE)),
                **_steps("before_batch after_pred after_loss after_batch", Step(MAYBE, per_batch=True)),
                **_steps("before_backward after_backward before_step after_step", Step(per_batch=True)),
            },
            methods={"to_detach": Effect("output", detaches=True)},
            attributes={**_LEARNER.attributes, "learn": Effect("fastai.Learner")},
        ),
    },
    calls=_each(
        """vision_learner cnn_learner unet_learner text_classifier_learner language_model_learner tabular_learner
        collab_learner""",
        Effect("fastai.Learner"),
    ),
    exports={"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional", "np": "numpy", "pd": "pandas"},
)

# handle_batch runs under set_grad_enabled(self.is_train_loader), the model in the mode of the loader.
CATALYST = Contract(
    ("catalyst",),
    kinds=dict.fromkeys(
        ("Runner", "IRunner", "SupervisedRunner"),
        Kind(
            steps={"handle_batch": Step(MAYBE, per_batch=True), "predict_batch": Step(NO, per_batch=True)},
            methods=_each("train evaluate_loader", NOTHING) | {"predict_loader": LOADER},
            attributes={
                "model": NEW_MODULE,
                "optimizer": OPTIMIZER,
                "scheduler": SCHEDULER,
                "engine": Effect("catalyst.Engine"),
            },
        ),
    )
    | {"Engine": Kind(methods={"backward": BACKWARD, "unwrap_model": FIRST, "prepare": ALL})},
)

# Only its own steps turn gradients off and set modes; train_step zeroes before, and steps after, train_step_single.
_SKORCH_NET = Kind(
    steps={
        "get_loss": Step(per_batch=True, differentiates=True, steps=True, zeroes_gradients=True),
        "train_step_single": Step(per_batch=True, steps=True, zeroes_gradients=True),
        **_steps("train_step validation_step evaluation_step", Step(per_batch=True)),
    },
    methods={
        **_each("fit partial_fit initialize", ITSELF),
        **_each("predict predict_proba", Effect("array")),
        "infer": FORWARD,
        "get_loss": LOSS,
    },
    attributes={"module_": NEW_MODULE, "optimizer_": OPTIMIZER},
)
SKORCH = Contract(
    ("skorch",),
    kinds=dict.fromkeys(
        ("NeuralNet", "NeuralNetClassifier", "NeuralNetBinaryClassifier", "NeuralNetRegressor"), _SKORCH_NET
    ),
)

DEEPSPEED = Contract(
    ("deepspeed",),
    kinds={
        "DeepSpeedEngine": Kind(
            is_wrapper=True,
            # step() lets the optimizer step and zeroes the gradients, at the boundary of an accumulation.
            methods={"backward": BACKWARD, "step": Effect("none", steps=True, zeroes_gradients=True)}
            | _each("save_checkpoint load_checkpoint", NOTHING),
            attributes={"optimizer": OPTIMIZER, "lr_scheduler": SCHEDULER},
        )
    },
    calls={
        "initialize": Effect(("deepspeed.DeepSpeedEngine", "optimizer", "loader", "scheduler")),
        "init_inference": FIRST,
    },
)
APEX = Contract(
    ("apex",),
    calls={
        "amp.initialize": Effect("all", parameters=("models", "optimizers")),
        "amp.scale_loss": FIRST,
        **_each("parallel.DistributedDataParallel convert_syncbn_model", FIRST),
    },
)

# Scalers are called: they differentiate and let the optimizer step, and leave zero_grad() to the caller.
_SCALER = Kind(methods={"__call__": Effect("none", differentiates=True, steps=True)})
_COPY = Kind(methods=_each("update set", NOTHING), attributes={"ema": Effect("frozen")})
TIMM = Contract(
    ("timm",),
    kinds={"NativeScaler": _SCALER, "ApexScaler": _SCALER, "ModelEma": _COPY},
    calls={
        "create_model": NEW_MODULE,
        **_each("ModelEmaV2 ModelEmaV3", Effect("copy")),
        **_each("create_optimizer create_optimizer_v2", OPTIMIZER),
        **_each("create_scheduler create_scheduler_v2", Effect(("scheduler", "number"))),
        "create_loader": LOADER,
        "create_dataset": Effect("dataset"),
    },
    modules=r"models\.(?:\w+\.)+(?!\w*(?:Cfg|Info))[A-Z]\w*",
    patterns={r"scheduler\.(?:\w+\.)*[A-Z]\w*Scheduler": SCHEDULER, r"optim\.(?:\w+\.)*[A-Z]\w*": OPTIMIZER},
)

# update() is under no_grad, forward() computes the batch's value with gradients; compute() is over what update() kept.
TORCHMETRICS = Contract(
    ("torchmetrics",),
    kinds={
        "Metric": Kind(
            wraps={"update": NO},
            methods={
                "update": LOG,
                "compute": GRAPHLESS,
                "__call__": COMPUTED,
                "forward": COMPUTED,
                "reset": NOTHING,
                "add_state": NOTHING,
                **_each("to cuda cpu eval train clone", ITSELF),
            },
        )
    },
    patterns={
        r"functional\..*": COMPUTED,
        r"utilities\..*": Effect("unknown"),
        r"(?:.*\.)?[A-Z]\w*": Effect("torchmetrics.Metric"),
    },
)

# Modules without parameters that people call by themselves.
_NOT_TRAINED = _each("LabelPropagation CorrectAndSmooth", Effect("unknown"))
# A Data changes itself; a graph of DGL's that is moved is a new one.
PYG = Contract(
    ("torch_geometric",),
    kinds=dict.fromkeys(("Data", "HeteroData", "TemporalData", "Batch"), Kind(methods=_MOVES_ITSELF))
    | {"MessagePassing": Kind(is_module=True)},
    calls={"nn.DataParallel": FIRST, **_each("to_hetero to_homogeneous", NEW_MODULE), **_NOT_TRAINED},
    modules=r"nn\.(?:\w+\.)*[A-Z]\w*",
    patterns={r"(?:loader|data)\.(?:\w+\.)*[A-Z]\w*Loader": LOADER},
)
DGL = Contract(
    ("dgl",),
    kinds={"DGLGraph": Kind(methods=_each("to cpu cuda local_var", Effect("dgl.DGLGraph")))},
    calls=_each("graph heterograph batch add_self_loop remove_self_loop to_bidirected", Effect("dgl.DGLGraph"))
    | _NOT_TRAINED,
    modules=r"nn\.(?:\w+\.)*[A-Z]\w*",
)
OGB = Contract(("ogb",), kinds={"Evaluator": Kind(methods={"eval": PLAIN})})
TORCHVISION = Contract(("torchvision",), modules=r"models\.(?:\w+\.)*(?!_)\w+")

CONTRACTS = (
    TORCH, COPIES, FABRIC, LIGHTNING, TRANSFORMERS, ACCELERATE, IGNITE, FASTAI, CATALYST, SKORCH, DEEPSPEED, APEX, TIMM,
    TORCHMETRICS, PYG, DGL, OGB, TORCHVISION,
)  # fmt: skip
