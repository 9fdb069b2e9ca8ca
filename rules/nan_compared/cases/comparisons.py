"""Comparisons with NaN, and questions that NaN does answer."""

import math

import numpy as np
import torch


def checked(loss: torch.Tensor, history: list[float], rows: np.ndarray):
    if loss != torch.nan:  # finding: is always True because NaN never equals anything; use `torch.isnan(loss)`
        history.append(loss.item())
    if np.nan == loss.item():  # finding: use `math.isnan` or `numpy.isnan`
        raise ValueError("the loss is NaN")
    missing = rows == np.nan  # finding: is always False
    nothing = float("NaN")
    known = history[-1] != nothing  # finding: is always True
    return missing, known, -loss == torch.nan  # finding: is always False


def asked(loss: torch.Tensor, history: list[float], name: str):
    is_nan = loss != loss
    by_name = name == "nan" or str(loss.item()) == "nan"
    filled = torch.full((3,), torch.nan)
    limits = loss == float("inf"), loss == math.inf
    return is_nan, by_name, torch.isnan(loss), math.isnan(history[-1]), filled, limits
