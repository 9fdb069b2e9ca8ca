"""Loops that copy a state entry by entry: only those that ask for the model's names know what fits."""

from collections import OrderedDict

import torch
from safetensors import safe_open


def without_a_prefix(model, path):
    state = torch.load(path, weights_only=True)
    bare = OrderedDict()
    for key, value in state.items():
        short = key.replace("module.", "")
        bare[short] = value
    model.load_state_dict(bare, strict=False)  # finding: may silently load nothing


def in_several_files(model, paths):
    tensors = {}
    for path in paths:
        with safe_open(path, framework="pt") as file:
            for key in file.keys():
                tensors[key] = file.get_tensor(key)
    with open("sizes.txt") as file:
        model.sizes = file.read()
    model.load_state_dict(tensors, strict=False)  # finding: may silently load nothing


def without_the_head(model, path):
    state = torch.load(path, weights_only=True)
    body = {}
    for key, value in state.items():
        if not key.startswith("head."):
            body[key] = value
    model.load_state_dict(body, strict=False)  # suspected: may silently load nothing


def as_far_as_known(model, path):
    state, known = torch.load(path, weights_only=True), {}
    for key, value in state.items():
        if key not in model.state_dict():
            continue
        known[key] = value
    model.load_state_dict(known, strict=False)


def into_a_part(model, path):
    state, renamed = torch.load(path, weights_only=True), {}
    for key, value in state.items():
        renamed["body." + key] = value
    model.load_state_dict(renamed, strict=False)  # suspected: may silently load nothing


def copied_then_picked(model, path):
    state = torch.load(path, weights_only=True)
    bare = {}
    for key, value in state.items():
        bare[key[7:]] = value
    del bare["head.weight"]
    model.load_state_dict(bare, strict=False)  # suspected: may silently load nothing


def with_one_more(model, path, head):
    state, more = torch.load(path, weights_only=True), {}
    for key, value in state.items():
        more[key] = value
    more["head.weight"] = head
    model.load_state_dict(more, strict=False)  # suspected: may silently load nothing


def by_the_names_of_the_model(model, path):
    state, bare = torch.load(path, weights_only=True), {}
    for key in model.state_dict().keys():
        bare[key] = state[key]
    model.load_state_dict(bare, strict=False)


def from_a_helper(model, paths, opened):
    tensors = {}
    for path in paths:
        with opened(path) as file:
            for key in file.keys():
                tensors[key] = file.get_tensor(key)
    model.load_state_dict(tensors, strict=False)  # suspected: may silently load nothing


def over_its_own(model, path):
    own = model.state_dict()
    for key, value in torch.load(path, weights_only=True).items():
        own[key] = value
    model.load_state_dict(own, strict=False)


def kept_for_later(model, trained):
    kept = {}
    for key, value in model.state_dict().items():
        kept[key] = value.clone()
    trained(model)
    model.load_state_dict(kept, strict=False)


def its_own_where_it_has_none(model, path):
    state, filled = torch.load(path, weights_only=True), {}
    for key, value in model.state_dict().items():
        filled[key] = state.get(key, value)
    model.load_state_dict(filled, strict=False)
