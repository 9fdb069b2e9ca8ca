"""Detectors that one rule asks for."""
