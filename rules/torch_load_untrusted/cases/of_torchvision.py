"""Weights whose addresses are torchvision's, and others from a list of the project's own."""

from own_weights import more_urls
from torch.hub import load_state_dict_from_url
from torchvision.models import resnet
from torchvision.models.resnet import model_urls


def published(name):
    return load_state_dict_from_url(model_urls[name], progress=False)


def published_by_module(name):
    return load_state_dict_from_url(resnet.model_urls[name])


def published_long_ago(name):
    from torchvision.models.vgg import model_urls as addresses

    return load_state_dict_from_url(addresses[name])


def own(name):
    return load_state_dict_from_url(more_urls[name])  # finding: unpickles the download, so it can run any code


print(published("resnet18"), published_by_module("resnet18"), own("resnet18"), published_long_ago("vgg16"))
