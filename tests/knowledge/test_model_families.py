"""Which packaged models have BatchNorm, by the names of every family that torchvision builds."""

from __future__ import annotations

import pytest

from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.model_families import detector_norm, family_norm

WITH = """resnet18 resnext50_32x4d wide_resnet50_2 densenet121 inception_v3 googlenet mobilenet_v2 mobilenet_v3_large
    shufflenet_v2_x1_0 mnasnet1_0 efficientnet_b0 efficientnet_v2_s regnet_y_400mf maxvit_t vgg16_bn r3d_18 mc3_18
    r2plus1d_18 s3d raft_large fcn_resnet50 deeplabv3_resnet50 lraspp_mobilenet_v3_large quantized_resnet18"""
WITHOUT = (
    "vgg16 alexnet squeezenet1_1 convnext_tiny swin_t swin_v2_b swin3d_t vit_b_16 mvit_v2_s ssd300_vgg16 raft_small"
)


@pytest.mark.parametrize("name", WITH.split())
def test_families_with_batch_norm(name: str) -> None:
    assert family_norm(name) == YES


@pytest.mark.parametrize("name", WITHOUT.split())
def test_families_without(name: str) -> None:
    assert family_norm(name) == NO


@pytest.mark.parametrize("name", ["resnet50_gn", "resnetv2_50x1_bit", "my_backbone", ""])
def test_names_that_say_nothing(name: str) -> None:
    assert family_norm(name) == MAYBE


def test_detectors_fix_their_statistics_except_a_few() -> None:
    assert detector_norm("fasterrcnn_resnet50_fpn") == NO
    assert detector_norm("fasterrcnn_resnet50_fpn_v2") == YES
    assert detector_norm("ssdlite320_mobilenet_v3_large") == YES
