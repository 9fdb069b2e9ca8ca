"""What people notice when a training goes wrong, and how a run can tell the cause.

`torchlint --explain "loss is NaN"` and docs/symptoms.md show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import fill

from torchlint.rule import SEVERITIES, Rule


@dataclass(frozen=True)
class Symptom:
    """Something that people notice.

    `words` are what people type for it, besides the words of the title; `check` says how to tell by a run whether the
    program has it, and where it comes from. Rules name the symptoms that their mistake produces by itself.
    """

    name: str
    title: str
    words: str
    check: str

    @property
    def paragraph(self) -> str:
        """How to tell by a run, in lines as long as those of the rules' pages."""
        return fill(self.check, 120, break_long_words=False, break_on_hyphens=False)


SYMPTOMS: tuple[Symptom, ...] = (
    Symptom(
        "memory-grows",
        "Memory grows with every step",
        "leak leaking leaks increases increasing rises ram usage rss keeps growing host epoch",
        "Print `torch.cuda.memory_allocated()` (on the CPU, the process's RSS) once per epoch, after the step: a "
        "number that rises by the same amount each time is a graph, a hook or a list that is kept. `--verify` names "
        "the line that keeps it and the bytes per step.",
    ),
    Symptom(
        "out-of-memory",
        "CUDA out of memory",
        "oom outofmemoryerror allocate allocation gpu vram fails exceeds",
        "See in which phase it fails: in the first training step, the model and its activations are too large; in a "
        "later one, memory grows with every step; in validation, gradients are still recorded. With "
        "`--verify`, a command that runs out of memory ends with a report of what was alive, by category and by line.",
    ),
    Symptom(
        "loss-is-nan",
        "The loss is NaN or infinite",
        "nan inf infinity nans diverges explodes exploding overflow",
        "Run a few steps under `torch.autograd.set_detect_anomaly(True)`: the traceback names the forward line whose "
        "backward made the first NaN. `--verify` names the step, the parameters and the loss without that slowdown.",
    ),
    Symptom(
        "loss-does-not-move",
        "The loss does not go down",
        "move moving stuck constant flat learn learns learning decrease decreasing plateau train trains converge "
        "converging zero gradient gradients update updated parameters change weights",
        "Train on one batch for a hundred steps: a correct program brings the loss close to zero. If it does not, look "
        "for parameters whose `.grad` is `None` or zero after `backward()`, and for parameters that are equal before "
        "and after `optimizer.step()`. `--verify` checks for both.",
    ),
    Symptom(
        "accuracy-at-chance",
        "The loss goes down, but accuracy stays at chance",
        "accuracy stuck chance random guess guessing metric wrong predictions bad poor output mixed garbage low score",
        "Evaluate on the batch you train on, in train mode: if accuracy is good there, the evaluation is at fault; "
        "if it is not, inputs and labels don't belong together, or dimensions are mixed up. Print the shapes "
        "at the loss and compare one sample's output alone with its output within a batch: they should be equal in "
        "eval mode.",
    ),
    Symptom(
        "validation-differs",
        "Validation is better or worse than training suggests",
        "eval val evaluation test inference overfit overfitting mode dropout batchnorm generalise generalize worse "
        "different deployed gap",
        "Evaluate twice on the same data: different results mean that Dropout is active or BatchNorm is in train mode. "
        "Then evaluate on the training data with batch sizes 1 and 64. `--verify` replays a call in eval mode and "
        "counts the predictions that change.",
    ),
    Symptom(
        "slower-every-epoch",
        "Each epoch is slower than the one before",
        "slower slows slowing down time step steps longer degrade",
        "Time each hundred steps. If the time rises steadily, something accumulates: a graph, hooks, a list that is "
        "concatenated, or graphs that are compiled again.",
    ),
    Symptom(
        "gpu-idle",
        "The GPU is idle, or training is slow",
        "idle utilization utilisation slow speed bottleneck waiting dataloader throughput performance cpu bound low "
        "fast faster",
        "Watch `nvidia-smi`: low utilisation means that the GPU waits for the host. `--verify-report` shows what the "
        "loop waits for: the DataLoader, and which lines of its workers, or copies from the device.",
    ),
    Symptom(
        "ranks-drift",
        "Ranks drift apart, or more GPUs do not help",
        "ddp distributed rank ranks multi gpu gpus different weights drift replicas processes nodes fsdp",
        "After some steps, compare a checksum of the parameters on all ranks: they must be equal under "
        "DistributedDataParallel. Then compare the indices of the samples that each rank draws: they must differ. "
        "`--verify -- torchrun ...` compares gradients, seeds and random numbers of the ranks.",
    ),
    Symptom(
        "distributed-run-hangs",
        "A distributed run hangs",
        "hang hanging hangs timeout nccl stuck waits deadlock watchdog barrier collective freeze frozen",
        "Set `TORCH_DISTRIBUTED_DEBUG=DETAIL`, or take a stack of each rank with `py-spy dump`: one of the ranks has "
        "not entered the collective that the others wait in.",
    ),
    Symptom(
        "checkpoint-does-not-load",
        "A checkpoint does not load, or a resumed run behaves differently",
        "checkpoint load loads loading missing unexpected key keys state_dict resume resuming save saved restore "
        "torch.load weights pickle",
        "Load it with `strict=True` and read which keys are missing and which are unexpected. Then save, load into a "
        "new model and compare the outputs of both in eval mode: they must be equal.",
    ),
    Symptom(
        "results-differ",
        "Results differ from run to run",
        "reproducible reproducibility deterministic determinism seed seeds random nondeterministic differs runs same "
        "repeat",
        "Run twice with one seed and compare the first losses: a difference in the first step comes from the data or "
        "the initial weights, a later one from cuDNN or from workers.",
    ),
    Symptom(
        "augmentation-repeats",
        "Augmentations or noise repeat",
        "augmentation augmentations same random numbers workers epoch identical duplicate samples repeated repeats",
        "Print the first random number that each worker draws in two epochs: all of them should differ.",
    ),
    Symptom(
        "setting-has-no-effect",
        "A setting, or a call, has no effect",
        "ignored effect nothing happens option flag argument config parameter call silently requires_grad",
        "Print the value where it is used, not where it is set.",
    ),
    Symptom(
        "crash",
        "An error, often later or somewhere else",
        "error exception variables modified raises crash crashes runtimeerror typeerror attributeerror valueerror "
        "traceback device dtype "
        "shape mismatch expected cuda upgrade version deprecated removed fails inplace backward",
        "Run the rarely used paths too: the last batch, a batch of one sample, evaluation, a machine without CUDA, a "
        "resume. For an upgrade, `torchlint --upgrade-to VERSION` lists what changes, and `--fix` writes most of it.",
    ),
)

_WORD = re.compile(r"[a-z0-9_.]+")
# Words of a question that say nothing about which symptom is meant.
_STOP_WORDS = frozenset(
    "a an and another are as at be been before by do does doesn each every for from get gets has in is isn it its my "
    "no not of on one or t than that the to too very was why with".split()
)


def found_by(symptom: Symptom, rules: Iterable[Rule]) -> list[Rule]:
    """The rules that look for causes of a symptom: errors first, and those that are on before those that are off."""
    causes = [rule for rule in rules if symptom.name in rule.symptoms]
    return sorted(causes, key=lambda rule: (not rule.is_on, SEVERITIES.index(rule.severity), rule.name))


def closest(text: str) -> list[Symptom]:
    """The symptoms that a text in somebody's own words describes, the closest first; [] if no word of it is known.

    A word counts less the more symptoms know it, and three times as much in a title. Of `words-with-hyphens`, which may
    be meant as the name of a rule, all have to be known.
    """
    asked = set(_words(text))
    named = [symptom for symptom in SYMPTOMS if symptom.name == text.strip().lower()]
    if named:
        return named
    scores = {symptom.name: sum(_weight(symptom, word) for word in asked) for symptom in SYMPTOMS}
    best = max(scores.values())
    likely = [symptom for symptom in SYMPTOMS if best and scores[symptom.name] * 2 > best]
    if "-" in text and not text.strip().count(" "):
        likely = [symptom for symptom in likely if all(_weight(symptom, word) for word in asked)]
    return sorted(likely, key=lambda symptom: -scores[symptom.name])


def _weight(symptom: Symptom, word: str) -> float:
    in_title, in_words = word in _words(symptom.title), word in symptom.words.split()
    if not in_title and not in_words:
        return 0
    return (3 if in_title else 1) / sum(word in (*_words(each.title), *each.words.split()) for each in SYMPTOMS)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS]
