"""Learning rates that are scheduled, in the right order, in the wrong one, and never."""

import warnings

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR, ReduceLROnPlateau, SequentialLR, StepLR

torch.set_num_threads(1)
torch.manual_seed(0)
warnings.simplefilter("ignore")
model = nn.Linear(4, 1)


def new(rate=0.1):
    return torch.optim.SGD(model.parameters(), lr=rate)


def one_step(optimizer):
    optimizer.zero_grad()
    model(torch.randn(8, 4)).square().mean().backward()
    optimizer.step()


def first_of_all():
    optimizer = new()
    scheduler = StepLR(optimizer, 1, gamma=0.5)  # refuted(scheduler_steps): 1 of 1 scheduler stepped, in 12 steps
    for _ in range(4):
        scheduler.step()  # confirmed(scheduler_order): the first step was made at 0.05 instead of 0.1
        for _ in range(3):
            one_step(optimizer)


def in_each_batch():
    optimizer = new()
    scheduler = OneCycleLR(optimizer, 0.1, total_steps=10)  # refuted(scheduler_steps): in 9 steps
    for _ in range(9):
        optimizer.zero_grad()
        model(torch.randn(8, 4)).square().mean().backward()
        scheduler.step(), optimizer.step()  # confirmed(scheduler_order): 1 of 1 scheduler stepped before


def one_too_early():
    optimizer = new()
    scheduler = StepLR(optimizer, 2)
    for _ in range(4):
        scheduler.step()  # confirmed(scheduler_order): from 0.1 on, each rate comes one call too early
        one_step(optimizer)


def in_each_epoch():
    optimizer = new()
    scheduler = CosineAnnealingLR(optimizer, 4)
    for _ in range(4):
        one_step(optimizer)
        scheduler.step()  # refuted(scheduler_order): the optimizer stepped before


def after_each_batch():
    optimizer = new()
    scheduler = StepLR(optimizer, 3)
    for _ in range(4):
        optimizer.zero_grad()
        model(torch.randn(8, 4)).square().mean().backward()
        optimizer.step(), scheduler.step()  # refuted(scheduler_order): before the scheduler's first


def whose_first_step_is_skipped():
    optimizer = new()
    scheduler = StepLR(optimizer, 3)
    scaler = torch.amp.GradScaler("cpu")
    for i in range(4):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 4)).square().mean()
        scaler.scale(loss if i else loss * float("inf")).backward()
        scaler.step(optimizer), scheduler.step()  # undecided(scheduler_order): GradScaler skipped it
        scaler.update()


def whose_fused_step_is_skipped():
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1, fused=True)
    scheduler = StepLR(optimizer, 3)
    scaler = torch.amp.GradScaler("cpu")
    for i in range(4):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 4)).square().mean()
        scaler.scale(loss if i else loss * float("inf")).backward()
        scaler.step(optimizer), scheduler.step()  # undecided(scheduler_order): no step was seen
        scaler.update()


def resumed():
    before = StepLR(new(), 3)
    before.step()
    optimizer = new()
    scheduler = StepLR(optimizer, 3)
    scheduler.load_state_dict(before.state_dict())
    for _ in range(4):
        scheduler.step()  # undecided(scheduler_order): where another run stopped
        one_step(optimizer)


def of_another_kind(scheduler):
    for _ in range(4):
        scheduler.step()  # undecided(scheduler_order): no scheduler with a known order


class Mine:
    def step(self):
        return None


def never():
    optimizer = new()
    scheduler = StepLR(optimizer, 1)  # confirmed(scheduler_steps): never stepped in 5 steps of its optimizer: the learn
    for _ in range(5):
        one_step(optimizer)
    return scheduler.get_last_lr()


def once_at_the_end():
    optimizer = new()
    scheduler = StepLR(optimizer, 30)  # refuted(scheduler_steps): 1 of 1 scheduler stepped, in 5 steps
    for _ in range(5):
        one_step(optimizer)
    scheduler.step()


def by_another_one():
    optimizer = new()
    parts = [StepLR(optimizer, 30), CosineAnnealingLR(optimizer, 30)]
    scheduler = SequentialLR(optimizer, parts, milestones=[1])  # refuted(scheduler_steps): stepped, in 5 steps
    for _ in range(5):
        one_step(optimizer)
    scheduler.step()


def nor_its_optimizer():
    scheduler = StepLR(new(), 1)  # undecided(scheduler_steps): neither the scheduler nor its optimizer
    return scheduler.get_last_lr()


def when_nothing_improves():
    optimizer = new()
    scheduler = ReduceLROnPlateau(optimizer)  # refuted(scheduler_steps): stepped, in 5 steps
    for _ in range(5):
        one_step(optimizer)
        scheduler.step(1.0)


first_of_all(), in_each_batch(), one_too_early(), in_each_epoch(), after_each_batch(), whose_first_step_is_skipped()
whose_fused_step_is_skipped(), resumed(), of_another_kind(Mine()), once_at_the_end(), by_another_one(), when_nothing_improves()
print(never(), nor_its_optimizer(), model.weight, torch.rand(1))
