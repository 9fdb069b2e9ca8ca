"""Notebooks: their code as one text, and new code written back."""
