"""Gradients are off: by a block, a decorator of torch or of the project, a statement, a context manager, a caller."""

import contextlib
import functools

import torch
from torch import inference_mode, nn

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
no_gradients = torch.no_grad


def smart_inference_mode(fast=hasattr(torch, "inference_mode")):
    def decorate(function):
        return (torch.inference_mode if fast else torch.no_grad)()(function)

    return decorate


def evaluating(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return wrapper


@contextlib.contextmanager
def evaluation_of(network):
    was_training = network.training
    network.eval()
    try:
        with torch.no_grad():
            yield network
    finally:
        network.train(was_training)


class Frozen:
    """Turns gradients off from `__enter__` to `__exit__`."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *error):
        torch.set_grad_enabled(self.before)


def hits(network, loader):
    return sum((network(inputs).argmax(1) == labels).sum().item() for inputs, labels in loader)


@torch.no_grad()
def decorated():
    model.eval()
    return hits(model, batches)


@torch.no_grad
def decorated_without_parentheses():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@inference_mode()
def decorated_with_inference_mode():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@no_gradients()
def decorated_by_another_name():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@torch.set_grad_enabled(False)
def decorated_with_the_switch():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@smart_inference_mode()
def decorated_by_a_factory():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@evaluating
def decorated_by_the_project():
    model.eval()
    for inputs, _ in batches:
        model(inputs)


@torch.no_grad()
def every_function_inside():
    model.eval()

    def one(inputs):
        return model(inputs).argmax(1)

    return [one(inputs) for inputs, _ in batches]


def block():
    model.eval()
    correct = 0
    with torch.no_grad():
        for inputs, labels in batches:
            correct += (model(inputs).argmax(1) == labels).sum().item()
    return correct


def block_around_the_forward():
    model.eval()
    total = 0.0
    for inputs, labels in batches:
        with torch.inference_mode():
            logits = model(inputs)
        total += nn.functional.cross_entropy(logits, labels).item()
    return total


def block_with_other_contexts():
    model.eval()
    for inputs, _ in batches:
        with torch.autocast("cpu", dtype=torch.bfloat16), torch.no_grad():
            model(inputs)


def block_by_the_autograd_module():
    model.eval()
    with torch.autograd.no_grad():
        for inputs, _ in batches:
            model(inputs)


def block_on_a_stack():
    model.eval()
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        for inputs, _ in batches:
            model(inputs)


def block_in_a_variable():
    model.eval()
    context = torch.no_grad()
    with context:
        for inputs, _ in batches:
            model(inputs)


def block_of_the_project():
    with evaluation_of(model):
        for inputs, _ in batches:
            model(inputs)
    with Frozen():
        model.eval()
        for inputs, _ in batches:
            model(inputs)


def switched_by_the_phase():
    for phase in ("train", "val"):
        model.train(phase == "train")
        for inputs, labels in batches:
            with torch.set_grad_enabled(phase == "train"):
                loss = nn.functional.cross_entropy(model(inputs), labels)
                if phase == "train":
                    loss.backward()


def maybe_a_block(training):
    if not training:
        model.eval()
    with contextlib.nullcontext() if training else torch.no_grad():
        for inputs, labels in batches:
            loss = nn.functional.cross_entropy(model(inputs), labels)
            if training:
                loss.backward()


def statement():
    model.eval()
    torch.set_grad_enabled(False)
    for inputs, _ in batches:
        model(inputs)
    torch.set_grad_enabled(True)


def accuracy(network, loader):
    correct = 0
    for inputs, labels in loader:
        correct += (network(inputs).argmax(1) == labels).sum().item()
    return correct


def accuracy_with_its_own_mode(network):
    network.eval()
    return accuracy(network, batches)


def all_callers_turn_them_off():
    model.eval()
    with torch.no_grad():
        print(accuracy(model, batches))
    with torch.inference_mode():
        print(accuracy_with_its_own_mode(model))


class Experiment:
    def __init__(self):
        self.model = nn.Linear(8, 3)

    @torch.no_grad()
    def test(self):
        self.model.eval()
        return [self.step(inputs) for inputs, _ in batches]

    def step(self, inputs):
        return self.model(inputs).argmax(1)

    @staticmethod
    @torch.no_grad()
    def static(network):
        network.eval()
        for inputs, _ in batches:
            network(inputs)


def wrapped():
    network = nn.Linear(8, 3)
    network.eval()
    for inputs, _ in batches:
        network(inputs)


wrapped = torch.no_grad()(wrapped)


def main():
    wrapped()
    decorated()
    decorated_without_parentheses()
    decorated_with_inference_mode()
    decorated_by_another_name()
    decorated_with_the_switch()
    decorated_by_a_factory()
    decorated_by_the_project()
    every_function_inside()
    block()
    block_around_the_forward()
    block_with_other_contexts()
    block_by_the_autograd_module()
    block_on_a_stack()
    block_in_a_variable()
    block_of_the_project()
    switched_by_the_phase()
    maybe_a_block(training=False)
    statement()
    all_callers_turn_them_off()
    Experiment().test()
    Experiment.static(nn.Linear(8, 3))


if __name__ == "__main__":
    main()
