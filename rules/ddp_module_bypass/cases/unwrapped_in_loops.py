"""The model is taken out of its wrapper to be saved, and training goes on."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train_epoch(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()


def saved_in_each_epoch(loader):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        model = model.module  # finding: unwraps the model that the next pass trains, so gradients are not synchronised
        torch.save(model.state_dict(), f"{epoch}.pt")


def saved_every_few_epochs(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(30):
        for x in loader:
            accelerator.backward(model(x).square().mean())
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.is_main_process:
            if (epoch + 1) % 10 == 0:
                model = accelerator.unwrap_model(model)  # finding: unwraps the model that the next pass trains, so
                torch.save(model.state_dict(), f"{epoch}.pt")


def saved_at_the_end(loader):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
    model = model.module
    torch.save(model.state_dict(), "last.pt")


def saved_by_another_name(loader):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(3):
        for x in loader:
            accelerator.backward(model(x).square().mean())
            optimizer.step()
            optimizer.zero_grad()
        plain = accelerator.unwrap_model(model)
        torch.save(plain.state_dict(), f"{epoch}.pt")


def wrapped_anew(loader):
    net = nn.Linear(8, 1)
    for epoch in range(3):
        net = DDP(net)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x in loader:
            optimizer.zero_grad()
            net(x).square().mean().backward()
            optimizer.step()
        net = net.module
        torch.save(net.state_dict(), f"{epoch}.pt")


def saved_when_done(loader, epochs):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        if epoch == epochs - 1:
            model = model.module
            torch.save(model.state_dict(), "last.pt")


def saved_and_left(loader, epochs):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        if epoch % 10 == 9:
            model = model.module
            torch.save(model.state_dict(), "last.pt")
            break


def loss_of(model, x):
    return model(x).square().mean()


def saved_beside_a_helper(loader):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            loss_of(model, x).backward()
            optimizer.step()
        model = model.module  # finding: unwraps the model that the next pass trains, so gradients are not synchronised
        torch.save(model.state_dict(), f"{epoch}.pt")


def saved_if_it_is_a_wrapper(loader):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        if isinstance(model, DDP):
            model = model.module  # finding: unwraps the model that the next pass trains, so gradients are not
        torch.save(model.state_dict(), f"{epoch}.pt")


def saved_under_another_name_if_it_is_a_wrapper(loader):
    model = DDP(nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        saved = model
        if isinstance(saved, DDP):
            saved = saved.module
        torch.save(saved.state_dict(), f"{epoch}.pt")


def only_evaluated(loader):
    model = DDP(nn.Linear(8, 1))
    for _ in range(3):
        with torch.no_grad():
            print(sum(loss_of(model, x).item() for x in loader))
        model = model.module


def trained_by_what_is_not_seen(loader, diffusion):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(3):
        for x in loader:
            with accelerator.accumulate(model):
                accelerator.backward(diffusion.loss(model, x))
                optimizer.step()
                optimizer.zero_grad()
        model = accelerator.unwrap_model(model)  # finding: unwraps the model that the next pass trains, so gradients
        torch.save(model.state_dict(), f"{epoch}.pt")


def sampled_from_by_what_is_not_seen(loader, diffusion):
    accelerator, model = Accelerator(), nn.Linear(8, 1)
    model, loader = accelerator.prepare(model, loader)
    for epoch in range(3):
        diffusion.sample(model, loader)
        model = accelerator.unwrap_model(model)
        torch.save(model.state_dict(), f"{epoch}.pt")
