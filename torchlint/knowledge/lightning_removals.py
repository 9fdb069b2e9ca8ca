"""What Lightning 1 had and Lightning 2.0 does not: its names are those within `lightning.pytorch`.

Read in the sources of 2.0 and 2.6, for names that the documentation of the releases 0.7 to 1.9 has.
"""

from __future__ import annotations

from torchlint.knowledge.deprecations import Change

# Lightning 2.0 needs this PyTorch, so that what stays below it stays with Lightning 1.
NEEDED_TORCH = (1, 11)
_SINCE = (2, 0)
_PLACES = ("pytorch_lightning.", "lightning.pytorch.", "lightning.")
_TRAINERS = frozenset(("Trainer", "trainer.Trainer", "trainer.trainer.Trainer"))
_MODULES = frozenset(f"{place}LightningModule" for place in ("", "core.", "core.lightning.", "core.module."))


def _gone(instead: str, happens: str = "fails since Lightning 2.0") -> Change:
    return Change(_SINCE, instead, happens=happens, package="lightning")


# Modules that can't be imported any more, or what is in them.
MODULES: dict[str, Change] = {
    "callbacks.base": _gone("import from `lightning.pytorch.callbacks`"),
    "callbacks.gpu_stats_monitor": _gone("use `lightning.pytorch.callbacks.DeviceStatsMonitor`"),
    "core.lightning": _gone("import from `lightning.pytorch`"),
    "core.memory": _gone("use `lightning.pytorch.utilities.model_summary`"),
    "lite": _gone("use `lightning.fabric`"),
    "logging": _gone("use `lightning.pytorch.loggers`"),
    "loggers.base": _gone("use `lightning.pytorch.loggers.logger`"),
    "loops.base": _gone("write your own loop with `lightning.fabric`"),
    "metrics": _gone("use `torchmetrics`"),
    "overrides.data_parallel": _gone("use `lightning.pytorch.strategies.DDPStrategy`"),
    "profiler": _gone("use `lightning.pytorch.profilers`"),
    "trainer.supporters": _gone("use `lightning.pytorch.utilities.combined_loader`"),
    "utilities.apply_func": _gone("use `lightning_utilities.core.apply_func`"),
    "utilities.argparse_utils": _gone("use `lightning.pytorch.utilities.argparse`"),
    "utilities.auto_restart": _gone("remove it"),
    "utilities.cloud_io": _gone("use `lightning.fabric.utilities.cloud_io`"),
    "utilities.device_parser": _gone("use `lightning.fabric.utilities.device_parser`"),
    "utilities.distributed": _gone("use `lightning.pytorch.utilities.rank_zero`"),
    "utilities.metrics": _gone("use `torchmetrics`"),
    "utilities.xla_device": _gone("use `lightning.pytorch.accelerators.XLAAccelerator`"),
}

# Classes and functions of modules that are still there.
NAMES: dict[str, Change] = {
    "EvalResult": _gone("use `self.log`"),
    "TrainResult": _gone("use `self.log`"),
    "callbacks.GPUStatsMonitor": _gone("use `lightning.pytorch.callbacks.DeviceStatsMonitor`"),
    "callbacks.LearningRateLogger": _gone("use `lightning.pytorch.callbacks.LearningRateMonitor`"),
    "callbacks.ProgressBarBase": _gone("use `lightning.pytorch.callbacks.ProgressBar`"),
    "callbacks.XLAStatsMonitor": _gone("use `lightning.pytorch.callbacks.DeviceStatsMonitor`"),
    "loggers.LightningLoggerBase": _gone("use `lightning.pytorch.loggers.Logger`"),
    "loggers.LoggerCollection": _gone("loop over `trainer.loggers`"),
    "loggers.TestTubeLogger": _gone("use `lightning.pytorch.loggers.TensorBoardLogger`"),
    "plugins.DDP2Plugin": _gone("use `lightning.pytorch.strategies.DDPStrategy`"),
    "plugins.DDPPlugin": _gone("use `lightning.pytorch.strategies.DDPStrategy`"),
    "plugins.DDPShardedPlugin": _gone("use `lightning.pytorch.strategies.FSDPStrategy`"),
    "plugins.DDPSpawnPlugin": _gone('use `DDPStrategy(start_method="spawn")`'),
    "plugins.DataParallelPlugin": _gone("use `lightning.pytorch.strategies.DDPStrategy`"),
    "plugins.DeepSpeedPlugin": _gone("use `lightning.pytorch.strategies.DeepSpeedStrategy`"),
    "plugins.NativeMixedPrecisionPlugin": _gone("use `lightning.pytorch.plugins.MixedPrecision`"),
    "plugins.TrainingTypePlugin": _gone("use `lightning.pytorch.strategies.Strategy`"),
    "strategies.DDPShardedStrategy": _gone("use `lightning.pytorch.strategies.FSDPStrategy`"),
    "strategies.DDPSpawnStrategy": _gone('use `DDPStrategy(start_method="spawn")`'),
    "strategies.DataParallelStrategy": _gone("use `lightning.pytorch.strategies.DDPStrategy`"),
    **{
        f"{trainer}.{name}": _gone("use `LightningCLI`, or pass the arguments to `Trainer` by keyword")
        for trainer in sorted(_TRAINERS)
        for name in ("add_argparse_args", "from_argparse_args", "parse_argparser", "match_env_arguments")
    },
}

_NOT_AT_ALL = _gone("remove it")
# Arguments of the Trainer.
_ARGUMENTS: dict[str, Change] = {
    "amp_backend": _NOT_AT_ALL,
    "amp_level": _NOT_AT_ALL,
    "auto_lr_find": _gone("call `Tuner(trainer).lr_find(model)`"),
    "auto_scale_batch_size": _gone("call `Tuner(trainer).scale_batch_size(model)`"),
    "auto_select_gpus": _gone('use `devices="auto"`'),
    "checkpoint_callback": _gone("use `enable_checkpointing`, and pass the callback in `callbacks`"),
    "default_save_path": _gone("use `default_root_dir`"),
    "distributed_backend": _gone("use `strategy`"),
    "early_stop_callback": _gone("pass `EarlyStopping()` in `callbacks`"),
    "flush_logs_every_n_steps": _gone("pass it to the logger"),
    "gpus": _gone('use `accelerator="gpu", devices=...`'),
    "ipus": _gone("use `accelerator` and `devices`"),
    "log_gpu_memory": _gone("pass `DeviceStatsMonitor()` in `callbacks`"),
    "log_save_interval": _gone("pass it to the logger"),
    "max_nb_epochs": _gone("use `max_epochs`"),
    "move_metrics_to_cpu": _NOT_AT_ALL,
    "multiple_trainloader_mode": _gone("pass `CombinedLoader(loaders, mode)` to `fit`"),
    "num_processes": _gone('use `accelerator="cpu", devices=...`'),
    "prepare_data_per_node": _gone("set it as an attribute of the `LightningDataModule`"),
    "process_position": _gone("pass `TQDMProgressBar(process_position=...)` in `callbacks`"),
    "progress_bar_refresh_rate": _gone("pass `TQDMProgressBar(refresh_rate=...)` in `callbacks`"),
    "reload_dataloaders_every_epoch": _gone("use `reload_dataloaders_every_n_epochs=1`"),
    "replace_sampler_ddp": _gone("use `use_distributed_sampler`"),
    "resume_from_checkpoint": _gone("pass `ckpt_path=...` to `fit`"),
    "row_log_interval": _gone("use `log_every_n_steps`"),
    "stochastic_weight_avg": _gone("pass `StochasticWeightAveraging(swa_lrs=...)` in `callbacks`"),
    "terminate_on_nan": _gone("use `detect_anomaly=True`"),
    "tpu_cores": _gone('use `accelerator="tpu", devices=...`'),
    "track_grad_norm": _gone("log `grad_norm(module, norm_type=2)` in `on_before_optimizer_step`"),
    "train_percent_check": _gone("use `limit_train_batches`"),
    "truncated_bptt_steps": _gone("split the sequence in `training_step`"),
    "use_amp": _gone('use `precision="16-mixed"`'),
    "val_percent_check": _gone("use `limit_val_batches`"),
    "weights_save_path": _gone("pass `ModelCheckpoint(dirpath=...)` in `callbacks`"),
    "weights_summary": _gone("use `enable_model_summary`"),
}
# What an argument may not be any more: ways to divide the work, which `strategy` takes, and no way at all.
_VALUES: dict[str, tuple[frozenset[object], Change]] = {
    "accelerator": (
        frozenset("ddp ddp2 ddp_cpu ddp_sharded ddp_spawn dp horovod".split()),
        _gone("pass the value as `strategy`"),
    ),
    "strategy": (frozenset((None, "ddp2", "ddp_sharded", "dp", "horovod")), _gone('use `"auto"` or `"ddp"`')),
}

_UNCALLED = "is never called since Lightning 2.0"
_ENDS = "on_epoch_end on_batch_end on_epoch_start on_batch_start".split()
_BOTH = {
    **{name: _gone(f"rename it to `on_train_{name[3:]}`", _UNCALLED) for name in _ENDS},
    "on_pretrain_routine_end": _gone("rename it to `on_fit_start`", _UNCALLED),
    "on_pretrain_routine_start": _gone("rename it to `on_fit_start`", _UNCALLED),
}
# Methods of the user's classes that nothing calls any more, and those over which a training stops.
HOOKS: dict[str, dict[str, Change]] = {
    "module": {
        **{
            f"{phase}_epoch_end": _gone(
                f"collect the outputs yourself and use `on_{hook}_epoch_end`", "raises an error since Lightning 2.0"
            )
            for phase, hook in (("training", "train"), ("validation", "validation"), ("test", "test"))
        },
        **{
            f"{phase}_step_end": _gone(f"do it in `{phase}_step`", _UNCALLED)
            for phase in ("training", "validation", "test")
        },
        **_BOTH,
        "get_progress_bar_dict": _gone("override `ProgressBar.get_metrics`", _UNCALLED),
        "tbptt_split_batch": _gone("split the sequence in `training_step`", _UNCALLED),
    },
    "callback": {
        **_BOTH,
        "on_init_end": _gone("rename it to `setup`", _UNCALLED),
        "on_init_start": _gone("rename it to `setup`", _UNCALLED),
        "on_keyboard_interrupt": _gone("rename it to `on_exception`", _UNCALLED),
    },
}

# Parameters of hooks for which nothing is passed any more, and how many arguments a module's hook gets since then;
# that of a callback gets the trainer and the module, too.
PARAMETERS: dict[str, tuple[frozenset[str], int]] = {
    "backward": (frozenset(("optimizer", "optimizer_idx")), 1),
    "configure_gradient_clipping": (frozenset(("optimizer_idx",)), 3),
    "lr_scheduler_step": (frozenset(("optimizer_idx",)), 2),
    "on_before_optimizer_step": (frozenset(("optimizer_idx",)), 1),
    "on_train_batch_end": (frozenset(("dataloader_idx",)), 3),
    "on_train_batch_start": (frozenset(("dataloader_idx",)), 2),
    "optimizer_step": (frozenset("optimizer_idx on_tpu using_lbfgs using_native_amp second_order_closure".split()), 4),
    "optimizer_zero_grad": (frozenset(("optimizer_idx",)), 3),
    "training_step": (frozenset(("optimizer_idx",)), 2),
    **{f"on_{phase}_epoch_end": (frozenset(("outputs",)), 0) for phase in ("train", "validation", "test")},
}
PASSED_TO_CALLBACKS = 2
NOT_PASSED = _gone("remove it")
# Attributes that are properties without a setter.
READ_ONLY = {"hparams": _gone("use `self.save_hyperparameters(...)`")}


LAST_PARTS = frozenset(name.rpartition(".")[2] for name in (*MODULES, *NAMES))


def removed(name: str) -> Change | None:
    """What has become of a name of Lightning 1, or of the module that it was in; None for all others."""
    itself, inner = removed_itself(name), _inner(name)
    return itself or next((MODULES[module] for module in MODULES if inner.startswith(f"{module}.")), None)


def removed_itself(name: str) -> Change | None:
    """What has become of a name or module of Lightning 1; None for all others, and for what was in such a module."""
    inner = _inner(name)
    return NAMES.get(inner) or MODULES.get(inner)


def trainer_argument(name: str, keyword: str, value: object) -> Change | None:
    """What has become of an argument of Lightning's Trainer, or of a literal that it may not be any more."""
    if _inner(name) not in _TRAINERS:
        return None
    values, change = _VALUES.get(keyword, (frozenset(), None))
    return change if change is not None and value in values else _ARGUMENTS.get(keyword)


def role(base: str) -> str:
    """What a class of Lightning is to the Trainer: "module", "callback", or nothing that has such hooks."""
    inner = _inner(base)
    if inner in _MODULES:
        return "module"
    return "callback" if inner == "Callback" or inner.startswith("callbacks.") else ""


def _inner(name: str) -> str:
    """The name within `lightning.pytorch`; empty for names of other packages."""
    return next((name[len(place) :] for place in _PLACES if name.startswith(place)), "")
