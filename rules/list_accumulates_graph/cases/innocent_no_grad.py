"""No graph is recorded where the values are made."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


def evaluating(function):
    return torch.inference_mode()(function)


def block():
    logits, losses = [], []
    with torch.no_grad():
        for inputs, labels in batches:
            logits.append(model(inputs))
            losses.append(nn.functional.cross_entropy(logits[-1], labels))
    return torch.cat(logits), losses


@torch.inference_mode()
def decorated():
    logits = []
    for inputs, _ in batches:
        logits.append(model(inputs))
    return torch.cat(logits)


@evaluating
def decorated_by_the_project():
    logits = []
    for inputs, _ in batches:
        logits += [model(inputs)]
    return torch.cat(logits)


def only_the_forward_is_in_the_block():
    logits = []
    for inputs, _ in batches:
        with torch.no_grad():
            output = model(inputs)
        logits.append(output)
    return torch.cat(logits)


def statement():
    torch.set_grad_enabled(False)
    try:
        return [model(inputs) for inputs, _ in batches]
    finally:
        torch.set_grad_enabled(True)


def store(kept, inputs):
    kept.append(model(inputs))


def every_caller_turns_them_off():
    kept = []
    with torch.no_grad():
        for inputs, _ in batches:
            store(kept, inputs)
    return kept


def logits_of(network, loader):
    kept = []
    for inputs, _ in loader:
        kept.append(network(inputs))
    return torch.cat(kept)


@torch.no_grad()
def decorated_caller():
    model.eval()
    return logits_of(model, batches).argmax(1)


def hook_under_no_grad():
    seen = []

    def keep(module, inputs, output):
        seen.append(output)

    handles = [layer.register_forward_hook(keep) for layer in model]
    with torch.no_grad():
        for inputs, _ in batches:
            model(inputs)
    for handle in handles:
        handle.remove()
    return seen


def hook_list_is_emptied():
    seen, pooled = [], []

    def keep(module, inputs, output):
        seen.append(output)

    handle = model[1].register_forward_hook(keep)
    for inputs, _ in batches:
        seen.clear()
        model(inputs)
        pooled.append(seen[0].detach().mean(0))
    handle.remove()
    return pooled


def embeddings_of_a_frozen_model():
    frozen = nn.Linear(8, 3)
    frozen.requires_grad_(False)
    kept = []
    for inputs, _ in batches:
        kept.append(frozen(inputs))
    return torch.cat(kept)


if __name__ == "__main__":
    block()
    decorated()
    decorated_by_the_project()
    only_the_forward_is_in_the_block()
    statement()
    every_caller_turns_them_off()
    decorated_caller()
    hook_under_no_grad()
    hook_list_is_emptied()
    embeddings_of_a_frozen_model()
