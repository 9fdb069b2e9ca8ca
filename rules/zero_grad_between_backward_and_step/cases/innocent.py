"""A gradient arrives between clearing and stepping, or what is cleared is somebody else's."""

import torch
import torch.nn.functional as F
from elsewhere import make_schedule
from transformers import get_linear_schedule_with_warmup


def first(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def between_forward_and_backward(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def last(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def a_step_late(net, rows):
    """The gradients are applied when the next batch is there."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.step()
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()


def two_backwards(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        print(sum(p.grad.norm() for p in net.parameters()))
        optimizer.zero_grad()
        F.l1_loss(net(x), y).backward()
        optimizer.step()


def the_other_optimizer(critic, actor, rows):
    critic_optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    for x, y in rows:
        actor_optimizer.zero_grad()
        (-critic(actor(x)).mean()).backward()
        critic_optimizer.zero_grad()
        actor_optimizer.step()
        F.mse_loss(critic(x), y).backward()
        critic_optimizer.step()


def unknown_others(one, other, net, rows):
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        one.zero_grad()
        other.step()


def if_they_are_bad(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        if not all(torch.isfinite(p.grad).all() for p in net.parameters()):
            optimizer.zero_grad()
        optimizer.step()


def one_of_two_ways(net, rows, scaler):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        optimizer.step()


def in_the_closure(net, rows):
    optimizer = torch.optim.LBFGS(net.parameters())
    for x, y in rows:

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(net(x), y)
            loss.backward()
            return loss

        optimizer.step(closure)


def in_a_given_closure(net, rows, closure):
    optimizer = torch.optim.LBFGS(net.parameters())
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.zero_grad()
        optimizer.step(closure)


def by_code_that_is_not_here(net, rows, differentiate):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.zero_grad()
        differentiate(F.l1_loss(net(x), y))
        optimizer.step()


def by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        kept = [p.grad.clone() for p in net.parameters()]
        optimizer.zero_grad()
        for p, gradient in zip(net.parameters(), kept):
            p.grad = gradient
        optimizer.step()


def sharpness_aware(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.zero_grad()
        F.mse_loss(net(x + 0.1), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def schedules_of_other_packages(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    warmup, schedule = get_linear_schedule_with_warmup(optimizer, 100, 1000), make_schedule(optimizer)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
        warmup.step()
        schedule.step()


def a_schedule_after_the_model_is_cleared(rows):
    net = torch.nn.Linear(8, 8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = make_schedule(optimizer)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        net.zero_grad()
        schedule.step()
