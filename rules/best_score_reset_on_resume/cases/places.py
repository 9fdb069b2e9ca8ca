"""Scores in a dict or an object, and code that saves where the score is not worse."""

import torch
from saving import load_checkpoint

from training import evaluate, one_epoch


class Progress:
    pass


def in_a_dict(args, model, optimizer, loaders):
    best = {"epoch": 0, "f1": 0.0}  # finding: `best["f1"]` restarts at `0.0` on resume
    start = load_checkpoint(args.resume, model, optimizer)
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        f1 = evaluate(model, loaders[1])
        if f1 > best["f1"]:
            best["f1"], best["epoch"] = f1, epoch
            torch.save(model.state_dict(), "best.pt")


def in_a_dict_restored(args, model, optimizer, loaders):
    best = {"epoch": 0, "f1": 0.0}
    start, saved = load_checkpoint(args.resume, model, optimizer)
    best.update(saved)
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        f1 = evaluate(model, loaders[1])
        if f1 > best["f1"]:
            best["f1"], best["epoch"] = f1, epoch
            torch.save(model.state_dict(), "best.pt")


def in_a_dict_given_back(args, model, optimizer, loaders):
    best = {"epoch": 0, "f1": 0.0}
    start = 0
    if args.resume:
        start, best = load_checkpoint(args.resume, model, optimizer)
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        f1 = evaluate(model, loaders[1])
        if f1 > best["f1"]:
            best["f1"], best["epoch"] = f1, epoch
            torch.save(model.state_dict(), "best.pt")


def in_an_object(args, model, optimizer, loaders):
    progress = Progress()
    progress.best_loss = 1e9  # finding: `progress.best_loss` restarts at `1e9` on resume
    progress.lowest = 1e9
    start, progress.lowest = load_checkpoint(args.resume, model, optimizer)
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        loss = evaluate(model, loaders[1])
        if loss < progress.best_loss:
            progress.best_loss = loss
            torch.save(model.state_dict(), "best.pt")
        if loss < progress.lowest:
            progress.lowest = loss
            torch.save(model.state_dict(), "lowest.pt")


def not_worse(args, model, optimizer, loaders):
    start = load_checkpoint(args.resume, model, optimizer)
    best, waited = 0.0, 0  # finding: `best` restarts at `0.0` on resume
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        score = evaluate(model, loaders[1])
        if score <= best:
            waited += 1
            continue
        best, waited = score, 0
        torch.save(model.state_dict(), "best.pt")


def not_worse_than_before(args, model, optimizer, loaders):
    start = load_checkpoint(args.resume, model, optimizer)
    best, waited = evaluate(model, loaders[1]), 0
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        score = evaluate(model, loaders[1])
        if score <= best:
            waited += 1
            continue
        best, waited = score, 0
        torch.save(model.state_dict(), "best.pt")
