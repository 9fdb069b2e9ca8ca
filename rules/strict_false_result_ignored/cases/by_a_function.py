"""Entries that functions and loops pick or rename by texts in their names; those that ask the model are let be."""

import torch


def under(state, prefix):
    return {name.split(prefix + ".")[1]: value for name, value in state.items() if prefix in name}


def known(state, names):
    return {name: value for name, value in state.items() if name in names}


def renamed(path, parts):
    fresh = {}
    for name, value in torch.load(path, weights_only=True).items():
        for old, new in parts.items():
            if old in name:
                name = name.replace(old, new)
        fresh[name] = value
    return fresh


def from_a_helper(model, path):
    state = torch.load(path, weights_only=True)
    model.load_state_dict(under(state, "neck"), strict=False)  # suspected: may silently load nothing


def by_one_inside(path, **options):
    def bare(state):
        return {name.split("neck.")[1]: value for name, value in state.items() if "neck." in name}

    unknown = options["model"]
    unknown.load_state_dict(bare(torch.load(path, weights_only=True)), strict=False)  # suspected: may silently load nothing


def by_other_names(model, path):
    state = renamed(path, {"gamma": "weight", "beta": "bias"})
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def what_the_model_knows(model, path):
    state = torch.load(path, weights_only=True)
    model.load_state_dict(known(state, model.state_dict()), strict=False)


def a_part_of_it(model, path):
    state, part = torch.load(path, weights_only=True), {}
    for name, value in state.items():
        if "encoder" in name:
            part[name[8:]] = value
    model.load_state_dict(part, strict=False)  # suspected: may silently load nothing


def in_two_steps(model, path):
    part = {}
    for name, value in torch.load(path, weights_only=True).items():
        short = name[7:]
        if short.startswith("encoder."):
            short = short[8:]
            part[short] = value
    model.load_state_dict(part, strict=False)  # suspected: may silently load nothing


def renamed_in_place(model, path):
    state = torch.load(path, weights_only=True)
    for name in list(state.keys()):
        if "head." in name:
            state[name.replace("head.", "")] = state.pop(name)
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def of_the_same_shape(model, path):
    own, part = model.state_dict(), {}
    for name, value in torch.load(path, weights_only=True).items():
        if "encoder" in name and own[name].shape == value.shape:
            part[name] = value
    model.load_state_dict(part, strict=False)


def all_but_the_head(model, path):
    state, part = torch.load(path, weights_only=True), {}
    for name, value in state.items():
        if name.startswith("head."):
            print("left out", name)
        else:
            part[name] = value
    model.load_state_dict(part, strict=False)  # suspected: may silently load nothing
