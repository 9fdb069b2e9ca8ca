import functools

import lpips
import torch
import torchvision
from torch import nn
from transformers import AutoModel, AutoTokenizer

images = [torch.rand(1, 3, 64, 64) for _ in range(100)]
device = "cuda" if torch.cuda.is_available() else "cpu"
folds = range(5)


class Perceptual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.features = make_features()

    def forward(self, first, second):
        return (self.features(first) - self.features(second)).abs().mean()


def make_features():
    return torchvision.models.vgg16(weights="DEFAULT").features.eval()


def similarity(first, second, net="alex"):
    metric = lpips.LPIPS(net=net).to(first.device).eval()
    with torch.no_grad():
        return metric(first, second)


def scores(first, second):
    return {"lpips": similarity(first, second), "psnr": (first - second).pow(2).mean()}


def perceptual_loss(first, second):
    loss = Perceptual().to(device)
    return loss(first, second)


def each_image():
    found = [similarity(image, images[0]) for image in images]  # finding: `similarity()` loads a network
    for image in images:
        found.append(scores(image, images[0]))  # finding: `scores()` loads a network
        found.append(perceptual_loss(image, images[0]))  # finding: `perceptual_loss()` loads a network
    for image in images:
        encoder = AutoModel.from_pretrained("name")  # finding: `AutoModel.from_pretrained()` loads a network
        found.append(encoder(image))
    return found


@functools.lru_cache
def cached_metric(net):
    return lpips.LPIPS(net=net)


_metrics = {}


def similarity_by_cache(first, second):
    return cached_metric("alex")(first, second)


def similarity_by_dict(first, second):
    if "alex" not in _metrics:
        _metrics["alex"] = lpips.LPIPS(net="alex")
    return _metrics["alex"](first, second)


def mean_similarity(pairs):
    metric = lpips.LPIPS(net="alex")
    return sum(metric(first, second) for first, second in pairs) / len(pairs)


def untrained(image):
    return torchvision.models.vgg16(weights=None)(image)


def words(text):
    return AutoTokenizer.from_pretrained("name")(text)


def innocent(pairs_of_scenes, texts):
    found = [similarity_by_cache(image, images[0]) for image in images]
    found += [similarity_by_dict(image, images[0]) for image in images]
    found += [mean_similarity(pairs) for pairs in pairs_of_scenes]  # one network for many pairs
    found += [untrained(image) for image in images]
    found += [words(text) for text in texts]  # slow, but no network
    for net in ("alex", "vgg"):  # two passes, with a network each
        found.append(similarity(images[0], images[1], net=net))
    for name in found:
        found.append(similarity(images[0], images[1], net=name))  # another network in each pass
    for fold in folds:  # a few long passes
        found.append(similarity(images[fold], images[0]))
    for step in range(1000):
        if step % 100 == 0:  # now and then
            found.append(similarity(images[0], images[1]))
    metric = lpips.LPIPS(net="vgg")
    for image in images:
        found.append(metric(image, images[0]))
    return found
