"""Steps that wait for all work on the GPU, and code that measures."""

import time

import torch
import torch.nn.functional as F


def train(model, loader, optimizer, log):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x.cuda()), y.cuda())
        loss.backward()
        optimizer.step()
        torch.cuda.synchronize()  # finding: `torch.cuda.synchronize()` waits in each training step until the GPU has
    torch.cuda.synchronize()
    log(model)


def train_and_show(model, loader, optimizer, log):
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x.cuda()), y.cuda())
        loss.backward()
        optimizer.step()
        if number % 100 == 0:
            torch.cuda.synchronize()
            log(number)


def measure(model, loader, optimizer, log):
    for x, y in loader:
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = F.mse_loss(model(x.cuda()), y.cuda())
        loss.backward()
        optimizer.step()
        torch.cuda.synchronize()
        log(time.perf_counter() - start)


model = torch.nn.Linear(3, 1).cuda()
optimizer = torch.optim.SGD(model.parameters(), 0.1)
rows = [(torch.rand(2, 3), torch.rand(2, 1))]
for run in (train, train_and_show, measure):
    run(model, rows, optimizer, print)
