"""Class methods that make an object of their class, or of the subclass that they are called on."""

from torch import nn


class Settings:
    @classmethod
    def from_dict(cls, values):
        return cls(width=values["width"])


class EncoderSettings(Settings):
    def __init__(self, width):
        self.width = width
        self.layer = nn.Linear(width, 1)


class Window:
    def __init__(self, size):
        self.size = size

    @classmethod
    def from_text(cls, text):
        return cls(text, stride=int(text))  # finding: `Window` has no parameter `stride`


EncoderSettings.from_dict({"width": 3})
Window.from_text("3")
