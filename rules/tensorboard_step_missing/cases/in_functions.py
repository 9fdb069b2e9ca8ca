"""Functions that log, called in loops."""

import torch
from torch.utils.tensorboard import SummaryWriter


class Log:
    def __init__(self, folder):
        self.board = SummaryWriter(folder)
        self.step = 0

    def metrics(self, values, step):
        for name, value in values.items():
            self.board.add_scalar("metrics/" + name, value)  # suspected: is written without a step
            self.board.add_scalar("counted/" + name, value, step)

    def named(self, name, value):
        self.board.add_scalar(name, value)

    def last(self, value):
        self.board.add_scalar("last", value)


def accuracy(board, model, rows, epoch):
    share = (model(rows) > 0).float().mean().item()
    if epoch % 2 == 0:
        board.add_scalar("accuracy", share)  # suspected: is written without a step
    if board is not None and not model.training:
        board.add_scalar("held out", share)  # suspected: is written without a step
    if epoch == 3:
        board.add_scalar("third", share)


def score(board, model, rows):
    board.add_scalar("score", model(rows).mean().item())


def train(model, rows, folder):
    log, board = Log(folder), SummaryWriter(folder)
    for epoch in range(9):
        accuracy(board, model, rows, epoch)
        log.metrics({"mean": rows.mean(), "largest": rows.max()}, epoch)
        log.named(f"epoch {epoch}", rows.sum())
    log.last(rows.mean())


def folds(model, rows, folder):
    for number, fold in enumerate(torch.chunk(rows, 4)):
        board = SummaryWriter(f"{folder}/{number}")
        score(board, model, fold)
        board.close()


def of_all(models, folder):
    board = SummaryWriter(folder)
    for number, model in enumerate(models):
        log = Log(f"{folder}/{number}")
        log.last(model.weight.mean())
        for writer in (log.board, make(number)):
            share(writer, model)
        if number == 3:
            third(board, model)
        fourth(board, model)


def make(number):
    return SummaryWriter(f"runs/{number}")


def share(board, model):
    board.add_scalar("share", model.weight.mean())


def third(board, model):
    board.add_scalar("third", model.weight.mean())


def fourth(board, model):
    board.add_scalar("fourth", model.weight.mean())  # suspected: is written without a step
