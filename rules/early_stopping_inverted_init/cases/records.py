"""Records that are never beaten, and those that are."""

import math

import numpy as np
import torch


def smallest(losses, model):
    best_val_loss = 0
    for val_loss in losses:
        if val_loss < best_val_loss:  # suspected: is never true
            best_val_loss = val_loss
            torch.save(model.state_dict(), "best.pt")


def largest(accuracies, model, epoch):
    best_acc = np.inf
    for acc in accuracies:
        if acc > best_acc and epoch > 3:  # finding: start with `float("-inf")`
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


class EarlyStopping:
    def __init__(self, patience):
        self.best_score = math.inf
        self.patience, self.seen = patience, 0

    def __call__(self, score):
        if self.best_score < score:  # finding: is never true
            self.best_score = score
            self.seen = 0
        else:
            self.seen += 1
        return self.seen >= self.patience


class Stopping:
    def __init__(self, mode):
        if mode == "min":
            self.best = math.inf
        else:
            self.best = -math.inf

    def better(self, score):
        if score > self.best:
            self.best = score


def well_started(losses, accuracies, gains):
    best_loss, best_acc, best_gain = math.inf, 0, 0
    for loss, acc, gain in zip(losses, accuracies, gains):
        if loss < best_loss:
            best_loss = loss
        if acc > best_acc:
            best_acc = acc
        if gain < best_gain:
            best_gain = gain
    return best_loss, best_acc, best_gain


def first_is_taken(losses):
    best_loss = 0
    for epoch, loss in enumerate(losses):
        if epoch == 0 or loss < best_loss:
            best_loss = loss
    return best_loss


def set_before(losses):
    best_loss = 0
    best_loss = losses[0]
    for loss in losses:
        if loss < best_loss:
            best_loss = loss
    return best_loss


def never_a_record(losses):
    zero_loss = 0
    return [loss for loss in losses if loss < zero_loss]


def resumed(losses, checkpoint):
    best_loss = 0
    if checkpoint:
        best_loss = checkpoint["best_loss"]
    for loss in losses:
        if loss < best_loss:
            best_loss = loss
    return best_loss


def one_by_one(losses, accuracies, model):
    best_loss = 0.0
    best_acc = float("inf")
    best_error = math.inf
    for val_loss, acc in zip(losses, accuracies):
        is_best = val_loss < best_loss  # suspected: is never true
        best_loss = min(val_loss, best_loss)
        if is_best:
            torch.save(model.state_dict(), "best.pt")
        if acc > best_acc:  # finding: start with `float("-inf")`
            torch.save(model.state_dict(), "accurate.pt")
        best_acc = max(acc, best_acc)
        is_smallest = 1 - acc < best_error
        best_error = min(1 - acc, best_error)
        print(is_smallest)


def restored_first(losses, model, checkpoint):
    best_loss = 0.0
    if checkpoint is not None:
        best_loss = checkpoint["loss"]
    for val_loss in losses:
        is_best = val_loss < best_loss
        best_loss = min(val_loss, best_loss)
        if is_best:
            torch.save(model.state_dict(), "best.pt")
