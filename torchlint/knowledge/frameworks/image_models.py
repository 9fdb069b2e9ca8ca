"""Models of images: efficientnet_pytorch 0.7, pretrainedmodels 0.7, facenet_pytorch 2.6, segmentation models 0.6."""

from __future__ import annotations

from torchlint.domain.values import YES
from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import FUNCTION, RUNS_MODEL, each

# All of them have BatchNorm or Dropout, and are in train mode until somebody calls eval().
_NEW = CallModel("module", depends_on_mode=YES)
_EFFICIENT, _SEGMENTS = InstanceOf("efficientnet_pytorch.EfficientNet"), InstanceOf("efficientnet_pytorch.Segments")
_SEGMENTATION_MODELS = "Unet UnetPlusPlus MAnet Linknet FPN PSPNet DeepLabV3 DeepLabV3Plus PAN UPerNet Segformer DPT"

MODEL = LibraryModel(
    ("efficientnet_pytorch", "pretrainedmodels", "facenet_pytorch", "segmentation_models_pytorch"),
    version="0.7, 0.7, 2.6 and 0.6",
    classes={
        "EfficientNet": ClassModel(
            role="module",
            methods={
                "from_pretrained": CallModel("instance", pretrained=True),
                "from_name": CallModel("instance"),
                **each("extract_features extract_endpoints", RUNS_MODEL),
            },
        ),
        # predict() runs in eval mode and without gradients.
        "Segments": ClassModel(role="module", methods={"predict": CallModel("output")}),
        "Loss": FUNCTION,
    },
    calls={
        "EfficientNet.from_pretrained": CallModel(_EFFICIENT, mode="train", pretrained=True, depends_on_mode=YES),
        **each("EfficientNet EfficientNet.from_name", CallModel(_EFFICIENT, depends_on_mode=YES)),
        "InceptionResnetV1": _NEW,
        **each(
            " ".join(f"segmentation_models_pytorch.{name}" for name in _SEGMENTATION_MODELS.split()),
            CallModel(_SEGMENTS, depends_on_mode=YES),
        ),
        "segmentation_models_pytorch.create_model": CallModel(_SEGMENTS, depends_on_mode=YES),
        "segmentation_models_pytorch.from_pretrained": CallModel(
            _SEGMENTS, mode="eval", pretrained=True, depends_on_mode=YES
        ),
        "segmentation_models_pytorch.encoders.get_encoder": CallModel("module"),
    },
    patterns={
        r"losses\.(?:\w+\.)*[A-Z]\w*Loss": CallModel(InstanceOf("efficientnet_pytorch.Loss")),
        r"(?:models\.(?:\w+\.)*)?(?:alexnet|bninception|cafferesnet101|densenet\d+|dpn\d+b?|fbresnet152"
        r"|inception(?:v3|v4|resnetv2)|nasnetalarge|nasnetamobile|pnasnet5large|polynet|resnet\d+|resnext101_\d+x4d"
        r"|senet154|se_resne[xt]t?\d+\w*|squeezenet1_[01]|vgg\d+(?:_bn)?|xception)": _NEW,
    },
)
