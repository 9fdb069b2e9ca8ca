import pickle

import restricted
import torch
from torch.hub import load_state_dict_from_url
from torch.utils import model_zoo

ADDRESSES = {"small": "https://example.org/models/small.pth", "large": "https://example.org/models/large.pth"}


def whole(path):
    return torch.load(path, weights_only=False)  # finding: pass `weights_only=True`


def weights(path, flag, **options):
    safe = torch.load(path, weights_only=True), torch.load(path, weights_only=flag)
    return safe, torch.load(path), options  # suspected: on PyTorch < 2.6, if used, so


def module(path, x):
    return torch.load(path)(x)  # removed-api reports it: it fails since 2.6


def passed_on(path, **options):
    return torch.load(path, **options), load_state_dict_from_url(path, **options)


def with_a_pickle(path):
    return torch.load(path, pickle_module=pickle), torch.jit.load(path)  # finding: pass `weights_only=True`


def with_a_pickle_of_its_own(path):
    return torch.load(path, pickle_module=restricted)


def downloaded(kind):
    state = load_state_dict_from_url(ADDRESSES[kind], progress=True)  # finding: the download
    older = model_zoo.load_url(ADDRESSES[kind])  # finding: can run any code; pass
    safe = load_state_dict_from_url(ADDRESSES[kind], weights_only=True)
    return state, older, safe, load_state_dict_from_url(ADDRESSES[kind], check_hash=True)


def of_another_kind(torch_like, path):
    return torch_like.load(path, weights_only=False)


def whole_models(path, other, x):
    model = torch.load(path, weights_only=False)  # finding: `torch.load(path, weights_only=False)` unpickles the file,
    model.eval()
    ready = torch.load(other, weights_only=False).eval()  # finding: `torch.load(other, weights_only=False)` unpickles
    detector = torch.load(other, weights_only=False).to("cpu")  # finding: `torch.load(other, weights_only=False)`
    return model(x), ready(x), detector.predict(x)


def states_and_tensors(path, other, model):
    state = torch.load(path, weights_only=False)  # finding: pass `weights_only=True`
    state.update(step=1)
    model.load_state_dict(state["model"])
    rows = torch.load(other, weights_only=False).to("cpu")  # finding: pass `weights_only=True`
    state = model
    return rows.mean(), state(rows)
