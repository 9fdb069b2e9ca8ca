"""No graph is recorded where the sum is made: the block, a decorator, a statement or the callers turn gradients off."""

import functools

import torch
from torch import nn

model = nn.Linear(8, 3)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


def inference(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)

    return wrapper


def smart_inference_mode(fast=True):
    def decorate(function):
        return (torch.inference_mode if fast else torch.no_grad)()(function)

    return decorate


def block():
    total = 0.0
    with torch.no_grad():
        for inputs, labels in batches:
            total += criterion(model(inputs), labels)
    print(total)


def block_around_the_step():
    total = 0.0
    for inputs, labels in batches:
        with torch.inference_mode():
            loss = criterion(model(inputs), labels)
        total += loss
    print(total)


def loss_of_outputs_without_graph():
    total = 0.0
    for inputs, labels in batches:
        with torch.no_grad():
            logits = model(inputs)
        total += criterion(logits, labels)
    print(total)


def only_the_sum_is_in_the_block():
    total = torch.zeros(())
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            total += loss
    print(total)


@torch.no_grad()
def decorated():
    total = 0.0
    for inputs, labels in batches:
        total += criterion(model(inputs), labels)
    print(total)


@torch.no_grad
def decorated_without_parentheses():
    total = 0.0
    for inputs, labels in batches:
        total += criterion(model(inputs), labels)
    print(total)


@inference
def decorated_by_the_project():
    total = 0.0
    for inputs, labels in batches:
        total += criterion(model(inputs), labels)
    print(total)


@smart_inference_mode()
def decorated_by_a_factory():
    total = 0.0
    for inputs, labels in batches:
        total += criterion(model(inputs), labels)
    print(total)


def statement():
    torch.set_grad_enabled(False)
    total = 0.0
    for inputs, labels in batches:
        total += criterion(model(inputs), labels)
    torch.set_grad_enabled(True)
    print(total)


def switch_as_a_block():
    total = 0.0
    with torch.set_grad_enabled(False):
        for inputs, labels in batches:
            total += criterion(model(inputs), labels)
    print(total)


def accumulate(total, inputs, labels):
    total += criterion(model(inputs), labels)
    return total


def every_caller_turns_them_off():
    total = 0.0
    with torch.no_grad():
        for inputs, labels in batches:
            total = accumulate(total, inputs, labels)
    print(total)


def summed(network, loader):
    total = 0.0
    for inputs, labels in loader:
        loss = criterion(network(inputs), labels)
        total += loss
    return total


@torch.no_grad()
def decorated_caller():
    model.eval()
    print(summed(model, batches))


def frozen_model():
    frozen = nn.Linear(8, 3).requires_grad_(False)
    total = 0.0
    for inputs, labels in batches:
        total += criterion(frozen(inputs), labels)
    print(total)


def model_frozen_by_a_loop():
    frozen = nn.Linear(8, 3)
    for weight in frozen.parameters():
        weight.requires_grad = False
    total = 0.0
    for inputs, labels in batches:
        total += criterion(frozen(inputs), labels)
    print(total)


if __name__ == "__main__":
    block()
    block_around_the_step()
    loss_of_outputs_without_graph()
    only_the_sum_is_in_the_block()
    decorated()
    decorated_without_parentheses()
    decorated_by_the_project()
    decorated_by_a_factory()
    statement()
    switch_as_a_block()
    every_caller_turns_them_off()
    decorated_caller()
    frozen_model()
    model_frozen_by_a_loop()
