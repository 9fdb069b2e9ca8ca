"""accelerate's optimizers skip zero_grad() and step() in the passes that only accumulate, and obey both in the last."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn


def parts(every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    net = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(net.parameters())
    loader = torch.utils.data.DataLoader(torch.rand(64, 8), batch_size=4, shuffle=True)
    net, optimizer, loader = accelerator.prepare(net, optimizer, loader)
    return accelerator, net, optimizer, loader


def cleared_in_front(every):
    accelerator, net, optimizer, loader = parts(every)
    for x in loader:
        with accelerator.accumulate(net):
            optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
            loss = net(x).square().mean()
            accelerator.backward(loss)
            optimizer.step()


def cleared_twice(every):
    accelerator, net, optimizer, loader = parts(every)
    for x in loader:
        with accelerator.accumulate(net):
            optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
            accelerator.backward(net(x).square().mean())
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def cleared_after_the_step(every):
    accelerator, net, optimizer, loader = parts(every)
    for x in loader:
        with accelerator.accumulate(net):
            accelerator.backward(net(x).square().mean())
            optimizer.step()
            optimizer.zero_grad()


def cleared_between_the_blocks(every):
    accelerator, net, optimizer, loader = parts(every)
    for x in loader:
        optimizer.zero_grad()  # obeyed after a pass that stepped
        with accelerator.accumulate(net):
            accelerator.backward(net(x).square().mean())
            optimizer.step()


def of_another_optimizer(every):
    accelerator, net, optimizer, loader = parts(every)
    head = nn.Linear(2, 2)
    other = accelerator.prepare(torch.optim.SGD(head.parameters()))
    for x in loader:
        with accelerator.accumulate(net):
            other.zero_grad()
            accelerator.backward(F.mse_loss(net(x), x[:, :2]))
            optimizer.step()
            optimizer.zero_grad()
