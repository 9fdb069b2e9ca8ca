"""Flow: a value belongs to a place, not to a variable."""

import torch
from torch import nn
from torch.utils.data import DataLoader

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
model = nn.Linear(3, 1)
loader = DataLoader([])

loss = model(weights)
reveal(loss)  # tensor, grad
loss = loss.item()
reveal(loss)  # number
loss = torch.sigmoid(weights)
reveal(loss)  # tensor, grad, sigmoid
loss = loss.detach()
reveal(loss)  # tensor, no grad, sigmoid
loss = [loss]
reveal(loss)  # list, of (tensor, no grad, sigmoid)


def branches(flag, other):
    value = weights
    if flag:
        value = weights.detach()
        reveal(value)  # tensor, no grad
    reveal(value)  # tensor, maybe grad

    if flag:
        same = torch.sigmoid(weights)
    else:
        same = torch.sigmoid(weights * 2)
    reveal(same)  # tensor, grad, sigmoid

    if flag:
        mixed = torch.sigmoid(weights)
    elif other:
        mixed = torch.tanh(weights)
    else:
        mixed = weights
    reveal(mixed)  # tensor, grad

    if flag:
        left = weights
    else:
        return None
    reveal(left)  # tensor, grad

    if flag:
        raised = 1
        raise ValueError(raised)
    else:
        raised = weights
    reveal(raised)  # tensor, grad

    ternary = weights if flag else weights.detach()
    reveal(ternary)  # tensor, maybe grad
    chosen = nn.Sigmoid() if flag else nn.Softmax(dim=1)
    reveal(chosen)  # module, either
    reveal(chosen(weights))  # tensor, grad
    fallback = None or weights
    reveal(fallback)  # tensor, grad
    if flag:
        perhaps = weights
    reveal(perhaps)  # tensor, grad
    either = weights if flag else 0
    reveal(either)  # tensor, maybe grad
    optional = weights if flag else None
    reveal(optional)  # tensor, grad


def loops(epochs):
    total = 0
    reveal(total)  # number
    for _ in range(epochs):
        loss = model(weights)
        reveal(loss)  # tensor, grad
        total = total + loss
        reveal(total)  # tensor, grad
        loss = loss.item()
        reveal(loss)  # number
    reveal(total)  # tensor, grad
    reveal(loss)  # number

    numbers = 0
    for images in loader:
        loss = model(images)
        numbers += loss.item()
    reveal(numbers)  # number

    hidden = None
    for images in loader:
        reveal(hidden)  # tensor, grad
        hidden = model(images)
    reveal(hidden)  # tensor, grad

    state = torch.zeros(3)
    while state.sum() < 3:
        reveal(state)  # tensor, maybe grad, perhaps dummy
        state = model(state)
    else:
        reveal(state)  # tensor, maybe grad, perhaps dummy

    for images in loader:
        found = weights
        break
    reveal(found)  # tensor, grad

    for images in loader:
        skipped = weights.detach()
        if epochs:
            continue
        skipped = weights
        reveal(skipped)  # tensor, grad

    for first, second in [(weights, 1), (weights, 2)]:
        reveal(first)  # tensor, grad
        reveal(second)  # number
    for position, (first, second) in enumerate(zip([weights], [1])):
        reveal(position)  # number
        reveal(first)  # tensor, grad
        reveal(second)  # number


def breaks(epochs):
    value = weights.detach()
    for _ in range(epochs):
        value = weights
        if epochs > 3:
            break
        value = weights.detach()
    reveal(value)  # tensor, maybe grad


def continues(epochs):
    value = weights.detach()
    for _ in range(epochs):
        reveal(value)  # tensor, maybe grad
        if epochs > 3:
            value = weights
            continue
        value = weights.detach()


def tries():
    value = weights.detach()
    try:
        value = weights
        risky(value)
    except ValueError as problem:
        reveal(value)  # tensor, maybe grad
        value = weights
    except KeyError:
        return
    else:
        reveal(value)  # tensor, grad
    finally:
        done = 1
    reveal(value)  # tensor, grad
    reveal(done)  # number

    try:
        result = weights
    except ValueError:
        result = None
    reveal(result)  # tensor, grad

    try:
        found = weights
    except ValueError:
        raise
    reveal(found)  # tensor, grad

    try:
        risky(1)
    except ValueError:
        return
    kept = weights
    reveal(kept)  # tensor, grad


def withs(lock):
    with lock:
        value = weights
    reveal(value)  # tensor, grad
    with open("losses") as log:
        reveal(log)  # number
        value = value.detach()
    reveal(value)  # tensor, no grad
    with torch.autocast("cuda"):
        result = model(weights)
    reveal(result)  # tensor, grad
    with torch.enable_grad(), lock as held:
        reveal(held)  # unknown


def rebinds_parameters(x=weights):
    reveal(x)  # tensor, grad
    x = x.detach()
    reveal(x)  # tensor, no grad
    x += weights
    reveal(x)  # tensor, grad
    x = x > 0
    reveal(x)  # tensor, no grad


def after_return():
    return 1
    reveal(weights)  # unreached


def asserts(x):
    assert x is not None, "x"
    reveal(x)  # tensor, grad
    del x


branches(read_flag(), read_flag())
loops(read_flag())
breaks(read_flag())
continues(read_flag())
rebinds_parameters()
asserts(weights)

if __name__ == "__main__":
    reveal(weights)  # tensor, grad
