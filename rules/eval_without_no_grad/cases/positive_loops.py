"""Evaluation loops with gradients enabled, in the shapes that people give them."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

dataset = TensorDataset(torch.randn(16, 8), torch.randint(0, 3, (16,)))
train_loader = DataLoader(dataset, batch_size=4, shuffle=True)
test_loader = DataLoader(dataset, batch_size=4)
model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))
optimizer = torch.optim.Adam(model.parameters())


def train():
    model.train()
    for inputs, labels in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(inputs), labels).backward()
        optimizer.step()


def test():
    model.eval()
    correct = 0
    for inputs, labels in test_loader:
        correct += model(inputs).max(1)[1].eq(labels).sum().item()  # finding: `model` is evaluated with gradients
    return correct / len(dataset)


def loss_of_the_epoch():
    model.eval()
    total = 0.0
    for number, (inputs, labels) in enumerate(test_loader):
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        total += float(F.cross_entropy(logits, labels))
    return total / (number + 1)


def collected_as_arrays():
    model.eval()
    outputs = []
    for inputs, _ in test_loader:
        outputs.append(model(inputs).detach().cpu().numpy())  # finding: `model` is evaluated with gradients enabled
    return outputs


def by_position():
    model.eval()
    right = 0
    for index in range(len(dataset)):
        inputs, label = dataset[index]
        logits = model(inputs.unsqueeze(0))  # finding: `model` is evaluated with gradients enabled
        right += int(logits.argmax() == label)
    return right


def in_training_mode_switched_off():
    model.train(False)
    hits = 0
    for inputs, labels in test_loader:
        hits += (model(inputs).argmax(1) == labels).sum().item()  # finding: `model` is evaluated with gradients enabled
    return hits


def restored_afterwards():
    was_training = model.training
    model.eval()
    hits = 0
    for inputs, labels in test_loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    model.train(was_training)
    return hits


def wrapped():
    parallel = nn.DataParallel(model)
    parallel.eval()
    hits = 0
    for inputs, labels in test_loader:
        hits += (parallel(inputs).argmax(1) == labels).sum().item()  # finding: `parallel` is evaluated
    return hits


def autocast_is_no_no_grad():
    model.eval()
    hits = 0
    for inputs, labels in test_loader:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    return hits


def no_grad_that_does_nothing():
    model.eval()
    torch.no_grad()
    hits = 0
    for inputs, labels in test_loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    return hits


def no_grad_around_the_first_loop_only():
    model.eval()
    scores = []
    with torch.no_grad():
        for inputs, _ in train_loader:
            scores.append(model(inputs).max().item())
    threshold = max(scores)
    hits = 0
    for inputs, _ in test_loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.detach() > threshold).sum().item()
    return hits


def no_grad_around_the_loss_only():
    model.eval()
    total = 0.0
    for inputs, labels in test_loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        with torch.no_grad():
            total += F.cross_entropy(logits, labels).item()
    return total


def switched_on_again():
    model.eval()
    torch.set_grad_enabled(False)
    for inputs, _ in train_loader:
        model(inputs)
    torch.set_grad_enabled(True)
    hits = 0
    for inputs, labels in test_loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    return hits


def validated_inside_of_the_training():
    for _ in range(2):
        model.train()
        for inputs, labels in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(inputs), labels).backward()
            optimizer.step()
        model.eval()
        hits = 0
        for inputs, labels in test_loader:
            logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
            hits += (logits.argmax(1) == labels).sum().item()
        print(hits)


def nested():
    network = nn.Linear(8, 3)

    def evaluate(loader):
        network.eval()
        hits = 0
        for inputs, labels in loader:
            logits = network(inputs)  # finding: `network` is evaluated with gradients enabled
            hits += (logits.argmax(1) == labels).sum().item()
        return hits

    return evaluate(train_loader), evaluate(test_loader)


def latency(repeats=5):
    model.eval()
    batch = torch.randn(4, 8)
    for _ in range(repeats):
        model(batch)  # finding: `model` is evaluated with gradients enabled


if __name__ == "__main__":
    train()
    print(test(), loss_of_the_epoch(), len(collected_as_arrays()), by_position(), in_training_mode_switched_off())
    print(restored_afterwards(), wrapped(), autocast_is_no_no_grad(), no_grad_that_does_nothing())
    print(no_grad_around_the_first_loop_only(), no_grad_around_the_loss_only(), switched_on_again())
    validated_inside_of_the_training()
    nested()
    latency()
