"""Queries about hooks: where they are registered, what they keep, how long they live."""
