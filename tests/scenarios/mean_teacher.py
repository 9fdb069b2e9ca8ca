"""A student and the moving average of its weights, its teacher, on data of which few have a label."""

import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(29)


def network():
    return nn.Sequential(nn.Linear(6, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 2))


@torch.no_grad()
def follow(teacher, student, decay=0.9):
    for kept, new in zip(teacher.parameters(), student.parameters()):
        kept.mul_(decay).add_(new, alpha=1 - decay)
    for kept, new in zip(teacher.buffers(), student.buffers()):
        kept.copy_(new)


student = network()
teacher = copy.deepcopy(student).requires_grad_(False)
optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
x = torch.randn(128, 6)
y = (x[:, 0] * x[:, 1] > 0).long()
agreements, consistencies = [], 0.0
first = {name: value.detach().clone() for name, value in student.state_dict().items()}
for step in range(20):
    chosen = torch.randint(0, 128, (32,))
    few = chosen[:8]
    noisy = x[chosen] + 0.1 * torch.randn(32, 6)
    with torch.no_grad():
        wanted = teacher(x[chosen])  # refuted(held_activations): gradients are off
    answer = student(noisy)  # refuted(held_activations): part of training # refuted(eval_mode): part of training
    consistency = F.mse_loss(answer.softmax(-1), wanted.softmax(-1))
    loss = F.cross_entropy(answer[:8], y[few]) + consistency
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # refuted(stale_gradients)
    follow(teacher, student)
    consistencies += consistency  # confirmed by loss-accumulates-graph
    agreements.append((answer.argmax(1) == wanted.argmax(1)).float().mean())  # refuted(retained_graph): no graph
last = student.state_dict()
moved = sum((last[name] - value).abs().float().sum().item() for name, value in first.items())
teacher.eval()
with torch.inference_mode():
    print(f"{(teacher(x).argmax(1) == y).float().mean().item():.4f}", f"{consistencies.item() / 20:.5f} {moved:.4f}")
print(torch.stack(agreements).mean().item())
