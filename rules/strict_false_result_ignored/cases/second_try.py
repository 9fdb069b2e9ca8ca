"""A load that has failed before lists the names that don't match, in an error that somebody sees, or nobody."""

import logging
import traceback

import torch


def unseen(model, path):
    state = torch.load(path, weights_only=True)
    try:
        model.load_state_dict(state)
    except RuntimeError:
        print("some weights do not fit")
        model.load_state_dict(state, strict=False)  # finding: may silently load nothing


def printed(model, path):
    state = torch.load(path, weights_only=True)
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        print(error)
        model.load_state_dict(state, strict=False)


def traced(model, path):
    state = torch.load(path, weights_only=True)
    try:
        model.load_state_dict(state)
    except RuntimeError:
        traceback.print_exc()
        model.load_state_dict(state, strict=False)


def logged(model, path):
    state = torch.load(path, weights_only=True)
    try:
        model.load_state_dict(state)
    except RuntimeError:
        logging.warning("some weights do not fit", exc_info=True)
        model.load_state_dict(state, strict=False)


def logged_in_full(model, path, logger):
    state = torch.load(path)
    try:
        model.load_state_dict(state)
    except RuntimeError:
        logger.opt(exception=True).warning("once more, without the names that do not match")
        model.load_state_dict(state, strict=False)
