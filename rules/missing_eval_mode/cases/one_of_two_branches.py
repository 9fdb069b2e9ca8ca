"""Weights that both branches load, and `eval()` in one of them."""

import torch
from somewhere import make_model, sample


def evaluate(path, rows, is_last):
    model = make_model()
    state = torch.load(path, weights_only=True)
    if is_last:
        model.load_state_dict(state["model"])  # suspected: `model` is put in eval mode in one of two branches only;
    else:
        model.load_state_dict(state)
        model.eval()
    return [sample(model, row) for row in rows]


def evaluate_in_eval_mode(path, rows, is_last):
    model = make_model()
    state = torch.load(path, weights_only=True)
    if is_last:
        model.load_state_dict(state["model"])
    else:
        model.load_state_dict(state)
        model.eval()
    model.eval()
    return [sample(model, row) for row in rows]


def evaluate_or_go_on(path, rows, is_last):
    model = make_model()
    if is_last:
        model.load_state_dict(torch.load(path, weights_only=True))
        model.train()
    else:
        model.load_state_dict(torch.load(path, weights_only=True))
        model.eval()
    return [sample(model, row) for row in rows]
