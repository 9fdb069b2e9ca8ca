"""Sums that are the objective, or a part of it: `backward()` needs their graph."""

import torch
from torch import nn
from torch.nn import functional as F

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.Adam(model.parameters())
batches = [(torch.randn(4, 8), torch.randint(0, 4, (4,))) for _ in range(5)]


class Refinement(nn.Module):
    """Sums inside `forward` and over its own steps."""

    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 8)
        self.heads = nn.ModuleList(nn.Linear(8, 4) for _ in range(3))
        self.penalty = 0.0

    def forward(self, inputs):
        state = torch.zeros_like(inputs)
        logits, self.penalty = 0.0, 0.0
        for head in self.heads:
            state = self.cell(inputs, state)
            logits = logits + head(state)
            self.penalty += state.abs().mean()
        return logits

    def decode(self, inputs, steps=4):
        state, attention, seen = torch.zeros_like(inputs), torch.zeros_like(inputs), []
        for _ in range(steps):
            state = self.cell(inputs, state)
            attention = attention + state.softmax(1)
            seen.append(self.heads[0](state * attention))
        return torch.stack(seen), attention


class PyramidLoss(nn.Module):
    """Returns a sum over scales: whoever calls it runs backward through it."""

    def forward(self, outputs, targets):
        total = 0.0
        for scale in (1, 2, 4):
            total += F.l1_loss(F.avg_pool1d(outputs, scale), F.avg_pool1d(targets, scale))
        return total


def sequence_loss(logits, labels):
    loss = 0
    for position in range(logits.size(0)):
        loss += F.cross_entropy(logits[position], labels[position])
    return loss / logits.size(0)


def several_tasks():
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits = model(inputs)
        total = F.cross_entropy(logits, labels)
        total += 0.1 * logits.square().mean()
        for weight in model.parameters():
            total += 1e-4 * weight.abs().sum()
        total.backward()
        optimizer.step()


def whole_epoch_at_once():
    optimizer.zero_grad()
    epoch_loss = 0.0
    for inputs, labels in batches:
        epoch_loss += F.cross_entropy(model(inputs), labels)
    epoch_loss.backward()
    optimizer.step()


def mean_of_the_epoch():
    optimizer.zero_grad()
    epoch_loss, count = 0.0, 0
    for inputs, labels in batches:
        epoch_loss = epoch_loss + F.cross_entropy(model(inputs), labels, reduction="sum")
        count += len(labels)
    loss = epoch_loss / count
    loss.backward()
    optimizer.step()
    print(loss.item())


def one_backward_for_several_batches():
    waiting = 0.0
    for number, (inputs, labels) in enumerate(batches):
        waiting = waiting + F.cross_entropy(model(inputs), labels) / 2
        if number % 2 == 1:
            optimizer.zero_grad()
            waiting.backward()
            optimizer.step()
            waiting = 0.0


def gradients_by_hand():
    total = 0.0
    for inputs, labels in batches:
        total += F.cross_entropy(model(inputs), labels)
    for weight, gradient in zip(model.parameters(), torch.autograd.grad(total, list(model.parameters()))):
        weight.data -= 0.1 * gradient


def backward_of_several_roots():
    first, second = 0.0, 0.0
    for inputs, labels in batches:
        logits = model(inputs)
        first += F.cross_entropy(logits, labels)
        second += logits.square().mean()
    torch.autograd.backward([first, second])
    optimizer.step()


def scaled_for_half_precision(scaler):
    for inputs, labels in batches:
        loss = 0.0
        for part, wanted in zip(inputs.chunk(2), labels.chunk(2)):
            loss += F.cross_entropy(model(part), wanted)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


def engine_runs_backward(accelerator):
    objective = 0.0
    for inputs, labels in batches:
        objective += F.cross_entropy(model(inputs), labels)
    accelerator.backward(objective)
    optimizer.step()


def helper_runs_backward():
    total = 0.0
    for inputs, labels in batches:
        total += F.cross_entropy(model(inputs), labels)
    descend(total)


def descend(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def caller_runs_backward():
    loss = sum_of_the_layers(torch.randn(4, 8))
    loss.backward()


def sum_of_the_layers(inputs):
    total, hidden = 0.0, inputs
    for layer in model:
        hidden = layer(hidden)
        total = total + hidden.square().mean()
    return total


def inner_loop_of_meta_learning():
    meta_loss = 0.0
    weight = torch.zeros(8, 4, requires_grad=True)
    for inputs, labels in batches:
        fast = weight
        for _ in range(2):
            inner = F.cross_entropy(inputs @ fast, labels)
            (gradient,) = torch.autograd.grad(inner, fast, create_graph=True)
            fast = fast - 0.1 * gradient
        meta_loss = meta_loss + F.cross_entropy(inputs @ fast, labels)
    meta_loss.backward()


def words_of_a_sentence(decoder):
    optimizer.zero_grad()
    hidden, loss = torch.zeros(1, 8), 0
    for word in range(4):
        output, hidden = decoder(torch.tensor([word]), hidden)
        loss += F.nll_loss(output, torch.tensor([word]))
    loss.backward()
    return loss.item() / 4


def closure_for_the_optimizer():
    searcher = torch.optim.LBFGS(model.parameters(), max_iter=2)

    def closure():
        searcher.zero_grad()
        total = 0.0
        for inputs, labels in batches:
            total += F.cross_entropy(model(inputs), labels)
        total.backward()
        return total

    searcher.step(closure)


if __name__ == "__main__":
    several_tasks()
    whole_epoch_at_once()
    mean_of_the_epoch()
    one_backward_for_several_batches()
    gradients_by_hand()
    backward_of_several_roots()
    helper_runs_backward()
    caller_runs_backward()
    inner_loop_of_meta_learning()
    closure_for_the_optimizer()
