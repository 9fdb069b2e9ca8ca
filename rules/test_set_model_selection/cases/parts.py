"""Data that is asked for by the name of its part: an entry of a dict of loaders, a split, a mask over the nodes."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from training import evaluate, train_one_epoch


def of_a_dict(model, optimizer, loaders):
    best = 0.0
    for _ in range(20):
        train_one_epoch(model, loaders["train"], optimizer)
        score = evaluate(model, loaders["test"])
        if score > best:  # suspected: `score` is measured on `loaders["test"]`
            best = score
            torch.save(model.state_dict(), "best.pt")


def of_a_dict_that_may_choose(model, optimizer, loaders):
    best = 0.0
    for _ in range(20):
        train_one_epoch(model, loaders["train"], optimizer)
        score = evaluate(model, loaders["val"])
        print(evaluate(model, loaders["test"]))
        if score > best:
            best = score
            torch.save(model.state_dict(), "best.pt")


def in_phases(model: nn.Module, optimizer, loaders: dict[str, DataLoader], parts: dict[str, Dataset]):
    best, kept = 0.0, copy.deepcopy(model.state_dict())
    for _ in range(20):
        for phase in ("train", "test"):
            model.train(phase == "train")
            right = 0
            for x, y in loaders[phase]:
                with torch.set_grad_enabled(phase == "train"):
                    logits = model(x)
                    if phase == "train":
                        optimizer.zero_grad()
                        nn.functional.cross_entropy(logits, y).backward()
                        optimizer.step()
                right += (logits.argmax(1) == y).sum().item()
            score = right / len(parts[phase])
            if phase == "test" and score > best:  # suspected: `score` is measured on `loaders[phase]`
                best, kept = score, copy.deepcopy(model.state_dict())
    model.load_state_dict(kept)


def in_phases_that_may_choose(model: nn.Module, optimizer, loaders: dict[str, DataLoader], parts: dict[str, Dataset]):
    best, kept = 0.0, copy.deepcopy(model.state_dict())
    for _ in range(20):
        for phase in ("train", "val"):
            right = 0
            for x, y in loaders[phase]:
                logits = model(x)
                if phase == "train":
                    optimizer.zero_grad()
                    nn.functional.cross_entropy(logits, y).backward()
                    optimizer.step()
                right += (logits.argmax(1) == y).sum().item()
            score = right / len(parts[phase])
            if phase == "val" and score > best:
                best, kept = score, copy.deepcopy(model.state_dict())
    model.load_state_dict(kept)


def of_a_split(model, optimizer, loader):
    best = 0.0
    for _ in range(20):
        train_one_epoch(model, loader, optimizer)
        score = evaluate(model, "test")
        if score > best:  # suspected: `score` is measured on `"test"`
            best = score
            torch.save(model.state_dict(), "best.pt")


def of_another_split(model, optimizer, loader):
    best = 0.0
    for _ in range(20):
        train_one_epoch(model, loader, optimizer)
        score = evaluate(model, split="valid")
        print(evaluate(model, split="test"))
        if score > best:
            best = score
            torch.save(model.state_dict(), "best.pt")


def of_nodes(model, optimizer, graph):
    best = 0.0
    for _ in range(20):
        optimizer.zero_grad()
        logits = model(graph.x)
        nn.functional.cross_entropy(logits[graph.train_mask], graph.y[graph.train_mask]).backward()
        optimizer.step()
        right = model(graph.x).argmax(1) == graph.y
        score = right[graph.test_mask].float().mean()
        if score > best:  # suspected: `score` is measured on `graph.test_mask`
            best = score
            torch.save(model.state_dict(), "best.pt")


def of_held_out_nodes(model, optimizer, graph):
    best = 0.0
    for _ in range(20):
        optimizer.zero_grad()
        logits = model(graph.x)
        nn.functional.cross_entropy(logits[graph.train_mask], graph.y[graph.train_mask]).backward()
        optimizer.step()
        right = model(graph.x).argmax(1) == graph.y
        score = right[graph.val_mask].float().mean()
        print(right[graph.test_mask].float().mean())
        if score > best:
            best = score
            torch.save(model.state_dict(), "best.pt")
