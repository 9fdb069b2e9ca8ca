"""Hands its code and objects to tools that read, copy, trace and compile them."""

import copy
import dis
import inspect
import io
import pickle

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(0)


class Model(nn.Module):
    """Sums what its layers give."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, batch):
        total = torch.zeros(())
        for layer in self.layers:
            total = total + layer(batch).sum()  # confirmed: it holds the graphs of 3 steps
        return total


def steps(model, batch):
    """How often the graph breaks when torch.compile takes this function."""
    total = torch.zeros(())
    for row in batch:
        total += model(row).sum()  # undecided: torch.compile
    return total


model, batch = Model(), torch.randn(3, 4)
print(repr(model(batch)))

print(inspect.getsource(Model.forward), inspect.getsource(steps), inspect.getsourcelines(steps)[1])
print(steps.__code__.co_firstlineno, steps.__code__.co_name, steps.__code__.co_filename == __file__, Model.__module__)
print(inspect.signature(steps), steps.__code__.co_varnames, inspect.getdoc(steps), bool(list(dis.get_instructions(steps))))

again = pickle.loads(pickle.dumps(model))
print(repr(again(batch)), repr(copy.deepcopy(model)(batch)), pickle.loads(pickle.dumps(steps)) is steps)
buffer = io.BytesIO()
torch.save(model, buffer)
buffer.seek(0)
print(repr(torch.load(buffer, weights_only=False)(batch)), len(buffer.getvalue()))

print(repr(torch.jit.script(model)(batch)), repr(torch.jit.trace(model, batch)(batch)))
print(torch.jit.script(model).code)
print(torch.fx.symbolic_trace(model).code)
print(torch.export.export(model, (batch,)).graph_module.code)
print(torch._dynamo.explain(steps)(model, batch).graph_count, torch._dynamo.explain(steps)(model, batch).graph_break_count)
for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()
    print(repr(torch.compile(model, fullgraph=True, backend=backend)(batch)))
print(repr(torch.func.vmap(model)(torch.randn(2, 3, 4))), repr(torch.func.grad(model)(batch)))
