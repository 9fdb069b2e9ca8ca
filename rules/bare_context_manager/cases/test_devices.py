import pytest
import torch


def test_a_device_that_is_not_there():
    with pytest.raises(RuntimeError):
        torch.device("nowhere")
