"""A call is told in which passes to step, and the gradients are cleared in each pass or only after a step."""

import torch
import torch.nn.functional as F
from elsewhere import backward_and_step


class Scaler:
    def __init__(self):
        self.scaler = torch.amp.GradScaler("cuda")

    def __call__(self, loss, optimizer, update_grad=True):
        self.scaler.scale(loss).backward()
        if update_grad:
            self.scaler.step(optimizer)
            self.scaler.update()


def cleared_in_each_pass(model, optimizer, loader, k):
    scale = Scaler()
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / k
        scale(loss, optimizer, update_grad=(i + 1) % k == 0)
        optimizer.zero_grad()  # finding: clears the gradients in each pass, and `scale` steps only every `k`


def cleared_after_a_step(model, optimizer, loader, k):
    scale = Scaler()
    optimizer.zero_grad()
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / k
        scale(loss, optimizer, update_grad=(i + 1) % k == 0)
        if (i + 1) % k == 0:
            optimizer.zero_grad()


def by_other_code(model, optimizer, critic_optimizer, loader, k):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / k
        critic_optimizer.zero_grad()
        optimizer.zero_grad()  # suspected: clears the gradients in each pass
        backward_and_step(loss, optimizer, (i + 1) % k == 0)


def told_of_something_else(model, optimizer, loader, k):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        backward_and_step(F.cross_entropy(model(x), y), optimizer, verbose=i % k == 0)


def step_and_log(loss, optimizer, is_logged):
    loss.backward()
    optimizer.step()
    if is_logged:
        print(loss)


def stepped_in_each_pass(model, optimizer, loader, k):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        step_and_log(F.cross_entropy(model(x), y), optimizer, i % k == 0)
