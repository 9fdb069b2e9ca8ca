import torch


def test_the_old_name_still_works():
    with torch.cuda.amp.autocast(enabled=False):
        assert torch.is_grad_enabled()
