"""The checkpoint's epoch replaces a setting, which a variable gets before the loop."""

import torch

from training import evaluate, one_epoch


def set_up(args, model, optimizer):
    if args.resume:
        saved = torch.load(args.resume)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        args.start_epoch = saved["epoch"] + 1


def chosen(args, model, optimizer, loaders):
    if args.start_epoch is None:
        first = -1 if args.look_before else 0
    else:
        first = args.start_epoch
    best_acc = 0.0  # finding: `best_acc` restarts at `0.0` on resume
    for _ in range(first, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def in_one_expression(args, model, optimizer, loaders):
    best_acc = 0.0  # finding: `best_acc` restarts at `0.0` on resume
    first = args.start_epoch if args.start_epoch is not None else 0
    for _ in range(first, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def with_another_setting(args, model, optimizer, loaders):
    best_acc = 0.0
    first = args.first_epoch
    for _ in range(first, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def measured_first(args, model, optimizer, loaders):
    first = args.start_epoch or 0
    best_acc = evaluate(model, loaders[1])
    for _ in range(first, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def either(args, model, optimizer, loaders):
    first = args.start_epoch or 0
    best_acc = 0.0  # finding: `best_acc` restarts at `0.0` on resume
    for _ in range(first, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")
