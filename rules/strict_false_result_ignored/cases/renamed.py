"""Comprehensions over a loaded state: only those that ask for the model's names know what fits."""

import torch


def halved(model, path):
    state = torch.load(path, weights_only=True)
    state = {name: value.half() for name, value in state.items()}
    model.load_state_dict(state, strict=False)  # finding: may silently load nothing


def without_a_prefix(model, path):
    state = torch.load(path, weights_only=True)
    bare = {(k[len("module.") :] if k.startswith("module.") else k): v for k, v in state.items()}
    model.load_state_dict(bare, strict=False)  # finding: may silently load nothing


def in_the_call(model, path):
    state = torch.load(path, weights_only=True)["model"]
    model.load_state_dict({k.replace("module.", ""): v for k, v in state.items()}, strict=False)  # finding: nothing


def from_the_file(model, path):
    state = {k[7:]: v for k, v in torch.load(path, weights_only=True).items()}
    model.load_state_dict(state, strict=False)  # finding: may silently load nothing


def without_the_head(model, path):
    state = torch.load(path, weights_only=True)
    state = {name: value for name, value in state.items() if "head" not in name}
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def renamed_then_picked(model, path):
    state = torch.load(path, weights_only=True)
    state = {name[7:]: value for name, value in state.items()}
    state.pop("head.weight")
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def picked_then_renamed(model, path):
    state = torch.load(path, weights_only=True)
    body = {name: value for name, value in state.items() if name.startswith("body.")}
    bare = {name.removeprefix("body."): value for name, value in body.items()}
    model.load_state_dict(bare, strict=False)  # suspected: may silently load nothing


def into_a_part(model, path):
    state = torch.load(path, weights_only=True)
    state = {"body." + name: value for name, value in state.items()}
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def as_the_model_has_it(model, path):
    state, own = torch.load(path, weights_only=True), model.state_dict()
    state = {name if name in own else name[7:]: value for name, value in state.items()}
    model.load_state_dict(state, strict=False)


def by_the_names_of_the_model(model, path):
    state = torch.load(path, weights_only=True)
    state = {name: state[name] for name in model.state_dict()}
    model.load_state_dict(state, strict=False)
