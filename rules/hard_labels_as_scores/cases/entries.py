"""Labels that are collected in a dict, or by an object that computes the scores."""

import numpy as np
import torch
from sklearn.metrics import roc_auc_score


class Tester:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.found = {"labels": [], "preds": [], "scores": []}

    @torch.no_grad()
    def run(self):
        for x, y in self.loader:
            scores = self.model(x).softmax(-1)[:, 1]
            self.found["labels"] += y.tolist()
            self.found["scores"].extend(scores.tolist())
            self.found["preds"] += [1 if score >= 0.5 else 0 for score in scores.tolist()]
        roc_auc_score(self.found["labels"], self.found["scores"])
        return roc_auc_score(self.found["labels"], self.found["preds"])  # finding: the AUC is only the balanced accuracy


def in_a_variable(model, loader):
    found = {"labels": [], "preds": [], "mixed": []}
    for x, y in loader:
        logits = model(x)
        found["labels"].extend(y.tolist())
        found["preds"].extend(logits.argmax(1).tolist())
        found["mixed"].extend(logits.argmax(1).tolist())
    found["mixed"] = model.scores()
    roc_auc_score(found["labels"], found["mixed"])
    return roc_auc_score(found["labels"], found["preds"])  # finding: the AUC is only the balanced accuracy


def by_keywords(model, loader):
    found = dict(labels=[], preds=[], scores=[])
    for x, y in loader:
        found["labels"].extend(y.tolist())
        found["preds"].extend(model(x).argmax(1).tolist())
        found["scores"].extend(model(x)[:, 1].tolist())
    roc_auc_score(found["labels"], found["scores"])
    return roc_auc_score(found["labels"], found["preds"])  # finding: the AUC is only the balanced accuracy


def under_any_key(model, loader, key):
    found = {"labels": [], "preds": []}
    for x, y in loader:
        found["labels"].extend(y.tolist())
        found[key].extend(model(x).argmax(1).tolist())
    return roc_auc_score(found["labels"], found["preds"])


class OfLabels:
    def __init__(self):
        self.labels, self.preds = [], []

    def update(self, preds, labels):
        self.preds.append(preds.cpu().numpy())
        self.labels.append(labels.cpu().numpy())

    def compute(self):
        return roc_auc_score(np.concatenate(self.labels), np.concatenate(self.preds))  # finding: the AUC is only


class OfScores:
    def __init__(self):
        self.labels, self.preds = [], []

    def update(self, preds, labels):
        self.preds.append(preds.cpu().numpy())
        self.labels.append(labels.cpu().numpy())

    def compute(self):
        return roc_auc_score(np.concatenate(self.labels), np.concatenate(self.preds))


def by_object(model, loader):
    of_labels, of_scores = OfLabels(), OfScores()
    for x, y in loader:
        scores = model(x).sigmoid()
        of_labels.update((scores > 0.5).long(), y)
        of_scores.update(scores, y)
    return of_labels.compute(), of_scores.compute()
