"""Best scores of a training that saves nothing: what is reported in the end is the best of all epochs."""

import torch

from training import evaluate, train_one_epoch

torch.manual_seed(0)


def best_of_test(model, train_loader, tstLoader):
    recallMax, bestEpoch = 0.0, 0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, tstLoader)
        if recall > recallMax:  # suspected: `recall` is measured on `tstLoader` and decides what is reported
            recallMax = recall
            bestEpoch = epoch
    print("recall", recallMax, "in epoch", bestEpoch)


def best_of_validation(model, train_loader, valLoader):
    recallMax = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, valLoader)
        if recall > recallMax:
            recallMax = recall
    print("recall", recallMax)


def only_shown(model, train_loader, tstLoader):
    recallMax = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, tstLoader)
        if recall > recallMax:
            recallMax = recall
            print("a new record")
