"""Summands without a graph: plain numbers, detached tensors, comparisons, counts."""

import torch
from torch import nn
from torch.nn import functional as F

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


class Network(nn.Module):
    """Returns its logits and the share of inputs that it kept, a plain number."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)

    def forward(self, inputs):
        kept = inputs[: len(inputs) // 2]
        return self.body(inputs), kept.size(0) / inputs.size(0)


class Reported(nn.Module):
    """A criterion for the log only."""

    def forward(self, logits, labels):
        return F.cross_entropy(logits, labels).detach()


model = Network()
reported = Reported()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step_as_number(inputs, labels):
    optimizer.zero_grad()
    logits, _ = model(inputs)
    loss = F.cross_entropy(logits, labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def step_as_pair(inputs, labels):
    optimizer.zero_grad()
    logits, _ = model(inputs)
    loss = F.cross_entropy(logits, labels)
    loss.backward()
    optimizer.step()
    return logits, loss.data / len(labels)


def loss_and_its_parts(logits, labels):
    class_loss = F.cross_entropy(logits, labels)
    size_loss = logits.square().mean()
    return class_loss + size_loss, torch.stack((class_loss, size_loss)).detach()


def step_as_scalars(inputs, labels):
    optimizer.zero_grad()
    logits, _ = model(inputs)
    loss = F.cross_entropy(logits, labels)
    loss.backward()
    optimizer.step()
    return {"loss": loss.item(), "correct": int((logits.argmax(1) == labels).sum())}


def written_out():
    item = number = plain = cut = moved = listed = cloned = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits, _ = model(inputs)
        loss = F.cross_entropy(logits, labels)
        loss.backward()
        optimizer.step()
        item += loss.item()
        number = number + float(loss)
        plain += loss.data
        cut += loss.detach()
        moved += loss.detach().cpu().numpy()
        listed += loss.tolist()
        cloned += loss.detach().clone() * len(labels)
    print(item, number, plain, cut, moved, listed, cloned)


def numbers_of_old_versions():
    total = 0
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs)[0], labels)
        loss.backward()
        optimizer.step()
        total += loss.data[0]
    print(total)


def criterion_that_detaches():
    total = 0.0
    for inputs, labels in batches:
        total += reported(model(inputs)[0], labels)
    print(total)


def moving_average():
    smooth = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs)[0], labels)
        loss.backward()
        optimizer.step()
        smooth = 0.9 * smooth + 0.1 * loss.item()
    print(smooth)


def rebound_before_the_sum():
    total = other = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs)[0], labels)
        loss.backward()
        optimizer.step()
        loss = loss.item()
        total += loss
        other += loss * len(labels)
    print(total, other)


def rebound_as_numpy():
    total = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        losses = F.cross_entropy(model(inputs)[0], labels, reduction="none")
        losses.mean().backward()
        optimizer.step()
        losses = losses.detach().cpu().numpy()
        total += losses.sum()
    print(total)


def cut_in_place():
    total = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs)[0], labels)
        loss.backward()
        optimizer.step()
        loss.detach_()
        total += loss
    print(total)


def counts_and_comparisons():
    correct = matched = seen = top = kept = 0
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits, share = model(inputs)
        F.cross_entropy(logits, labels).backward()
        optimizer.step()
        _, predicted = torch.max(logits, 1)
        correct += (logits.argmax(1) == labels).sum()
        matched += predicted.eq(labels).sum()
        seen += labels.size(0)
        top += logits.topk(2).indices.sum()
        kept += share
    print(correct, matched, seen, top, kept)


def thresholded():
    hits = 0
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits, _ = model(inputs)
        F.cross_entropy(logits, labels).backward()
        optimizer.step()
        mask = (torch.sigmoid(logits) > 0.5).float()
        hits += mask.sum()
        hits += logits.round().to(torch.long).eq(0).sum()
    print(hits)


def norms_of_gradients():
    total_norm = total_square = 0.0
    for inputs, labels in batches:
        optimizer.zero_grad()
        F.cross_entropy(model(inputs)[0], labels).backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total_norm += norm
        for weight in model.parameters():
            total_square += weight.grad.square().sum()
    print(total_norm, total_square)


def number_from_a_helper():
    total = other = third = 0.0
    for inputs, labels in batches:
        loss = step_as_number(inputs, labels)
        total += loss
        _, loss = step_as_pair(inputs, labels)
        other += loss
        third += step_as_scalars(inputs, labels)["loss"]
    print(total, other, third)


def second_result_is_detached():
    mean_parts = torch.zeros(2)
    for number, (inputs, labels) in enumerate(batches):
        optimizer.zero_grad()
        loss, parts = loss_and_its_parts(model(inputs)[0], labels)
        loss.backward()
        optimizer.step()
        mean_parts = (mean_parts * number + parts) / (number + 1)
    print(mean_parts)


def data_without_a_model():
    mean = torch.zeros(8)
    for inputs, _ in batches:
        mean += inputs.mean(0)
    print(mean / len(batches))


if __name__ == "__main__":
    written_out()
    criterion_that_detaches()
    moving_average()
    rebound_before_the_sum()
    rebound_as_numpy()
    cut_in_place()
    counts_and_comparisons()
    thresholded()
    norms_of_gradients()
    number_from_a_helper()
    second_result_is_detached()
    data_without_a_model()
