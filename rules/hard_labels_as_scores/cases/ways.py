"""Ways from the decision to the score: lists that a loop fills, functions, attributes."""

import itertools

import evaluate
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import *
from transformers import Trainer


def in_lists(model, loader):
    labels, preds, probs, either = [], [], [], []
    with torch.no_grad():
        for x, y in loader:
            out = torch.sigmoid(model(x))
            predicted = (out > 0.5).float()
            labels.extend(y.cpu().numpy())
            preds.extend(predicted.cpu().numpy())
            probs += out.tolist()
            either.append(predicted)
            either.append(out)
    roc_auc_score(labels, preds)  # finding: `preds` holds labels
    roc_auc_score(labels, probs)
    roc_auc_score(labels, np.array(preds))  # finding: holds labels
    return roc_auc_score(labels, torch.cat(either))


def in_arrays(model, loader):
    preds, probs, every = np.array([]), None, np.zeros(len(loader.dataset))
    y_true, start = [], 0
    for x, y in loader:
        out = model(x)
        chosen = out.argmax(1).numpy()
        preds = np.concatenate([preds, chosen])
        probs = out if probs is None else torch.cat((probs, out))
        every[start : start + len(y)] = chosen
        start += len(y)
        y_true += y.tolist()
    average_precision_score(y_true, preds)  # finding: `preds` holds labels
    average_precision_score(y_true, every)  # finding: `every` holds labels
    return average_precision_score(y_true, probs[:, 1])


def votes(models, x, y):
    """A sum of labels ranks the samples again."""
    counted = 0
    for model in models:
        counted += (model(x) > 0.5).long()
    return roc_auc_score(y, counted)


def nested(y, batches):
    preds = [batch.argmax(1).tolist() for batch in batches]
    flat = [one for batch in preds for one in batch]
    roc_auc_score(y, flat)  # finding: `flat` holds labels
    return roc_auc_score(y, list(itertools.chain(*preds)))  # finding: holds labels


def predict(model, loader):
    preds, probs = [], []
    for x, _ in loader:
        out = model(x).softmax(1)
        probs.append(out[:, 1])
        preds.append(out.argmax(1))
    return torch.cat(preds), torch.cat(probs)


def of_function(model, loader, y):
    preds, probs = predict(model, loader)
    roc_auc_score(y, preds)  # finding: `preds` holds labels
    return roc_auc_score(y, probs)


def report(y_true, y_pred):
    return {"accuracy": accuracy_score(y_true, y_pred), "auc": roc_auc_score(y_true, y_pred)}  # finding: `y_pred` holds


def scored(y_true, scores):
    return roc_auc_score(y_true, scores)


def reported(y, logits):
    scored(y, logits[:, 1])
    scored(y, logits.argmax(1))  # finding: `logits.argmax(1)` holds labels
    return report(y, logits.argmax(1).numpy())


def for_anyone(y_true, y_pred):
    return roc_auc_score(y_true, y_pred)


class Detector(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(4, 2)
        self.preds, self.probs, self.y = [], [], []

    def validation_step(self, batch):
        x, y = batch
        out = self.head(x)
        self.preds.append(out.argmax(1).cpu())
        self.probs.append(out[:, 1].cpu())
        self.y.append(y)

    def on_validation_epoch_end(self):
        y = torch.cat(self.y)
        preds = torch.cat(self.preds).numpy()
        return roc_auc_score(y, preds), roc_auc_score(y, torch.cat(self.probs))  # finding: `preds` holds labels


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"auc": roc_auc_score(labels, preds), "by logits": roc_auc_score(labels, logits[:, 1])}  # finding: holds


trainer = Trainer(compute_metrics=compute_metrics)


def probe(features, y):
    classifier = LogisticRegression(max_iter=100)
    classifier.fit(features.numpy(), y)
    fitted = LogisticRegression().fit(features.numpy(), y)
    roc_auc_score(y, classifier.predict(features.numpy()))  # finding: holds labels
    roc_auc_score(y, fitted.predict(features.numpy()))  # finding: holds labels
    roc_auc_score(y, classifier.predict_proba(features.numpy())[:, 1])
    return roc_auc_score(y, Ridge().fit(features, y).predict(features))


def by_evaluate(y, logits):
    metric = evaluate.load("roc_auc")
    metric.compute(references=y, prediction_scores=logits[:, 1])
    return metric.compute(references=y, prediction_scores=logits.argmax(1))  # finding: the AUC is only the balanced
