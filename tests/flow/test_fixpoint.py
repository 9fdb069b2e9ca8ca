"""What reading a file notes on the way: forwards and modes, loops, what is differentiated, kept, cut, handed on."""

from __future__ import annotations

from textwrap import dedent

import pytest

from torchlint.domain.origins import Origin
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.flow import fixpoint
from torchlint.flow.facts import Facts
from torchlint.syntax import cst_parser, tree

START = """
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

model = nn.Linear(3, 1)
loader = DataLoader([])
"""


class Read:
    """A reading, asked by the code that it is about."""

    def __init__(self, text: str) -> None:
        self.tree = cst_parser.parse(START + dedent(text))
        analysis = fixpoint.analyse(self.tree)
        self.facts: Facts = analysis.facts
        self.functions, self.classes = analysis.functions, analysis.classes

    def text(self, node: tree.Node) -> str:
        return self.tree.text_of(node)

    @property
    def forwards(self) -> list[tuple[str, str, int]]:
        """Each forward's call, the model's mode, whether gradients are on; in source order."""
        events = sorted(self.facts.forwards, key=lambda e: (e.node.start, e.mode, e.where.grad))
        return list(dict.fromkeys((self.text(e.node), e.mode, e.where.grad) for e in events))

    @property
    def accumulated(self) -> list[tuple[str, str]]:
        """The code and the manner of each accumulation."""
        events = sorted(self.facts.accumulations, key=lambda e: e.node.start)
        return list(dict.fromkeys((self.text(e.node), e.how) for e in events))

    def code(self, origins: set[Origin]) -> set[str]:
        """The code of some origins."""
        return {self.text(origin.node) for origin in origins}


# Modes


@pytest.mark.parametrize(
    ("body", "mode"),
    [
        ("model(x)", "train"),  # as it was made
        ("model.eval()\nmodel(x)", "eval"),
        ("model.train()\nmodel(x)", "train"),
        ("model.eval()\nmodel.train()\nmodel(x)", "train"),
        ("model.train(False)\nmodel(x)", "eval"),
        ("model.train(mode=False)\nmodel(x)", "eval"),
        ("model.train(True)\nmodel(x)", "train"),
        ("model.train(flag)\nmodel(x)", ""),
        ("model.eval()\nif flag:\n    model.train()\nmodel(x)", ""),
        ("if flag:\n    model.train()\nelse:\n    model.eval()\nmodel(x)", ""),
        ("if flag:\n    model.eval()\nelse:\n    model.eval()\nmodel(x)", "eval"),
        ("model.to('cuda').eval()\nmodel(x)", "eval"),
        ("model = model.eval()\nmodel(x)", "eval"),
        ("other = model\nother.eval()\nmodel(x)", "eval"),
        ("nn.Linear(3, 1).eval()\nmodel(x)", "train"),
        ("nn.DataParallel(model).eval()\nmodel(x)", "eval"),
        ("for _ in range(3):\n    model.eval()\nmodel(x)", ""),
        ("with flag:\n    model.eval()\nmodel(x)", "eval"),
        ("try:\n    model.eval()\nfinally:\n    pass\nmodel(x)", "eval"),
        ("model.eval()\nmodel.forward(x)", "eval"),
    ],
)
def test_the_mode_of_a_forward(body: str, mode: str) -> None:
    body = "\n".join(f"    {line}" for line in body.split("\n"))
    read = Read(f"\ndef run(model, x, flag):\n{body}\nrun(nn.Linear(3, 1), torch.tensor(1.0), read())\n")
    assert {found for _, found, _ in read.forwards} == {mode}


def test_modes_go_through_calls_and_parts() -> None:
    read = Read("""
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.encoder = nn.Linear(3, 3)

            def forward(self, x):
                return self.encoder(x)

        def switch(net):
            net.eval()

        net = Net()
        net(1)
        switch(net)
        net(2)
        net.encoder(3)
        net.encoder.train()
        net.encoder(4)
        net(5)
    """)
    assert read.forwards == [
        ("net(1)", "train", YES),
        ("net(2)", "eval", YES),
        ("net.encoder(3)", "eval", YES),
        ("net.encoder(4)", "train", YES),
        ("net(5)", "eval", YES),
    ]


def test_a_forward_inside_of_a_forward_is_none_of_its_own() -> None:
    read = Read("""
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.encoder = nn.Linear(3, 3)

            def forward(self, x):
                return self.encoder(x)

        def use(x):
            return Net()(x)
    """)
    assert [code for code, _, _ in read.forwards] == ["Net()(x)"]


def test_losses_and_activations_are_no_forwards() -> None:
    read = Read("""
        y = nn.MSELoss()(nn.ReLU()(nn.Dropout()(torch.tensor(1.0))), 1)
        z = nn.Linear(1, 1)(y)
    """)
    assert [code for code, _, _ in read.forwards] == ["nn.Linear(1, 1)(y)"]


def test_a_forward_knows_the_grad_modes_of_its_callers() -> None:
    read = Read("""
        def predict(x):
            return model(x)

        with torch.no_grad():
            predict(1)
        predict(2)
        with torch.set_grad_enabled(read()):
            predict(3)
    """)
    assert read.forwards == [("model(x)", "train", NO), ("model(x)", "train", MAYBE), ("model(x)", "train", YES)]
    function = next(f for f in read.functions.values() if f.name == "predict")
    assert read.facts.reached[function] == {NO, MAYBE, YES}


# Loops


@pytest.mark.parametrize(
    ("header", "loader"),
    [
        ("for x in loader:", "sure"),
        ("for i, x in enumerate(loader):", "sure"),
        ("for i, (x, y) in enumerate(loader, 1):", "sure"),
        ("for x, y in zip(loader, range(3)):", "sure"),
        ("for x in tqdm(loader):", "sure"),
        ("for x in iter(loader):", "sure"),
        ("for x in DataLoader(data):", "sure"),
        ("for x in loaders['train']:", "sure"),
        ("for x in range(3):", ""),
        ("for x in elsewhere:", ""),
        ("while x:", ""),
    ],
)
def test_what_a_loop_iterates_over(header: str, loader: str) -> None:
    read = Read(f"\nfrom tqdm import tqdm\nloaders = {{'train': loader}}\nx = 1\n{header}\n    model(x)\n")
    assert {tuple(loop.loader for loop in fact.where.loops) for fact in read.facts.forwards} == {(loader,)}


def test_what_happens_in_a_loop_is_noted_in_every_loop_around() -> None:
    read = Read("""
        def train(optimizer):
            for epoch in range(3):
                for x, y in loader:
                    step(optimizer, x, y)
                for x in range(3):
                    model(x)

        def step(optimizer, x, y):
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()

        train(torch.optim.SGD(model.parameters(), 0.1))
    """)
    did = {}
    for fact in read.facts.forwards:
        for loop in fact.where.loops:
            did[read.text(loop.node).partition(":")[0]] = loop.did
    assert did["for epoch in range(3)"] == {"zero_grad", "forward", "backward", "step"}
    assert did["for x, y in loader"] == {"zero_grad", "forward", "backward", "step"}
    assert did["for x in range(3)"] == {"forward"}


def test_a_call_that_says_that_it_trains_may_well_differentiate() -> None:
    read = Read("""
        for x in loader:
            loss = model(x)
            engine.train_step(loss)
            other.show(loss)
    """)
    (loop,) = {loop for fact in read.facts.forwards for loop in fact.where.loops}
    assert loop.did == {"forward", "maybe-backward"}
    assert loop.trains
    assert read.code(read.facts.differentiated) == {"model(x)"}


# Sites


def test_what_reaches_backward_is_consumed() -> None:
    read = Read("""
        used = model(1)
        unused = model(2)
        cut = model(3)
        loss = F.mse_loss(used, cut.detach()) * 2
        parts = {"loss": loss.mean()}
        parts["loss"].backward()
        torch.autograd.grad(model(4).sum(), model.weight)
        torch.autograd.backward(model(5))
    """)
    assert read.code(read.facts.differentiated) >= {"model(1)", "model(4)", "model(5)"}
    assert not read.code(read.facts.differentiated) & {"model(2)", "model(3)"}


def test_what_goes_through_functions_is_consumed_where_they_differentiate() -> None:
    read = Read("""
        def differentiate(loss, scaler):
            scaler.scale(loss).backward()

        def compute(x):
            return {"loss": model(x), "other": model(x + 1)}

        differentiate(compute(1)["loss"], read())
    """)
    assert read.code(read.facts.differentiated) == {"model(x)"}


def test_what_is_returned_to_callers_elsewhere() -> None:
    read = Read("""
        def out(x):
            return model(x + 1)

        def also_out(x):
            hidden = model(x + 2)
            return {"a": [hidden]}

        def stays(x):
            hidden = model(x + 3)
            return hidden.item()

        def called(x):
            return model(x + 4)

        called(1)
    """)
    assert read.code(read.facts.returned) == {"model(x + 1)", "model(x + 2)"}


def test_what_is_given_to_functions_elsewhere() -> None:
    read = Read("""
        def here(value):
            return None

        elsewhere(model(1))
        here(model(2))
        meter.update({"loss": model(3)})
        print(model(4))
        F.relu(model(5))
    """)
    assert read.code(read.facts.passed_to_unknown) == {"model(1)", "model(3)"}


def test_what_only_leaves_its_numbers() -> None:
    read = Read("""
        model(1).item()
        model(2).detach()
        model(3).argmax(1)
        model(4) > 0
        float(model(5))
        model(6).data
        model(7).sum()
        torch.argmax(model(8))
        model(9).tolist()
        model(10) is None
    """)
    numbers = {f"model({number})" for number in (1, 2, 3, 4, 5, 6, 8, 9)}
    assert read.code(read.facts.detached) == numbers


def test_what_is_kept() -> None:
    read = Read("""
        class Trainer:
            def run(self, x):
                self.output = model(x + 1)
                self.outputs = [model(x + 2)]
                self.number = model(x + 3).item()
                local = model(x + 4)

        def remember(x):
            global last
            last = model(x + 5)
    """)
    assert read.code(read.facts.stored) == {"model(x + 1)", "model(x + 2)", "model(x + 5)"}


# What grows


@pytest.mark.parametrize(
    ("statement", "how"),
    [
        ("total += loss", "sum"),
        ("total = total + loss", "sum"),
        ("total = loss + total", "sum"),
        ("total = 0.9 * total + 0.1 * loss", "sum"),
        ("total = total - loss", "sum"),
        ("losses.append(loss)", "container"),
        ("losses.append((1, loss))", "container"),
        ("losses.append({'loss': loss})", "container"),
        ("losses.extend([loss])", "container"),
        ("losses += [loss]", "container"),
        ("losses = losses + [loss]", "container"),
        ("record['loss'] += loss", "sum"),
        ("record['loss'] = record['loss'] + loss", "sum"),
        ("record['losses'].append(loss)", "container"),
        ("state.total += loss", "sum"),
        ("losses.insert(0, loss)", "container"),
    ],
)
def test_what_grows_from_pass_to_pass(statement: str, how: str) -> None:
    read = Read(loop_of(statement))
    assert read.accumulated == [(statement, how)]
    (fact,) = read.facts.accumulations
    assert fact.carrier is not None
    assert fact.carrier.loader == "sure"
    assert read.text(fact.carrier.node).startswith("for x in loader")


def loop_of(statement: str) -> str:
    body = statement.replace("\n", "\n    ")
    setup = "total, losses, record, state = 0, [], {'loss': 0, 'losses': []}, State()\n"
    state = "class State:\n    total = 0\n"
    return f"\n{state}{setup}for x in loader:\n    loss = F.mse_loss(model(x), x)\n    {body}\n"


@pytest.mark.parametrize(
    "statement",
    [
        "total += loss.item()",
        "total += loss.detach()",
        "total += float(loss)",
        "total = loss",
        "total = loss + 1",
        "total = total.detach() + loss if total else loss\ntotal = total.item()",
        "losses.append(loss.item())",
        "losses = [loss]",
        "losses = []\nlosses.append(loss)",
        "total = 0\ntotal += loss",
        "record['loss'] = loss",
        "with torch.no_grad():\n    total += F.mse_loss(model(x), x)",
        "losses.append(x)",
        "total += 1",
    ],
)
def test_what_does_not_grow(statement: str) -> None:
    assert Read(loop_of(statement)).accumulated == []


def test_an_object_that_keeps_what_it_is_given_grows() -> None:
    read = Read("""
        class Meter:
            def __init__(self):
                self.sum, self.values = 0, []

            def update(self, value):
                self.sum += value
                self.values.append(value)

        meter = Meter()
        numbers = Meter()
        for x in loader:
            loss = F.mse_loss(model(x), x)
            meter.update(loss)
    """)
    assert read.accumulated == [("self.sum += value", "sum"), ("self.values.append(value)", "container")]
    calls = {read.text(fact.where.chain[-1]) for fact in read.facts.accumulations}
    assert calls == {"meter.update(loss)"}


def test_what_is_differentiated_after_it_grew() -> None:
    read = Read("""
        total = 0
        for x in loader:
            total += model(x)
        total.backward()
    """)
    assert read.code({e.origin for e in read.facts.accumulations} & read.facts.differentiated) == {"total += model(x)"}


# Hooks


def test_hooks_and_their_handles() -> None:
    read = Read("""
        def removed(net, hook):
            handle = net.register_forward_hook(hook)
            handle.remove()

        def kept(net, hook):
            handle = net.register_full_backward_hook(hook)
            return handle

        def in_a_list(net, hook):
            handles = [part.register_forward_pre_hook(hook) for part in net.modules()]
            for handle in handles:
                handle.remove()

        def as_context(net, hook):
            with net.register_state_dict_pre_hook(hook):
                pass

        def dropped(net, hook):
            net.register_load_state_dict_post_hook(hook)

        def tensors(x, hook):
            x = torch.sigmoid(x)
            x.register_hook(hook)
    """)
    assert [read.text(fact.node) for fact in sorted(read.facts.hooks, key=lambda e: e.node.start)] == [
        "net.register_forward_hook(hook)",
        "net.register_full_backward_hook(hook)",
        "part.register_forward_pre_hook(hook)",
        "net.register_state_dict_pre_hook(hook)",
        "net.register_load_state_dict_post_hook(hook)",
    ]
    assert read.code(read.facts.removed) == {
        "net.register_forward_hook(hook)",
        "part.register_forward_pre_hook(hook)",
        "net.register_state_dict_pre_hook(hook)",
    }
    assert read.code(read.facts.returned) == {"net.register_full_backward_hook(hook)"}


# Who constructs what, and who is called


def test_who_constructs_objects_of_a_class() -> None:
    read = Read("""
        class Block(nn.Module):
            pass

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.block = Block()

        class Unused(nn.Module):
            pass

        def build():
            return Net()

        net = Net()
    """)
    makers = {
        cls.name: {maker.name if maker else None for maker in found} for cls, found in read.facts.constructed_by.items()
    }
    assert makers == {"Block": {"Net"}, "Net": {None}}


def test_which_documented_names_a_call_may_have() -> None:
    read = Read("""
        pick = torch.sigmoid if read() else torch.tanh
        criterion = nn.BCELoss()
        x = torch.tensor(1.0)
        criterion(x, x)
        x.sigmoid()
        F.softmax(x, 1)
        nn.functional.binary_cross_entropy(x, x)
    """)
    names = {read.text(call): found for call, found in read.facts.callees.items()}
    assert names["criterion(x, x)"] == {"torch.nn.BCELoss.forward"}
    assert names["x.sigmoid()"] == {"torch.Tensor.sigmoid"}
    assert names["F.softmax(x, 1)"] == {"torch.nn.functional.softmax"}
    assert names["nn.functional.binary_cross_entropy(x, x)"] == {"torch.nn.functional.binary_cross_entropy"}


def test_which_functions_of_the_file_a_call_runs() -> None:
    read = Read("""
        class Base:
            def step(self): ...
            def run(self): self.step()

        class Derived(Base):
            def step(self): ...

        def free(): ...

        Derived().step()
        Base().run()
        free()
        (lambda: 1)()
    """)
    called = {
        read.text(call): {(f.owner.name if f.owner else "") + "." + f.name for f in found}
        for call, found in read.facts.functions.items()
    }
    assert called["Derived().step()"] == {"Derived.step"}
    assert called["self.step()"] == {"Base.step", "Derived.step"}
    assert called["free()"] == {".free"}
    assert called["(lambda: 1)()"] == {".<lambda>"}


def test_what_functions_return() -> None:
    read = Read("""
        def one(x):
            if x:
                return model(x)
            return None

        def two(x): pass
    """)
    returned = [(read.text(fact.node), fact.value.kind) for fact in read.facts.returns]
    assert returned == [("return model(x)", "tensor"), ("return None", "none")]


def test_a_reading_is_the_same_every_time() -> None:
    text = START + dedent(loop_of("losses.append(loss)\ntotal += loss"))
    first, second = (fixpoint.analyse(cst_parser.parse(text)).facts for _ in range(2))
    assert [e.node.start for e in first.accumulations] == [e.node.start for e in second.accumulations]
    assert [e.node.start for e in first.forwards] == [e.node.start for e in second.forwards]
    assert [(n.start, v.kind) for n, v in first.values.items()] == [(n.start, v.kind) for n, v in second.values.items()]


def test_a_caller_that_runs_again_does_not_replace_what_another_made_of_a_value() -> None:
    read = Read("""
    def half(x): return model(x) / 2
    def step(x): half(x).mean().backward()
    @torch.no_grad()
    def look(x): print(half(x))
    for _ in range(3):
        for x in loader:
            step(x)
        for x in loader:
            look(x)
    """)
    assert [v.grad for n, v in read.facts.values.items() if read.text(n) == "model(x) / 2"] == [MAYBE]
