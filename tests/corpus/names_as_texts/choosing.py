"""Reads an attribute by its name."""


def part(block, name="gate"):
    return getattr(block, name)
