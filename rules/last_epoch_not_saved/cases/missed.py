"""Loops whose last pass is not among those that save."""

import argparse

import torch
from acme import model, train_epoch
from tqdm import tqdm

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=100)
parser.add_argument("--save_every", type=int, default=10)
parser.add_argument("--save_rarely", type=int, default=30)
args = parser.parse_args()
STEPS = 5 * 100


def written():
    for epoch in range(100):
        train_epoch(model, epoch)
        if epoch % 25 == 0 and epoch > 0:
            torch.save(model.state_dict(), f"{epoch}.pt")  # finding: last runs with `epoch` = 75 of 99


def from_one():
    for epoch in tqdm(range(1, 100 + 1)):
        train_epoch(model, epoch)
        if not epoch % 30:
            save_model(epoch)  # finding: last runs with `epoch` = 90 of 100


def save_model(epoch):
    torch.save(model.state_dict(), f"{epoch}.pt")


def of_constant():
    for step in range(STEPS):
        train_epoch(model, step)
        if (step + 1) % 200 == 0:
            torch.save({"model": model.state_dict(), "step": step}, "last.pt")  # finding: `step` = 399 of 499


def by_default():
    for epoch in range(args.epochs):
        train_epoch(model, epoch)
        if epoch % args.save_every == 0:
            torch.save(model.state_dict(), "last.pt")  # suspected: last runs with `epoch` = 90 of 99
    for epoch in range(1, args.epochs + 1):
        train_epoch(model, epoch)
        if epoch % args.save_rarely == 0:
            torch.save(model.state_dict(), "last.pt")  # suspected: last runs with `epoch` = 90 of 100


def counted():
    args.epoch = 0
    while args.epoch < args.epochs:
        train_epoch(model, args.epoch)
        if (args.epoch % args.save_every == 0 and args.epoch != 0) and args.rank == 0:
            torch.save(model.state_dict(), "last.pt")  # suspected: last runs with `args.epoch` = 90 of 99
        args.epoch += 1


def given(epochs, start):
    for epoch in range(start, epochs):
        train_epoch(model, epoch)
        if epoch % 5 == 0:
            torch.save(model.state_dict(), "last.pt")  # suspected: skips the last `epoch` if `5` divides the number


def two_files(epochs):
    for epoch in range(epochs):
        train_epoch(model, epoch)
        if epoch % 5 == 0:
            torch.save(model.encoder.state_dict(), "encoder.pt")
            torch.save(model.decoder.state_dict(), "decoder.pt")  # suspected: skips the last `epoch`


def innocent(epochs):
    for epoch in range(101):
        train_epoch(model, epoch)
        if epoch % 25 == 0:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(100):
        train_epoch(model, epoch)
        if (epoch + 1) % 25 == 0:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(100):
        train_epoch(model, epoch)
        if epoch % 25 == 24:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(1, epochs + 1):
        train_epoch(model, epoch)
        if epoch % 25 == 0:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(1, args.epochs + 1):
        train_epoch(model, epoch)
        if epoch % args.save_every == 0:
            torch.save(model.state_dict(), "last.pt")


def unknown(epochs, every):
    for epoch in range(epochs):
        train_epoch(model, epoch)
        if epoch % every == 0:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(epochs):
        train_epoch(model, epoch)
        if (epoch + 1) % 7 == 0:
            torch.save(model.state_dict(), "last.pt")
    for epoch in range(100):
        loss = train_epoch(model, epoch)
        if epoch % 30 == 0:
            torch.save(model.state_dict(), "last.pt")
        if loss < 0.1:
            break


def evaluates():
    for epoch in range(100):
        print(epoch, model)
        if epoch % 30 == 0:
            torch.save(model.state_dict(), "last.pt")
