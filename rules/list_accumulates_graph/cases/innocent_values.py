"""What is collected has no graph: numbers, arrays, comparisons, inputs, parameters."""

from collections import namedtuple

import torch
from torch import nn
from torch.nn import functional as F

Result = namedtuple("Result", "loss accuracy")
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(inputs, labels):
    optimizer.zero_grad()
    logits = model(inputs)
    loss = F.cross_entropy(logits, labels)
    loss.backward()
    optimizer.step()
    return logits, loss


def step_as_number(inputs, labels):
    return step(inputs, labels)[1].item()


def step_as_scalars(inputs, labels):
    logits, loss = step(inputs, labels)
    scalars = {"loss": loss.item(), "size": len(labels)}
    scalars["accuracy"] = (logits.argmax(1) == labels).float().mean()
    return scalars


class Window:
    """Cuts what it is given."""

    def __init__(self):
        self.values = []

    def push(self, value):
        self.values.append(value.clone().detach())


def cut_in_every_way():
    items, floats, cut, arrays, listed, of_data = [], [], [], [], [], []
    for inputs, labels in batches:
        logits, loss = step(inputs, labels)
        items.append(loss.item())
        floats.append(float(loss))
        cut.append(loss.detach())
        arrays.append(logits.detach().cpu().numpy())
        listed.extend(logits.tolist())
        of_data.append(logits.data)
    print(items, floats, cut, len(arrays), len(listed), len(of_data))


def comparisons_and_indices():
    hits, predicted, best, masks, overlap = [], [], [], [], []
    for inputs, labels in batches:
        logits, _ = step(inputs, labels)
        hits.append(logits.argmax(1).eq(labels))
        predicted.append(logits.max(1)[1])
        best.append(logits.argsort(1, descending=True)[:, :2])
        masks.append(logits.sigmoid() > 0.5)
        overlap.append(torch.bincount(logits.argmax(1), minlength=3) / len(labels))
    print(torch.cat(hits).float().mean(), torch.cat(predicted), torch.cat(best), len(masks), len(overlap))


def data_and_labels():
    all_inputs, all_labels, by_number = [], [], {}
    for number, (inputs, labels) in enumerate(batches):
        step(inputs, labels)
        all_inputs.append(inputs)
        all_labels.append(labels)
        by_number[number] = inputs.mean()
    print(torch.cat(all_inputs).shape, torch.cat(all_labels).shape, len(by_number))


def rebound_before_the_list():
    losses, outputs = [], []
    for inputs, labels in batches:
        logits, loss = step(inputs, labels)
        loss = loss.item()
        losses.append(loss)
        logits = logits.detach().cpu()
        outputs.append(logits)
    print(losses, len(outputs))


def from_helpers():
    losses, records, results, window = [], [], [], Window()
    for inputs, labels in batches:
        losses.append(step_as_number(inputs, labels))
        scalars = step_as_scalars(inputs, labels)
        records.append(scalars)
        results.append(Result(scalars["loss"], scalars["accuracy"]))
        window.push(step(inputs, labels)[1])
    print(losses, records, results, len(window.values))


def weights_and_gradients():
    weights, shapes, norms = [], [], []
    for name, weight in model.named_parameters():
        weights.append(weight)
        shapes.append((name, weight.shape))
    for inputs, labels in batches:
        step(inputs, labels)
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0))
        norms.append(max(weight.grad.abs().max() for weight in weights))
    print(shapes, norms)


def snapshots():
    kept = []
    for inputs, labels in batches:
        step(inputs, labels)
        kept.append({name: tensor.clone() for name, tensor in model.state_dict().items()})
    print(len(kept))


def modules():
    layers = []
    for _ in range(3):
        layers.append(nn.Linear(8, 8))
        layers += [nn.ReLU()]
    print(nn.Sequential(*layers))


if __name__ == "__main__":
    cut_in_every_way()
    comparisons_and_indices()
    data_and_labels()
    rebound_before_the_list()
    from_helpers()
    weights_and_gradients()
    snapshots()
    modules()
