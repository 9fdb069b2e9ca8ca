"""Scalars with a step, without one, and those that need none."""

import tensorboardX
import torch
from torch.utils.tensorboard import SummaryWriter


def evaluate_often(model, batches, folder):
    board = tensorboardX.SummaryWriter(folder)
    for number, batch in enumerate(batches):
        with torch.no_grad():
            score = model(batch).mean()
        if number % 10 == 0:
            board.add_scalar("score", score)  # finding: "score" is written without a step
        board.add_scalars("scores", {"now": score})  # finding: "scores" is written without a step
        board.add_scalar("score", score, global_step=None)  # finding: "score" is written without a step
        board.add_scalar("counted", score, global_step=number)
        board.add_scalar("also counted", score, number)
        board.add_scalar(f"score {number}", score)
        if number == 0:
            board.add_scalar("first", score)
    board.add_scalar("last", score)


def wait(writer: SummaryWriter, queue):
    while True:
        name, value = queue.get()
        writer.add_scalar(name, value)
        writer.add_scalar("all", value)  # finding: "all" is written without a step
        if name == "best":
            writer.add_scalar("best", value)


def one_for_each_fold(folds):
    for fold in folds:
        with SummaryWriter(f"runs/{fold.name}") as writer:
            writer.add_scalar("accuracy", fold.accuracy())
    writers = {"train": SummaryWriter("runs/train"), "test": SummaryWriter("runs/test")}
    for name, writer in writers.items():
        writer.add_scalar("size", len(name))
    for settings in ({"wide": True}, {"wide": False}):
        writers["test"].add_scalar("wide", settings["wide"])


def with_whatever_is_given(writer: SummaryWriter, points, *rest, **named):
    for value in points:
        writer.add_scalar("value", value, **named)
        writer.add_scalar("value", value, *rest)


class Means:
    """Keeps the step itself."""

    def __init__(self, folder):
        self.writer, self.step = SummaryWriter(folder), 0

    def add_scalar(self, tag, value):
        self.writer.add_scalar(tag, value, self.step)


def write(folder, values):
    means = Means(folder)
    for value in values:
        means.add_scalar("value", value)
