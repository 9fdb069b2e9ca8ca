"""Knowledge distillation: a large teacher, a small student, soft targets."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

TEMPERATURE, ALPHA = 4.0, 0.7


def mlp(width, dropout):
    return nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Dropout(dropout), nn.Linear(width, 4))


def make_dataset(n):
    x = torch.randn(n, 8)
    return TensorDataset(x, x[:, :4].abs().argmax(dim=1))


def distillation_loss(student_logits, teacher_logits, labels):
    soft = F.kl_div(
        F.log_softmax(student_logits / TEMPERATURE, dim=1),
        F.softmax(teacher_logits / TEMPERATURE, dim=1),
        reduction="batchmean",
    )
    return ALPHA * TEMPERATURE**2 * soft + (1 - ALPHA) * F.cross_entropy(student_logits, labels)


def train_teacher(teacher, loader, epochs=2):
    optimizer = torch.optim.Adam(teacher.parameters(), lr=0.01)
    teacher.train()
    for _ in range(epochs):
        for x, y in loader:
            logits = teacher(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
            loss = F.cross_entropy(logits, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()  # refuted(stale_gradients)
    return loss.item()


def distill_online(student, teacher, loader):
    """The teacher is still in train mode, and its graph is built for nothing: its targets are detached."""
    optimizer = torch.optim.Adam(student.parameters(), lr=0.01)
    student.train()
    agreement, gap = 0.0, 0.0
    for x, y in loader:
        teacher_logits = teacher(x)  # confirmed(eval_mode): 1 dropout # confirmed(held_activations)
        student_logits = student(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        loss = distillation_loss(student_logits, teacher_logits.detach(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        agreement += (student_logits.argmax(1) == teacher_logits.argmax(1)).float().mean()  # refuted(retained_graph): no graph
        gap += (student_logits - teacher_logits).abs().mean()  # confirmed by loss-accumulates-graph: activations
    return agreement.item() / len(loader), gap.item() / len(loader)


def distill_offline(student, teacher, loader):
    """The teacher's logits are computed once, without gradients."""
    teacher.eval()
    cached = []
    with torch.no_grad():
        for x, y in loader:
            logits = teacher(x)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
            cached.append((x, logits, y))  # refuted(retained_graph): no graph
    optimizer = torch.optim.Adam(student.parameters(), lr=0.01)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.5)  # refuted(scheduler_steps): in 12 steps
    loss_sum, best = 0.0, None
    for x, teacher_logits, y in cached:
        loss = distillation_loss(student(x), teacher_logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        scheduler.step()  # refuted(scheduler_order): the optimizer stepped before
        loss_sum += loss.item()  # refuted(retained_graph): no graph # refuted(blocked_time): on the CPU
        best = loss if best is None else torch.min(best, loss)  # confirmed(retained_graph): nodes only
    return loss_sum / len(cached), best.item()


def predict(student, loader):
    student.eval()
    confidence, labels = [], []
    for x, _ in loader:
        logits = student(x)  # confirmed by eval-without-no-grad # refuted(eval_mode): in eval mode
        probabilities = F.softmax(logits, dim=1).detach()
        confidence.append(probabilities.amax(dim=1))  # refuted(retained_graph): no graph
        labels.append(probabilities.argmax(dim=1))  # refuted(retained_graph): no graph
    shares = torch.cat(labels).bincount(minlength=4) / 64
    logs = torch.log(shares)  # confirmed(value_domain): not greater than 0
    return torch.cat(confidence).mean().item(), -(shares * logs).nansum().item()


def main():
    torch.manual_seed(99)
    train_loader = DataLoader(make_dataset(192), batch_size=16, shuffle=True)
    test_loader = DataLoader(make_dataset(64), batch_size=16)
    teacher, student = mlp(64, 0.3), mlp(12, 0.1)
    print("teacher", train_teacher(teacher, train_loader))
    print("online", distill_online(student, teacher, train_loader))
    print("offline", distill_offline(student, teacher, train_loader))
    print("student", predict(student, test_loader))


if __name__ == "__main__":
    main()
