"""What may wait in front of a model's work doesn't wait for it; what comes behind does."""

import time

import torch
from torch import nn


def copies_first(net: nn.Module, batches):
    taken = 0.0
    with torch.no_grad():
        for images in batches:
            begin = time.time()
            images = images.cuda()
            scores = net(images)
            end = time.time()  # finding: on a GPU, `time.time()` runs before `net(images)` has finished; call
            taken += end - begin
            print(scores.cpu())
    return taken


def fetches_last(net: nn.Module, batches):
    taken = 0.0
    for images in batches:
        begin = time.time()
        scores = net(images.cuda())
        scores = scores.cpu()
        taken += time.time() - begin
    return taken


def in_parts(model, image, passes):
    with torch.no_grad():
        begin = time.time()
        for _ in range(passes):
            model.forward_backbone(image)
        end = time.time()  # suspected: on a GPU, `time.time()` runs before `model.forward_backbone(image)` has finished;
        print((end - begin) / passes)
        begin = time.time()
        for _ in range(passes):
            print(model.forward_backbone(image))
        end = time.time()
    return (end - begin) / passes


def waits_where_it_reads(model, images, passes):
    used = 0.0
    with torch.no_grad():
        for number in range(passes):
            torch.cuda.synchronize()
            begin = time.time()
            scores = model.sample_scores(images)
            if number > 0:
                torch.cuda.synchronize()
                used += time.time() - begin
    return used, scores


class Captioner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(8, 8)

    def encode_image(self, image):
        return self.body(image)

    def decode_text(self, numbers):
        return " ".join(str(number) for number in numbers)


def of_methods(image, numbers):
    captioner = Captioner().cuda()
    begin = time.time()
    features = captioner.encode_image(image)
    print(time.time() - begin)  # finding: before `captioner.encode_image(image)` has finished
    begin = time.time()
    text = captioner.decode_text(numbers)
    print(time.time() - begin)
    return features, text
