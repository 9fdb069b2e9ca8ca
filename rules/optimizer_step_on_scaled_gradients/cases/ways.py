"""Steps with scaled gradients, and with those that are not."""

import torch
import torch.nn.functional as F
from torch import nn


def two_optimizers(loader):
    encoder, decoder = nn.Linear(8, 2), nn.Linear(2, 8)
    first, second = torch.optim.SGD(encoder.parameters(), 0.1), torch.optim.SGD(decoder.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        first.zero_grad()
        second.zero_grad()
        scaler.scale(F.mse_loss(encoder(x), x)).backward()
        first.step()  # finding: call `scaler.step(first)`
        F.mse_loss(decoder(x), x).backward()
        second.step()


def by_the_scaler(loader, model):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        scaler.step(optimizer)
        scaler.update()


def unscaled(loader):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        scaler.unscale_(optimizer)
        optimizer.step()


def in_two_branches(loader, half):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        if half:
            scaler.scale(F.mse_loss(model(x), x)).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            F.mse_loss(model(x), x).backward()
            optimizer.step()


def in_branches_apart(loader, half):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), x)
        if half:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if half:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()


def switched_off(loader):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler(enabled=False)
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        optimizer.step()


def by_hand(loader):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        for parameter in model.parameters():
            parameter.grad.div_(scaler.get_scale())
        optimizer.step()


def logged(loader, log):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        optimizer.step()  # finding: applies gradients that are still scaled
        log({"scale": scaler.get_scale()})


def only_its_use_says_what_it_is(loader, model, optimizer):
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), x)).backward()
        optimizer.step()  # suspected: call `scaler.step(optimizer)`
        scaler.update()


def with_a_moving_average(loader, model, optimizer, average):
    scaler = torch.cuda.amp.GradScaler()
    for number, x in enumerate(loader):
        scaler.scale(F.mse_loss(model(x), x)).backward()
        if number % 4 == 3:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        average.step(model.parameters())


def shown_before_the_step(loader, draw):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), x)
        scaler.scale(loss).backward()
        draw(loss)
        optimizer.step()  # finding: call `scaler.step(optimizer)`
        scaler.update()


def of_a_weighted_loss(loader, model, weigh):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.cuda.amp.GradScaler()
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(weigh(model, x)).backward()
        optimizer.step()  # finding: call `scaler.step(optimizer)`
        scaler.update()
