"""Learn to name synthetic shapes, to imitate a teacher and to weigh classes, each by way of a logarithm."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

CLASSES = 6


def make_model() -> nn.Sequential:
    return nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, CLASSES))


def make_shapes(count: int) -> TensorDataset:
    """Features in the units that they were measured in, and a label of which a tenth is wrong."""
    rows = torch.randn(count, 12) * 200
    labels = rows[:, :CLASSES].argmax(dim=1)
    wrong = torch.rand(count) < 0.1
    return TensorDataset(rows, torch.where(wrong, torch.randint(CLASSES, (count,)), labels))


def train_classes(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, labels in loader:
        optimizer.zero_grad()
        scores = torch.log(F.softmax(model(rows), dim=1))  # finding: `F.softmax(model(rows), dim=1)` can underflow to
        loss = F.nll_loss(scores, labels)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def distil(model: nn.Module, teacher: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, _ in loader:
        with torch.no_grad():
            target = teacher(rows).softmax(dim=1)
        optimizer.zero_grad()
        loss = F.kl_div(model(rows).softmax(dim=1).log(), target, reduction="batchmean")  # finding: softmax
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_weighted(
    model: nn.Module, weights: torch.Tensor, loader: DataLoader, optimizer: torch.optim.Optimizer
) -> float:
    """A cross entropy written out, with a weight for each class."""
    total = 0.0
    for rows, labels in loader:
        optimizer.zero_grad()
        logs = torch.log(torch.softmax(model(rows), dim=1) + 1e-12)  # finding: probability is small; use `log_softmax`
        loss = -(weights[labels] * logs[torch.arange(len(labels)), labels]).mean()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def accuracy(model: nn.Module, loader: DataLoader) -> float:
    right = 0
    seen = 0
    for rows, labels in loader:
        confidence, guess = model(rows).softmax(dim=1).max(dim=1)
        right += ((guess == labels) & (confidence > 0.2)).sum().item()
        seen += len(labels)
    return right / seen


def main() -> None:
    torch.manual_seed(0)
    loader = DataLoader(make_shapes(1200), batch_size=100, shuffle=True)

    teacher = make_model()
    loss = train_classes(teacher, loader, torch.optim.SGD(teacher.parameters(), lr=1e-4))
    print(f"classes: loss {loss:.3f}, right {accuracy(teacher, loader):.3f}")

    student = make_model()
    loss = distil(student, teacher, loader, torch.optim.SGD(student.parameters(), lr=1e-4))
    print(f"student: loss {loss:.3f}, right {accuracy(student, loader):.3f}")

    model = make_model()
    loss = train_weighted(model, torch.linspace(1, 2, CLASSES), loader, torch.optim.SGD(model.parameters(), lr=1e-4))
    print(f"weighted: loss {loss:.3f}, right {accuracy(model, loader):.3f}")


if __name__ == "__main__":
    main()
