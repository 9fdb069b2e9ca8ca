"""Queries about losses, and what they are given."""
