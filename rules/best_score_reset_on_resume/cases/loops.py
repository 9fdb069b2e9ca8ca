"""What resumes in the file, or in a trainer, and what happens to the best score meanwhile."""

import os
import shutil

import torch
from saving import load_checkpoint, load_start_epoch, save_checkpoint

from training import evaluate, one_epoch


def as_in_many_examples(args, model, optimizer, loaders):
    best_acc = 0  # finding: `best_acc` restarts at `0` on resume, so a worse epoch can replace the best checkpoint
    args.start_epoch = 0
    if args.resume:
        checkpoint = torch.load(args.resume)
        args.start_epoch = checkpoint["epoch"]
        model.load_state_dict(checkpoint["state_dict"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    for epoch in range(args.start_epoch, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        is_best = acc > best_acc
        best_acc = max(acc, best_acc)
        save_checkpoint({"epoch": epoch + 1, "state_dict": model.state_dict()}, is_best)


def restored(args, model, optimizer, loaders):
    best_acc, start = 0, 0
    if args.resume:
        checkpoint = torch.load(args.resume)
        start, best_acc = checkpoint["epoch"], checkpoint["best_acc"]
        model.load_state_dict(checkpoint["state_dict"])
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            save_checkpoint({"epoch": epoch + 1, "state_dict": model.state_dict(), "best_acc": best_acc}, True)


def restored_too_early(args, model, optimizer, loaders):
    start = 0
    if args.resume:
        checkpoint = torch.load(args.resume)
        start, best_acc = checkpoint["epoch"], checkpoint["best_acc"]
        model.load_state_dict(checkpoint["state_dict"])
    best_acc = 0.0  # finding: `best_acc` restarts at `0.0` on resume, so a worse epoch can replace the best checkpoint
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def evaluated_first(args, model, optimizer, loaders):
    start = load_checkpoint(args.resume, model, optimizer)
    best_acc = evaluate(model, loaders[1])
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def by_functions_of_another_file(args, model, optimizer, loaders):
    start = load_start_epoch(args.resume) + 1
    best_loss = float("inf")  # finding: restarts at `float("inf")` on resume
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        loss = evaluate(model, loaders[1])
        torch.save(model.state_dict(), "last.pt")
        if loss < best_loss:
            best_loss = loss
            shutil.copy("last.pt", "best.pt")


def given_back_by_them(args, model, optimizer, loaders):
    best_loss = float("inf")
    start, best_loss = load_checkpoint(args.resume, model, optimizer)
    for _ in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        loss = evaluate(model, loaders[1])
        if loss < best_loss:
            best_loss = loss
            torch.save(model.state_dict(), "best.pt")


def a_file_for_each(args, model, optimizer, loaders):
    start = load_checkpoint(args.resume, model, optimizer)
    best_acc = 0
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            path = os.path.join(args.folder, f"best_{epoch}.pt")
            torch.save(model.state_dict(), path)


def written_down_only(args, model, optimizer, loaders):
    start = load_checkpoint(args.resume, model, optimizer)
    best_acc = 0
    for epoch in range(start, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            print("the best so far", epoch)


def begins_from_pretrained_weights(args, model, optimizer, loaders):
    model.load_state_dict(torch.load(args.pretrained))
    best_acc = 0
    for _ in range(args.first_epoch, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        acc = evaluate(model, loaders[1])
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


class Trainer:
    def __init__(self, model, optimizer, loaders):
        self.model, self.optimizer, self.loaders = model, optimizer, loaders
        self.step = 0
        self.best = 1e9  # finding: restarts at `1e9` on resume, so a worse epoch can replace the best checkpoint
        self.lowest = 1e9

    def load(self, path):
        saved = torch.load(path)
        self.model.load_state_dict(saved["model"])
        self.step = saved["step"]
        self.lowest = saved["lowest"]

    def train(self, steps):
        while self.step < steps:
            loss = one_epoch(self.model, self.optimizer, self.loaders[0])
            self.step += 1
            if loss < self.best:
                self.best = loss
                self.save("best")
            if loss < self.lowest:
                self.lowest = loss
                self.save("lowest")

    def save(self, name):
        torch.save({"model": self.model.state_dict(), "step": self.step, "lowest": self.lowest}, name)
