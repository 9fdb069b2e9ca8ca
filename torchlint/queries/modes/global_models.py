"""Models that a file itself makes, evaluated by functions of which no caller is seen, such as those of a web server.

The mode at the beginning of such a function is what the file has left: train mode, where nothing ever switches it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of, uses
from torchlint.domain.modes import NEVER_SEEN
from torchlint.domain.values import alternatives
from torchlint.flow.facts import ForwardFact
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.queries.modes.calls_by_callers import forwards_by_callers
from torchlint.queries.modes.evaluation import EvaluationView
from torchlint.queries.modes.held_evaluations import is_evaluated_in
from torchlint.queries.modes.returned_models import is_returned_as_made, leaves_mode
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Methods of modules that switch them.
_SWITCHES = ("eval", "train")


@dataclass(frozen=True, slots=True, eq=False)
class GlobalModelView(View):
    """A place in a function that evaluates a variable of the file, a model that nothing puts in eval mode."""

    forward: EvaluationView  # the call of the model

    @property
    def model(self) -> str:
        """The model, as the function names it."""
        return self.forward.model.text


@query
def global_model_evaluations(file: File) -> list[GlobalModelView]:
    """Evaluations of models with trained weights that the file makes, in train mode, and that nothing switches.

    >>> file = File("serve.py", '''
    ... import torch
    ... from torch import nn
    ... net = nn.Sequential(nn.Linear(4, 4), nn.Dropout())
    ... net.load_state_dict(torch.load("weights.pt"))
    ... def answer(rows):
    ...     with torch.no_grad():
    ...         return net(torch.tensor(rows)).tolist()
    ... ''')
    >>> [str(one.forward) for one in global_model_evaluations(file)]
    ['net(torch.tensor(rows))']
    """
    found: dict[tree.Node, GlobalModelView] = {}
    for view in forwards_by_callers(file):
        for fact in view.events:
            one = EvaluationView(file, view.node, (fact,))
            if fact.switches == NEVER_SEEN and is_evaluated_in(one, fact) and _stays_as_made(file, one, fact):
                found.setdefault(view.node, GlobalModelView(file, view.node, one))
    return sorted(found.values(), key=lambda one: one.node.start)


def _stays_as_made(file: File, view: EvaluationView, fact: ForwardFact) -> bool:
    """Whether a variable of the file holds a model with trained weights, and no code here or elsewhere switches it."""
    name, source = view.model.node, fact.model.source
    if not isinstance(name, tree.Name) or owner_of(file.tree, name) is not file.tree.root:
        return False
    if source is None or source not in file.facts.made_in_train_mode:
        return False
    if not file.holds(source) and not is_returned_as_made(file, source):
        return False
    if source not in file.facts.loaded and not _is_trained(file, source):
        return False
    if not all(leaves_mode(file, file.tree, use) for use in uses(file.tree, name)):
        return False
    return not _is_switched(file, source) and not _is_switched_elsewhere(file, name.id)


def _is_trained(file: File, source: tree.Node) -> bool:
    record = file.facts
    return any(source in one.sources and one.origin in record.differentiated for one in record.forwards)


def _is_switched(file: File, source: tree.Node) -> bool:
    """Whether the file switches what was made there, or something that it does not know."""
    calls = (call for method in _SWITCHES for call in file.method_calls(method))
    switched = (call.receiver.value for call in calls if call.receiver is not None)
    return any(
        one.kind == "unknown" or (one.kind == "module" and one.source in (None, source))
        for value in switched
        for one in alternatives(value)
    )


def _is_switched_elsewhere(file: File, name: str) -> bool:
    """Whether another file of the project, which mentions this one, switches something of that name."""
    files = file.project_files
    if files is None:
        return False
    path = PurePath(file.path)
    module = path.parent.name if path.stem == "__init__" else path.stem
    switching = {place for method in _SWITCHES for place in files.files_mentioning(f"{name}.{method}(", module)}
    return not switching <= {file.place}
