"""What is known of command lines: who parses them, what shows or keeps all settings, what launchers pass."""

from __future__ import annotations

import re

# Methods of argparse's parsers. The second kind returns the namespace with the words that no option has taken.
PARSES = frozenset(("parse_args", "parse_intermixed_args"))
PARSES_SOME = frozenset(("parse_known_args", "parse_known_intermixed_args"))
# What makes a parser, or a part of one, that options are added to.
MAKES_PARSER = frozenset(
    """ArgumentParser ArgParser add_argument_group add_mutually_exclusive_group add_parser""".split()
)
# Packages with an `add_argument` of their own, whose options are read in other ways, or that are no options.
OTHER_PARSERS = ("jsonargparse", "tap", "selenium", "pytorch_lightning.cli", "lightning.pytorch.cli", "absl")
# What fills an object of a dataclass from the command line, and a parser of several dataclasses.
FILLS_CLASS = frozenset(("tyro.cli", "simple_parsing.parse"))
FILLS_CLASSES = frozenset(("transformers.HfArgumentParser", "transformers.hf_argparser.HfArgumentParser"))
# Actions that keep nothing.
KEEPS_NOTHING = frozenset(("help", "version"))

# Functions and methods that show or store what they are given, and whose results no program reads settings from.
SHOWS = frozenset(
    """print pprint pformat repr str format len id type bool hash isinstance
    debug info warning warn error exception critical log log0 write writelines
    add_text add_hparams log_hyperparams log_params log_param log_config log_text""".split()
)
# What also writes them to a file, from which another program may read them.
STORES = frozenset(("torch.save", "json.dump", "json.dumps", "yaml.dump", "yaml.safe_dump", "pickle.dump"))
# What tells a tracker of experiments, by the end of its dotted name.
TRACKS = ("wandb.init", "wandb.config.update", "swanlab.init", "mlflow.log_params", "task.connect")
# What gives the same settings again, as an object or as a dict.
COPIES = frozenset(
    """vars copy deepcopy dict sorted Namespace SimpleNamespace EasyDict edict AttrDict Munch DotDict
    OrderedDict""".split()
)
# Methods of dicts of settings that give the same settings.
COPYING_METHODS = frozenset(("copy", "clone", "deepcopy"))
# Methods that look one setting up by its name, and those that give all of them.
LOOKS_UP = frozenset("get pop setdefault __getattribute__ __getattr__ __getitem__".split())
GIVES_ALL = frozenset(("items", "values", "keys", "_get_kwargs"))
# What runs a function with arguments that are given apart from it, and how many more come before these.
RUNS_WITH = {"spawn": 1, "start_processes": 1, "Process": 0, "Thread": 0, "launch": 0}

# Functions of libraries that read options by names of their own, with nothing in the program that names them.
READS_ITS_OWN = frozenset(("from_argparse_args", "deepspeed.initialize"))
# What makes the variables of a file out of a dict.
VARIABLES = frozenset(("globals", "locals"))
# What runs a text, and so does not only show it.
RUNS_TEXT = frozenset(("exec", "eval"))

# Options that launchers pass to each program, which has to accept them: torch.distributed.launch, Jupyter's kernels.
PASSED_BY_LAUNCHERS = frozenset("local_rank local-rank rank world_size dist_url dist_backend node_rank f".split())

# What an author says of an option that is there for old commands only.
_KEPT_FOR_COMPATIBILITY = re.compile(
    r"deprecat|backward|unused|not used|no longer|ignored|compatib|obsolete|no effect|todo",
    re.I,
)
# Words in the names of options that change what a training computes.
_OF_TRAINING = re.compile(
    r"seed|(^|_)lr|learning|decay|warm|sched|optim|momentum|clip|grad|loss|dropout|epoch|step|batch|beta|ema|label|mixup"
    r"|smooth|weight|anneal|augment|pretrain|freeze|resume|amp|fp16|bf16|hidden|dim|layers|heads|decoder|encoder|arch"
)


def says_unused(text: str) -> bool:
    """Whether an option's help says that nothing reads it any more."""
    return _KEPT_FOR_COMPATIBILITY.search(text) is not None


def is_of_training(name: str) -> bool:
    """Whether an option, by its name, changes what a training computes."""
    return _OF_TRAINING.search(name) is not None
