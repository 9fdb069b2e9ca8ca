import torch

tensor_b = torch.rand(4, 3)


def multiply(a):
    return a @ tensor_b.reshape(tensor_b.shape[1], tensor_b.shape[0])  # finding: permute it first


def heads(x, h):
    b = x.size(0)
    n = x.size(1)
    first = x.view(n, b, -1)  # finding: elements, so it scrambles
    b, length, width = x.shape
    second = x.reshape(b, width, length)  # finding: use `permute(0, 2, 1)`
    third = x.reshape((width, b * length))  # finding: permute it first
    return first, second, third, x.view(b, -1, length)  # finding: `view` does not reorder elements


def flat_pixels(images):
    n, c, h, w = images.size()
    return images.view(n, h * w, c)  # finding: permute it first


def channels(image):
    return image.reshape(image.size(2), image.size(0), image.size(1))  # finding: scrambles `image`; permute it first


def pixels(image):
    height, width, channels = image.shape
    return image.reshape(1, channels, height, width)  # finding: permute it first
