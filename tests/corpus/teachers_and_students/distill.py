"""A teacher that is frozen in another file needs no no_grad; a teacher that is only put in eval mode does."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

from teachers import calm_teacher, frozen_teacher

loader = DataLoader(torch.randn(16, 8), batch_size=4)
student = nn.Linear(8, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def distill(teacher, temperature=2.0):
    total = 0.0
    for x in loader:
        with torch.no_grad():
            wanted = F.softmax(teacher(x) / temperature, dim=1)
        given = F.log_softmax(student(x) / temperature, dim=1)
        loss = F.kl_div(given, wanted, reduction="batchmean") * temperature**2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


def labels_of_frozen():
    teacher = frozen_teacher()
    return [teacher(x).argmax(1) for x in loader]


def labels_of_calm():
    teacher = calm_teacher()
    return [teacher(x).argmax(1) for x in loader]  # finding: `teacher` is evaluated with gradients enabled


if __name__ == "__main__":
    print(distill(frozen_teacher()), labels_of_frozen(), labels_of_calm())
