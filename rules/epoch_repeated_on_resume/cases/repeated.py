"""Numbers of epochs that are saved and read so that a resumed run repeats or skips one."""

import os

import torch
from acme import arguments, data, evaluate, make, train_one_epoch

args = arguments()
model, optimizer, loader = make(args), None, data(args)


def save_checkpoint(state, path="last.pt"):
    torch.save(state, path)


def main():
    first = 0
    if args.resume:
        loaded = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(loaded["state"])
        first = int(loaded["epoch"]) + 1  # finding: leads to the epoch after the next, so resuming skips one
    for epoch in range(first, args.epochs):
        train_one_epoch(model, loader, optimizer)
        save_checkpoint({"epoch": epoch + 1, "state": model.state_dict()})


def with_options():
    if args.resume:
        state = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(state["model"])
        args.start_epoch = state["last_epoch"]  # finding: is the last epoch that was trained, so resuming repeats it
    for epoch in range(args.start_epoch, args.epochs):
        for x, y in loader:
            loss = (model(x) - y).square().mean()
            loss.backward()
            optimizer.step()
        save(epoch, "last.pt")


def save(epoch, path):
    torch.save({"last_epoch": epoch, "model": model.state_dict()}, path)


def test(number):
    accuracy = evaluate(model, loader)
    if accuracy > 0.9:
        torch.save({"net": model.state_dict(), "acc": accuracy, "epoch_of_test": number}, "best.pt")


def until(count):
    start_epoch = 0
    if os.path.exists("best.pt"):
        kept = torch.load("best.pt", map_location="cpu")
        model.load_state_dict(kept["net"])
        start_epoch = kept["epoch_of_test"]  # finding: resuming repeats it
    for epoch in range(start_epoch, start_epoch + count):
        train_one_epoch(model, loader, optimizer)
        test(epoch)


def load_all(path):
    checkpoint = torch.load(path, map_location="cpu")
    model.load_state_dict(checkpoint["weights"])
    return checkpoint["weights"], checkpoint["done_epoch"]  # finding: resuming repeats it


def returned():
    _, begin = load_all(args.resume)
    for epoch in range(begin, args.epochs):
        train_one_epoch(model, loader, optimizer)
        torch.save({"done_epoch": epoch, "weights": model.state_dict()}, args.resume)


def while_epochs_are_left():
    epoch = 0
    if args.resume:
        found = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(found["ema"])
        epoch = found["ema_epoch"]  # finding: resuming repeats it
    while epoch < args.epochs:
        train_one_epoch(model, loader, optimizer)
        torch.save({"ema_epoch": epoch, "ema": model.state_dict()}, args.resume)
        epoch += 1


class Trainer:
    def __init__(self):
        self.start_epoch = 0

    def resume(self, path):
        checkpoint = torch.load(path, map_location="cpu")
        model.load_state_dict(checkpoint["parameters"])
        self.start_epoch = checkpoint["epoch_of_trainer"]  # finding: resuming repeats it

    def train(self):
        for self.epoch in range(self.start_epoch, args.epochs):
            train_one_epoch(model, loader, optimizer)
            self.keep()

    def keep(self):
        torch.save({"epoch_of_trainer": self.epoch, "parameters": model.state_dict()}, "last.pt")


def also_in_the_middle():
    start = 0
    if args.resume:
        middle = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(middle["m"])
        start = middle["epoch_m"]  # suspected: is the last epoch that was trained
    for epoch in range(start, args.epochs):
        for step, (x, y) in enumerate(loader):
            (model(x) - y).square().mean().backward()
            optimizer.step()
            if step % 1000 == 0:
                torch.save({"epoch_m": epoch, "m": model.state_dict()}, args.resume)
        torch.save({"epoch_m": epoch, "m": model.state_dict()}, args.resume)


class Estimator:
    def save(self, path, ep, steps):
        torch.save({"estimator": model.state_dict(), "ep": ep, "steps": steps}, path)

    def load(self, path):
        checkpoint = torch.load(path, map_location="cpu")
        model.load_state_dict(checkpoint["estimator"])
        return checkpoint["ep"], checkpoint["steps"]  # finding: resuming repeats it

    def train(self):
        epoch = steps = 0
        if args.resume:
            epoch, steps = self.load(os.path.join(args.folder, "latest.tar"))
        while epoch < args.epochs:
            train_one_epoch(model, loader, optimizer)
            self.save(os.path.join(args.folder, "latest.tar"), epoch, steps)
            epoch += 1
            if epoch % 10 == 0:
                self.save(os.path.join(args.folder, f"epoch{epoch}.tar"), epoch, steps)
