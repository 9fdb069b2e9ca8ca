"""An environment of 2018, with the build for a machine without a GPU: what came later is no matter here."""

from scipy.misc import imresize
from torchvision import models


def features(picture):
    return models.resnet18(pretrained=True), imresize(picture, (224, 224))
