"""What a training is given."""

from dataclasses import dataclass


@dataclass
class Settings:
    name: str
