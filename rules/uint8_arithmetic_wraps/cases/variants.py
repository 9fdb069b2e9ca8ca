"""Images of bytes, what is computed in bytes, and what is not."""

import cv2
import numpy as np
import torch
from PIL import Image
from torchvision.io import read_image


def computed_in_bytes(path, other):
    image = cv2.imread(path)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    double = image * 2  # finding: values above 255
    dark = 200 - grey  # finding: values below 0
    crop = image[10:20, 10:20] - 128  # finding: values below 0
    flow = np.abs(image - cv2.imread(other))  # finding: values below 0
    tensor = read_image(path)
    moved = torch.roll(tensor, 1) - (read_image(other) - tensor)  # finding: values below 0
    picture = Image.open(path).convert("RGB").resize((32, 32))
    array = np.asarray(picture)
    sign = np.flip(array, 1) + array  # finding: values above 255
    return double, dark, crop, flow, moved, sign


def computed_in_something_wider(path, other, label):
    image = cv2.imread(path)
    wide = image.astype(np.float32)
    shifted = wide - 128
    scaled = image / 255
    half = image * 0.5 + 20
    negative = 255 - image
    span = image - image.min()
    grey = np.array(Image.open(path).convert("L"), dtype=np.int32) + 10
    other = np.asarray(Image.open(path).convert("L"), np.float32) - 10
    signed = read_image(path).int() - 10
    raw = cv2.imread(path, cv2.IMREAD_UNCHANGED) + 10
    classes = np.array(Image.open(label)) - 1
    labels = np.array(Image.open(label).convert("L")) - 1
    mask = (image > 128).astype(np.uint8) * 255
    both = cv2.add(image, image)
    image = image.astype(np.int16)
    later = image - 10
    return shifted, scaled, half, negative, span, grey, other, signed, raw, classes, labels, mask, both, later


def as_it_may_be(path, wide):
    image = cv2.imread(path)
    if wide:
        image = image.astype(np.float32)
    return image - 10


def rearranged(path, device, kind):
    image = cv2.imread(path)
    tensor = read_image(path).swapaxes(1, 2).ravel()
    flat = image.swapaxes(0, 1).ravel() * 2  # finding: values above 255
    mirrored = tensor.flip(0).to(device) - tensor  # finding: values below 0
    wide = tensor.to(torch.int32) - tensor.to(kind) * 2 + tensor.view(torch.int8) * 2
    return flat, mirrored, wide


def bands(path, deep):
    picture = np.array(Image.open(path))
    red, green, blue = np.split(picture, 3, axis=2)
    depth = red * 4 + green / 64 + blue / 16384  # finding: values above 255
    coarse = picture[..., 0] * 8 + picture[:, :, 1] / 32  # finding: values above 255
    top, bottom = np.split(np.array(Image.open(deep)), 2, axis=0)  # a picture with one band may have 16 bits
    rows = np.array(Image.open(deep))[:, 1] * 4
    exact = red.astype(np.float32) * 4
    return depth, coarse, top * 4, bottom, rows, exact


def resized_perhaps(paths, size, brighten):
    frames = []
    for path in paths:
        frame = cv2.imread(path)
        if frame.shape[0] != size:
            frame = cv2.resize(frame, (size, size))
        if brighten:
            frame = np.clip(frame + 24, 0, 255)  # finding: values above 255
        frames.append(frame)
    return frames


def converted_perhaps(paths, size, scale):
    frames = []
    for path in paths:
        frame = cv2.imread(path)
        if frame.shape[0] != size:
            frame = cv2.resize(frame, (size, size))
        if scale:
            frame = frame / 255.0
        frames.append(np.clip(frame + 24, 0, 255))
    return frames
