"""Ways to decide on labels, each next to the score that it is made of."""

import numpy as np
import sklearn.metrics as skm
import torch
from sklearn import metrics
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score, roc_curve


def decided(y, logits, cutoff):
    p = torch.softmax(logits, dim=1)[:, 1].cpu().numpy()
    roc_auc_score(y, p)
    roc_auc_score(y, p > 0.5)  # finding: `p > 0.5` holds labels, so the AUC is only the balanced accuracy
    roc_auc_score(y, (p >= cutoff).astype(int))  # finding: the AUC is only the balanced accuracy
    roc_auc_score(y, p.astype(np.float64))
    average_precision_score(y, np.where(p > 0.5, 1, 0))  # finding: the average precision has a single threshold
    average_precision_score(y, np.where(p > 0.5, p, 0))
    metrics.roc_curve(y_true=y, y_score=logits.argmax(dim=1).cpu())  # finding: the curve has a single threshold
    metrics.roc_curve(y_true=y, y_score=logits[:, 1].cpu())
    skm.log_loss(y, [1 if one > 0.5 else 0 for one in p])  # finding: the log loss only counts mistakes
    skm.log_loss(y, [max(one, 1e-6) for one in p])
    brier_score_loss(y, [int(one > 0.5) for one in p])  # finding: the Brier score is only the error rate
    brier_score_loss(y, [float(one) for one in p])


def rounded(y, logits):
    p = torch.sigmoid(logits)
    chosen = torch.round(p).cpu().numpy()
    roc_auc_score(y, chosen)  # finding: holds labels
    roc_auc_score(y, np.round(p.numpy()))  # finding: holds labels
    roc_auc_score(y, p.round().int())  # finding: holds labels
    roc_auc_score(y, np.round(p.numpy(), 4))
    roc_auc_score(y, torch.round(p, decimals=3))
    roc_auc_score(y, torch.round(p * 100) / 100)
    roc_auc_score(y, torch.round(p * 100))
    roc_auc_score(y, [round(one, 3) for one in p.tolist()])


def positions(y, out):
    _, found = torch.max(out, 1)
    best, _ = torch.max(out, 1)
    roc_auc_score(y, found.cpu())  # finding: holds labels
    roc_auc_score(y, best.cpu())
    roc_auc_score(y, out.data.max(1, keepdim=True)[1].view(-1))  # finding: holds labels
    roc_auc_score(y, out.max(dim=1).indices)  # finding: holds labels
    roc_auc_score(y, out.max(dim=1).values)
    roc_auc_score(y, out.topk(1)[1].squeeze())  # finding: holds labels
    roc_auc_score(y, out.topk(3)[1][:, 2])
    roc_auc_score(y, 1 - np.argmax(out.numpy(), axis=1))  # finding: holds labels
    log_loss(y, torch.nn.functional.one_hot(out.argmax(-1)))  # finding: the log loss only counts mistakes


def in_place(y, p):
    before = roc_auc_score(y, p)
    p[p >= 0.5] = 1
    p[p < 0.5] = 0
    return before, roc_auc_score(y, p)  # finding: holds labels


def cleaned(y, p):
    p[p < 0] = 0
    p[np.isnan(p)] = 0
    return roc_auc_score(y, p)


def best_threshold(y, p):
    best = 0
    for threshold in np.linspace(0, 1, 101):
        best = max(best, roc_auc_score(y, p > threshold))
    scores = [roc_auc_score(y, (p > one).astype(int)) for one in (0.2, 0.4)]
    return best, scores, roc_curve(y, p > 0.5)  # finding: the curve has a single threshold
