"""What a name says by itself of something that nothing else is known of: few names say enough."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from torchlint.domain.values import MAYBE, Value
from torchlint.knowledge.effects import CallModel

# What a method of an object that nothing is known of says by its name alone.
OF_ANYTHING = {
    "prepare": CallModel("all"),  # Accelerator.prepare(model, optimizer, ...)
    "prepare_model": CallModel("first", only_with=1),
    "no_grad": CallModel("no-grad"),
}

# Words for devices besides the CPU, as PyTorch's modules and texts have them (`torch.xpu`, `"cuda:0"`).
ACCELERATORS = ("cuda", "accelerator", "xpu", "mps")

# What differentiates its argument, or its receiver, whatever it is a method of.
BACKWARDS = frozenset(("backward", "manual_backward"))

# Names that say that a call trains; what it is given may well be differentiated there.
TRAINS = (
    r"backward|train_(step|batch|on|one)|optimi[sz]e_?$|update_(model|param|net)|(^|_)fit(_|$)"
    r"|training_step|(^|_)learn$"
)

# Methods of models that look at them, make or forget a state, or change how they compute: `init_hidden`, `reset`,
# `get_input_embeddings`, `convert_to_fp16`, `enable_gradient_checkpointing`, `no_sync`.
_LEAVES_MODE = re.compile(
    r"^(init|begin|get|num|count|is|has|reset|clear|zero|print|save|detach|repackage|convert|enable|disable|resize|tie)"
    r"([_A-Z]|$)|^no_sync$|_(en|dis)able$"
)


def leaves_mode(method: str) -> bool:
    """Whether a method of a model, by its name, puts it in no other mode."""
    return _LEAVES_MODE.search(method) is not None


# Names of functions that compute a loss, or what is made of its gradient.
LOSSES = re.compile(r"loss|entropy|criterion|grad|diverg|(^|_)(mse|bce|nll|kl|energy|attack)(_|$)", re.IGNORECASE)

# Names that people give to models, and to little else that is called with data: `student`, `netG`, `target_net`.
_MODELS = re.compile(
    r"^_?(\w*_)?(model|net|network|encoder|decoder|generator|discriminator|backbone|teacher|student|classifier|critic"
    r"|actor|policy|detector|segmentor|denoiser|unet|vae|autoencoder|qnet)(\d{1,2}|_[a-z0-9]|[A-Z]{1,2}|_(ema|target|online|local|eval))?$"
    r"|^(net|model)[A-Z]\w{0,2}$|^[GD](_?[ABXY12s])?$"
)

# Names of functions that return the loss of a batch: `criterion`, `loss_fn`.
_LOSS_OF_BATCH = re.compile(r"^(criterion|(\w+_)?loss(_?(f|fn|fun|func|function))?)$", re.IGNORECASE)
# Names of what a repository of models offers besides.
_NO_MODELS = re.compile(r"transform|util|process|tokenizer|config|vocab|dataset", re.IGNORECASE)

# Names of arguments that are data, rather than settings of what is made.
_DATA = re.compile(
    r"(^|_)(x|y|inputs?|imgs?|images?|pixel|samples?|latents?|hidden|attention|labels?|batch|tokens?|obs|states?|data"
    r"|features?|mask|videos?|audios?|points?|timesteps?)(_|$)"
)

# Names of functions that let an optimizer step that they are given: `engine.optimizer_step(optimizer)`. Schedulers take
# one as well, and only set its learning rate.
_STEPS = re.compile(r"(^|_)step$")
_SCHEDULES = re.compile(r"lr|sched|warm|decay|anneal", re.IGNORECASE)

# Names of measurements, which are plain numbers as often as tensors: what an unseen model gives under one of these may
# carry no graph at all.
MEASURES = re.compile(
    r"(^|_)(n|num|acc|accs|accuracy|accuracies|correct|corrects|hits|count|counts|top_?[15]|acc[15]|precision|recall"
    r"|f1|auc|iou|miou|psnr|ssim|metric|metrics|stats)(_|$)",
    re.IGNORECASE,
)

# Names of what gives other rows each time that it is called, also where Ray calls it elsewhere: `memory.sample.remote`.
FETCHES_ROWS = re.compile(
    r"(^|\.)(next|sample|pop|choice|(get|next|load|sample|fetch|draw|random)_(mini)?batch)(\.remote)?$"
)

# Methods of loaders that return the loader, with another stage or another length, as WebDataset's do.
GIVES_LOADER = frozenset("batched ddp_equalize repeat shuffle unbatched with_epoch with_length".split())

# Names of what asks how the program runs, which stays as it is: `is_available`, `is_initialized`, `is_amp_enabled`.
ASKS_ENVIRONMENT = re.compile(r"^is_(\w+_)?(available|enabled|initialized)$")

# Words of a class that decides by itself which of its parameters get gradients.
FREEZES = ("requires_grad", "no_grad", "inference_mode", "set_grad_enabled", "freeze", "detach")

# Names of models that are only looked through, or that follow another one: `teacher`, `target_net`, `vgg_loss`.
_FIXED = re.compile(
    r"teacher|target|ema|fixed|frozen|random|pretrain|reference|_ref(_|$)|vgg|lpips|perc", re.IGNORECASE
)

# Names under which language models are given words, of what some are given besides, and of parts of such models.
_WORDS = frozenset("input_ids attention_mask token_type_ids inputs_embeds decoder_input_ids".split())
_BESIDE_WORDS = re.compile(r"pixel|image|img|video|audio|visual|vision", re.IGNORECASE)
_PARTS_OF_LANGUAGE_MODELS = frozenset("lm_head embed_tokens wte v_head".split())

# Classes of transformers whose loss is a mean over tokens. Masked language models hide as many in each batch.
_TOKEN_LOSSES = re.compile(r"For(?:CausalLM|Seq2SeqLM|ConditionalGeneration)$|LMHeadModel$")

# Names of the factor by which a later reward counts for less.
_DISCOUNTS = re.compile(r"(^|_)(gamma|discount)", re.IGNORECASE)

# Names of the logarithms of the probabilities of actions.
_LOG_PROBABILITIES = re.compile(r"(^|_)log_?(p|pi|pis|probs?|probas?|probabilit(y|ies))(_|s?$)", re.IGNORECASE)

# What shows how far a loop is, by its last name.
PROGRESS_BARS = frozenset(("tqdm", "trange", "track", "progress_bar", "auto", "notebook", "prange"))

# What a class or a factory is that comes from a file or a package that is not known, by how its dotted name ends.
LOADER_ENDINGS = ("DataLoader", "NeighborLoader", "LinkNeighborLoader", "BucketIterator")
DATASET_ENDINGS = ("data.Dataset", "data.IterableDataset", "dataset.Dataset", ".ImageFolder", ".VisionDataset")
MODULE_ENDINGS = (".MessagePassing", "nn.Module", ".KerasModule", "PreTrainedModel")
CLASS_ENDINGS = {"LightningModule": "lightning.LightningModule"}


@cache  # asked of each call's name, and most names are used often
def names_model(name: str) -> bool:
    """Whether a name is one that people give to models."""
    return _MODELS.match(name) is not None


def names_loss(name: str) -> bool:
    """Whether a name is one that people give to a function that returns the loss of a batch."""
    return _LOSS_OF_BATCH.match(name) is not None


def names_no_model(name: str) -> bool:
    """Whether an entry of a repository of models is called something else: `transforms`, `ssd_processing_utils`."""
    return _NO_MODELS.search(name) is not None


def names_data(name: str) -> bool:
    """Whether an argument's name is one for data: `input_ids`, `pixel_values`."""
    return _DATA.search(name) is not None


def name_words_only(names: Collection[str]) -> bool:
    """Whether keyword arguments give a model words and nothing to look at or to listen to: `input_ids`, `labels`."""
    return not _WORDS.isdisjoint(names) and not any(_BESIDE_WORDS.search(name) for name in names)


def names_part_of_language_model(name: str) -> bool:
    """Whether an attribute's name is that of a part of language models: `lm_head`."""
    return name in _PARTS_OF_LANGUAGE_MODELS


def names_model_with_token_loss(name: str) -> bool:
    """Whether a class of transformers computes a mean over the tokens that its labels mark: `AutoModelForCausalLM`."""
    return _TOKEN_LOSSES.search(name) is not None


def names_discount(name: str) -> bool:
    """Whether a name is one for the factor by which a later reward counts for less: `gamma`, `discount_factor`."""
    return _DISCOUNTS.search(name) is not None


def names_fixed_model(name: str) -> bool:
    """Whether a name says that a model is not to be trained: `teacher`, `target_net`."""
    return _FIXED.search(name) is not None


def names_log_probability(name: str) -> bool:
    """Whether a name is one for the logarithm of an action's probability: `log_probs`, `logp`."""
    return _LOG_PROBABILITIES.search(name) is not None


def steps_optimizer(name: str) -> bool:
    """Whether a function's name says that it lets an optimizer step which it is given."""
    return _STEPS.search(name) is not None and _SCHEDULES.search(name) is None


def names_scheduler(name: str) -> bool:
    """Whether what has a `step` of its own is called a scheduler: `lr_scheduler`, `sched`, `warmup`."""
    return _SCHEDULES.search(name) is not None and "opt" not in name.lower()


def measured(name: str, value: Value) -> Value:
    """A part of what an unseen model gave, under the name that the code has for it: a measurement may be a number."""
    is_number = value.kind == "output" and MEASURES.search(name) is not None
    return value.replace(grad=min(value.grad, MAYBE), assumed=True) if is_number else value


# Settings that change how samples look, or where they come from, and not which ones they are.
SAMPLE_LOOKS = re.compile(r"transform|download|augment|collate|resize|size|crop|verbose|cache", re.IGNORECASE)
