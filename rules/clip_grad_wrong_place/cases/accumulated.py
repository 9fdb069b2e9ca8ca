"""Clipped in each pass of a sum over several, or once before the step that applies the sum."""

import torch
import torch.nn.functional as F
from torch.nn.utils import clip_grad_norm_


def in_each_pass(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: clips a partial sum in each pass before `optimizer.step()`
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def logged_in_each_pass(net, rows, every, log):
    optimizer = torch.optim.AdamW(net.parameters())
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        norm = clip_grad_norm_(net.parameters(), max_norm=0.5)  # finding: clip once, right before the step
        if (i + 1) % every == 0 or i == len(rows) - 1:
            optimizer.step()
            optimizer.zero_grad()
        log(norm)


def before_the_step(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        if (i + 1) % every == 0:
            clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def clipped_under_the_same_condition(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        last = (i + 1) % every == 0
        (F.mse_loss(net(x), y) / every).backward()
        if last:
            clip_grad_norm_(net.parameters(), 1.0)
        if last:
            optimizer.step()
            optimizer.zero_grad()


def measured_in_each_pass(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        print(clip_grad_norm_(net.parameters(), float("inf")))
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def a_step_in_each_pass(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def logged_after_the_step(net, rows, log):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        norm = clip_grad_norm_(net.parameters(), 1.0)  # finding: clips gradients that `step()` has already applied
        log(norm)


def divided_with_the_rest(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: clips a partial sum in each pass before `optimizer.step()`
        done, rest = divmod(i + 1, every)
        if rest == 0:
            optimizer.step()
            optimizer.zero_grad()
            print(done)


def divided_with_the_rest_before(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        done, rest = divmod(i + 1, every)
        if rest == 0:
            clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            print(done)


def in_each_slice(net, rows, size):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        total = 0.0
        for start in range(0, len(x), size):
            loss = F.mse_loss(net(x[start : start + size]), y[start : start + size]) * size / len(x)
            loss.backward()
            total += loss.item()
            clip_grad_norm_(net.parameters(), 1.0)  # finding: clips a partial sum in each pass before `optimizer.step()`
        optimizer.step()
        print(total)


def in_each_fetched_batch(net, batches, every, steps):
    optimizer = torch.optim.AdamW(net.parameters())
    for _ in range(steps):
        optimizer.zero_grad(set_to_none=True)
        for _ in range(every):
            x, y = next(batches)
            (F.mse_loss(net(x), y) / every).backward()
            torch.nn.utils.clip_grad_value_(net.parameters(), 0.5)  # finding: clip once, right before the step
        optimizer.step()


def after_the_slices(net, rows, size):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        for start in range(0, len(x), size):
            (F.mse_loss(net(x[start : start + size]), y[start : start + size]) * size / len(x)).backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def each_clips_its_own(nets, rows):
    optimizer = torch.optim.SGD([weight for net in nets for weight in net.parameters()], lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        for net in nets:
            F.mse_loss(net(x), y).backward()
            clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def epochs_around_batches(net, rows, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in rows:
            optimizer.zero_grad()
            F.mse_loss(net(x), y).backward()
            clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()


def many_small_backwards(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        for part, target in zip(x, y):
            F.mse_loss(net(part), target).backward()
            clip_grad_norm_(net.parameters(), 1.0)  # finding: clips a partial sum in each pass before `optimizer.step()`
        optimizer.step()


def the_last_pass_clips(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        for number, (part, target) in enumerate(zip(x, y)):
            F.mse_loss(net(part), target).backward()
            if number == len(x) - 1:
                clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def an_option_clips(net, rows, limit):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        for part, target in zip(x, y):
            F.mse_loss(net(part), target).backward()
            if limit > 0:
                clip_grad_norm_(net.parameters(), limit)  # finding: clips a partial sum in each pass
        optimizer.step()
