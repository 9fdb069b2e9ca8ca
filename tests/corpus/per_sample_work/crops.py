"""Two pieces of each drawing: what they are cut from has its own size."""

from PIL import ImageOps


class Corners:
    def __init__(self, size):
        self.size = size

    def __call__(self, image):
        right = image.width - self.size
        pieces = [image.crop((x, 0, x + self.size, self.size)) for x in (0, right)]
        return [ImageOps.invert(piece) for piece in pieces]  # finding: for each sample


class Negative:
    def __call__(self, image):
        return ImageOps.invert(image)  # finding: for each sample
