"""The programs that are run on a GPU, and what a plan looks at in each, as the linter's rules would ask it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from torchlint.finding import Experiment, Finding, Span
from torchlint.proofs import blocked_time, copied_bytes, pending_copy, retained_graph, scaled_gradients
from torchlint.reading import read_source
from torchlint.verify.plan import Plan, absolute, plan_of

FOLDER = Path(__file__).parent.parent / "programs" / "cuda"


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of code."""

    span: Span


@dataclass(frozen=True, slots=True)
class Code:
    """The text of a program, in which places are found by what stands there."""

    text: str

    def at(self, part: str, within: str = "") -> Place:
        """Where `part` stands, the first one in the only place that has `within`. Raises ValueError."""
        around = within or part
        if self.text.count(around) != 1:
            raise ValueError(f"{around!r} stands there {self.text.count(around)} times")
        start = self.text.index(around) + around.index(part)
        return Place(Span(start, start + len(part)))


@dataclass(frozen=True, slots=True)
class Planned:
    """A program, where a run looks, and the site of each experiment by a name of its own."""

    path: Path
    experiments: dict[str, Experiment]
    plan: Plan
    sites: dict[str, int]


Experiments = dict[str, Experiment]


def in_training(code: Code) -> Experiments:
    kept, product = "kept += model(rows).mean()", "product.sum().item()"
    return {
        "kept": retained_graph(accumulator=code.at("kept", kept), at=code.at(kept)),
        "wait": blocked_time(tensor=code.at("product.sum()", product), at=code.at(product)),
    }


def in_graphs(code: Code) -> Experiments:
    kept = "kept.append(loss.detach())"
    return {"captured": retained_graph(accumulator=code.at("kept", kept), at=code.at(kept))}


def in_streams(code: Code) -> Experiments:
    copy, again = 'product.to("cpu", non_blocking=True)', 'result.to("cpu", non_blocking=True)'
    return {
        "copy": pending_copy(tensor=code.at("product", copy), at=code.at(copy)),
        "again": pending_copy(tensor=code.at("result", again), at=code.at(again)),
    }


def in_pinned(code: Code) -> Experiments:
    moved, there = "torch.ones(256, 256).to(device)", "torch.ones(256, 256, device=device).to(device)"
    return {
        "moved": copied_bytes(made=code.at("torch.ones(256, 256)", moved), at=code.at(moved)),
        "there": copied_bytes(made=code.at("torch.ones(256, 256, device=device)", there), at=code.at(there)),
    }


def in_autocast(code: Code) -> Experiments:
    wrong, right = (f"nn.utils.clip_grad_norm_(model.parameters(), {most})" for most in ("1.0", "2.0"))
    step, right_step, kept = "scaler.step(optimizer)", "right.step(optimizer)", "kept += model(rows).mean()"
    return {
        "scaled": scaled_gradients(
            scaler=code.at("scaler", step), optimizer=code.at("optimizer", step), at=code.at(wrong)
        ),
        "unscaled": scaled_gradients(
            scaler=code.at("right", right_step), optimizer=code.at("optimizer", right_step), at=code.at(right)
        ),
        "kept": retained_graph(accumulator=code.at("kept", kept), at=code.at(kept)),
    }


def in_steps(code: Code) -> Experiments:
    total, kept = "total += loss", "history.append(loss)"
    return {
        "total": retained_graph(accumulator=code.at("total", total), at=code.at(total)),
        "kept": retained_graph(accumulator=code.at("history", kept), at=code.at(kept)),
        "wait": blocked_time(tensor=code.at("loss", "loss.item()"), at=code.at("loss.item()")),
    }


def in_waits(code: Code) -> Experiments:
    total, kept = "total += loss", "kept.append(loss)"
    return {
        "total": retained_graph(accumulator=code.at("total", total), at=code.at(total)),
        "kept": retained_graph(accumulator=code.at("kept", kept), at=code.at(kept)),
    }


def in_step_waits(code: Code) -> Experiments:
    return {}  # what a monitor sees


LOOKS: dict[str, Callable[[Code], Experiments]] = {
    "training": in_training,
    "graphs": in_graphs,
    "streams": in_streams,
    "pinned": in_pinned,
    "autocast": in_autocast,
    "waits": in_waits,
    "step_waits": in_step_waits,
    "steps": in_steps,
}
MONITORED = {"waits": ("device_waits",), "step_waits": ("device_waits",)}


def planned(name: str) -> Planned:
    """One of the programs, with its plan."""
    path = FOLDER / f"{name}.py"
    source = read_source(str(path))
    experiments = LOOKS[name](Code(source.text))
    findings = {key: Finding(source.path, each.captures[0][1], "", proof=each) for key, each in experiments.items()}
    plan = plan_of([(source, list(findings.values()))])
    plan = replace(plan, monitors=MONITORED.get(name, ()), checked=(absolute(source.path),))
    sites = {key: site for key, finding in findings.items() if (site := plan.site_of(finding)) is not None}
    return Planned(path, experiments, plan, sites)
