"""Nothing is evaluated, or nothing is recorded: training, frozen models, modules without parameters, exports."""

import torch
from torch import nn

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]
model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


class Evaluator:
    """A metric whose `eval` has nothing to do with a module's."""

    def eval(self, results):
        return {"accuracy": (results["predicted"] == results["labels"]).float().mean().item()}


def train():
    model.train()
    for inputs, labels in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(inputs), labels).backward()
        optimizer.step()


def train_after_a_validation():
    model.eval()
    with torch.no_grad():
        for inputs, _ in batches:
            model(inputs)
    model.train()
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits = model(inputs)
        nn.functional.cross_entropy(logits, labels).backward()
        optimizer.step()


def scored_by_a_metric():
    model.train()
    evaluator = Evaluator()
    for inputs, labels in batches:
        optimizer.zero_grad()
        logits = model(inputs)
        nn.functional.cross_entropy(logits, labels).backward()
        optimizer.step()
        print(evaluator.eval({"predicted": logits.argmax(1), "labels": labels}))


def lazy_layers_see_their_first_batch():
    network = nn.Sequential(nn.LazyLinear(16), nn.ReLU(), nn.LazyLinear(3))
    for inputs, _ in batches:
        network(inputs)
        break
    return torch.optim.SGD(network.parameters(), lr=0.1)


def frozen():
    features = nn.Sequential(nn.Linear(8, 16), nn.ReLU()).eval()
    features.requires_grad_(False)
    return [features(inputs).mean().item() for inputs, _ in batches]


def frozen_by_a_loop():
    features = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
    features.eval()
    for weight in features.parameters():
        weight.requires_grad = False
    total = 0.0
    for inputs, _ in batches:
        total += features(inputs).sum().item()
    return total


def nothing_to_learn():
    prepare = nn.Sequential(nn.Flatten(), nn.Softmax(dim=1))
    prepare.eval()
    return [prepare(inputs).max().item() for inputs, _ in batches]


def criterion_in_evaluation_mode():
    criterion = nn.CrossEntropyLoss()
    criterion.eval()
    return [criterion(torch.randn(4, 3), labels).item() for _, labels in batches]


def known_to_have_no_graph(network, loader):
    network.eval()
    arrays = []
    for inputs, _ in loader:
        arrays.append(network(inputs).numpy())  # raises for a tensor that requires grad: the caller turns that off
    return arrays


def exported(path):
    model.eval()
    torch.onnx.export(model, (torch.randn(1, 8),), path)


def traced():
    model.eval()
    return torch.jit.trace(model, torch.randn(1, 8))


def smoke():
    network = nn.Sequential(nn.Linear(8, 3), nn.Dropout())
    network.eval()
    print(network(torch.randn(2, 8)).shape)


if __name__ == "__main__":
    train()
    train_after_a_validation()
    scored_by_a_metric()
    lazy_layers_see_their_first_batch()
    frozen()
    frozen_by_a_loop()
    nothing_to_learn()
    criterion_in_evaluation_mode()
    smoke()
