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


def kept_in_one_expression(model, train_loader, tstLoader, valLoader):
    best_recall, best_shown, best_val = 0.0, 0.0, 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        best_shown = max(best_shown, evaluate(model, tstLoader))
        best_val = max(best_val, evaluate(model, valLoader))
        print("so far", best_shown)
        recall = evaluate(model, tstLoader)
        best_recall = max(best_recall, recall)  # suspected: `recall` is measured on `tstLoader` and decides what is
    print("recall", best_recall, best_val)


def given_an_evaluator(model, train_loader, tstLoader, evaluator, evaluation_set):
    best = best_known = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, tstLoader, evaluator=evaluator)
        best = recall if recall > best else best  # suspected: `recall` is measured on `tstLoader` and decides what is
        known = evaluate(model, tstLoader, known=evaluation_set)
        best_known = known if known > best_known else best_known
    print("recall", best, best_known)


def kept_by_a_condition(model, train_loader, tstLoader, limit):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, tstLoader)
        best_of_limit = recall if recall > limit else limit
        best = recall if recall > best else best  # suspected: `recall` is measured on `tstLoader` and decides what is
        print("so far", best_of_limit)
    print("recall", best)


def by_an_expression(model, train_loader, test_loader):
    best_recall = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        best_recall = recall if recall > best_recall else best_recall  # suspected: decides what is reported
    print("recall", best_recall)


def by_max(model, train_loader, test_loader):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        best = max(best, recall)  # suspected: `recall` is measured on `test_loader` and decides what is reported
    return best


def by_max_of_validation(model, train_loader, val_loader, test_loader):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        best = max(best, evaluate(model, val_loader))
    return best, evaluate(model, test_loader)


def the_longest_so_far(model, train_loader, test_loader):
    best_seconds = 0.0
    for epoch in range(20):
        seconds = train_one_epoch(model, train_loader)
        best_seconds = max(best_seconds, seconds)
        print("recall", evaluate(model, test_loader))
    return best_seconds


def shown_in_each_epoch(model, train_loader, test_loader):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        best = max(best, recall)
        print("recall", recall, "at best", best)


def by_an_evaluator(model, train_loader, test_loader, evaluator):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader, evaluator=evaluator)
        if recall > best:  # suspected: `recall` is measured on `test_loader` and decides what is reported
            best = recall
    return best


def with_a_file(model, train_loader, test_loader, log, schedule):
    best, best_file = 0.0, ""
    model, length = schedule(model, len(train_loader) * 20)
    for epoch in range(20):
        file = train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        if best <= recall:  # suspected: `recall` is measured on `test_loader` and decides what is reported
            best = recall
            best_file = file
        log.info("the best weights are in %s", best_file)


def with_an_epoch(model, train_loader, test_loader):
    best, best_epoch = 0.0, 0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        if recall > best:
            best = recall
            best_epoch = epoch
    print("best epoch", best_epoch)


def with_a_file_by_validation(model, train_loader, val_loader, log):
    best, best_file = 0.0, ""
    for epoch in range(20):
        file = train_one_epoch(model, train_loader)
        recall = evaluate(model, val_loader)
        if best <= recall:
            best, best_file = recall, file
        log.info("the best weights are in %s", best_file)


def only_the_score(model, train_loader, test_loader, log):
    best = 0.0
    for epoch in range(20):
        train_one_epoch(model, train_loader)
        recall = evaluate(model, test_loader)
        if best <= recall:
            best = recall
        log.info("the best so far is %s", best)
