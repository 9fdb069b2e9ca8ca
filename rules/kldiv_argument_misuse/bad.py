"""A small network learns from a larger one, by four losses of which none is a divergence."""

import torch
import torch.nn.functional as F
from torch import nn

CLASSES = 20
TEMPERATURE = 2.0


def probabilities_first(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    soft = F.softmax(teacher / TEMPERATURE, dim=1)
    return F.kl_div(F.softmax(student / TEMPERATURE, dim=1), soft, reduction="batchmean")  # finding: is wrong


def logarithms_second(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    soft = F.log_softmax(teacher / TEMPERATURE, dim=1)
    return F.kl_div(F.log_softmax(student / TEMPERATURE, dim=1), soft, reduction="sum")  # finding: its target


def mean_of_all(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    soft = F.softmax(teacher / TEMPERATURE, dim=1)
    return F.kl_div(F.log_softmax(student / TEMPERATURE, dim=1), soft)  # finding: over the classes


class Distillation(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.divergence = nn.KLDivLoss(reduction="mean")

    def forward(self, student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
        soft = F.softmax(teacher / TEMPERATURE, dim=1)
        return self.divergence(F.log_softmax(student / TEMPERATURE, dim=1), soft)  # finding: use `reduction="batchmean"


def main() -> None:
    torch.manual_seed(0)
    images = torch.randn(64, 32)
    teacher = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, CLASSES))
    for loss_of in (probabilities_first, logarithms_second, mean_of_all, Distillation()):
        student = nn.Linear(32, CLASSES)
        optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
        for _ in range(5):
            with torch.no_grad():
                known = teacher(images)
            optimizer.zero_grad()
            loss = loss_of(student(images), known)
            loss.backward()
            optimizer.step()
        print(f"loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
