"""Queries about training loops: steps, clipping, scaling, who owns which parameters."""
