import gc

import torch
from torch.cuda import empty_cache


def train(model: torch.nn.Module, optimizer, loader, epochs):
    for epoch in range(epochs):
        for x in loader:
            loss = model(x).sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            torch.cuda.empty_cache()  # finding: frees memory that the next step allocates again, in every step
            del loss
            empty_cache()  # finding: frees memory that the next step allocates again, in every step
        gc.collect()
        torch.cuda.empty_cache()


def now_and_then(model: torch.nn.Module, optimizer, loader):
    for number, x in enumerate(loader):
        loss = model(x).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number % 100 == 0:
            torch.cuda.empty_cache()


def out_of_memory(model: torch.nn.Module, optimizer, loader):
    for x in loader:
        try:
            model(x).sum().backward()
            optimizer.step()
            optimizer.zero_grad()
        except torch.OutOfMemoryError:
            torch.cuda.empty_cache()


def epoch(model: torch.nn.Module, optimizer, loader, mode):
    for x in loader:
        loss = model(x).sum()
        if mode == "train":
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
    return loss


def epochs(model: torch.nn.Module, optimizer, nothing, loader):
    for _ in range(9):
        model.train()
        epoch(model, optimizer, loader, "train")
        torch.cuda.empty_cache()
        model.eval()
        epoch(model, nothing, loader, "eval")
        torch.cuda.empty_cache()


def one_after_the_other(models, x):
    for model in models:
        print(model(x))
        gc.collect()
        torch.cuda.empty_cache()
