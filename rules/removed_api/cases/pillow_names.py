"""Names and methods that Pillow does not have any more: values of a dict, sizes of texts."""

import os

import PIL
import torch
from PIL import Image, ImageDraw, ImageFont

FILTERS = {
    "linear": PIL.Image.LINEAR,  # finding: `PIL.Image.LINEAR` fails since Pillow 10.0; use `PIL.Image.BILINEAR`
    "cubic": Image.CUBIC,  # finding: `Image.CUBIC` fails since Pillow 10.0; use `Image.BICUBIC`
    "nearest": Image.NEAREST,
    "box": Image.BOX,
}


class Writer:
    def getsize(self, text):
        return len(text), 1


def labelled(image, text, path):
    font = ImageFont.truetype(path, 12)
    width, height = font.getsize(text)  # finding: `font.getsize` fails since Pillow 10.0; use `getbbox`
    drawing = ImageDraw.Draw(image)
    drawing.textsize(text)  # finding: `drawing.textsize` fails since Pillow 10.0; use `textbbox`
    drawing.rectangle((0, 0, width, height))
    drawing.text((0, 0), text, font=font)
    size = os.path.getsize(path), Writer().getsize(text), font.getbbox(text)
    return torch.tensor(list(image.getdata())), size


def with_a_fallback(font, text):
    font = ImageFont.load_default()
    try:
        return font.getsize(text)
    except AttributeError:
        return font.getbbox(text)[2:]
