"""OpenMMLab's modules, optimizers and checkpoints: mmcv 1.7 and 2, and mmengine 0.10."""

from __future__ import annotations

from torchlint.domain.values import NO
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import BACKWARD, CONTEXT, FIRST, NEW_MODULE, OPTIMIZER, each

# update_params() differentiates, lets the optimizer step and clears the gradients, at the boundary of an accumulation.
_OPTIM_WRAPPER = ClassModel(
    methods={
        "update_params": CallModel("none", differentiates=True, steps=True, zeroes_gradients=True),
        "backward": BACKWARD,
        "step": CallModel("none", steps=True),
        "zero_grad": CallModel("none", zeroes_gradients=True),
        "optim_context": CONTEXT,
    },
    attributes={"optimizer": OPTIMIZER},
)

_LOADS = CallModel("unknown", restores=True)

MODEL = LibraryModel(
    ("mmengine", "mmcv"),
    version="0.10",
    classes={
        "OptimWrapper": _OPTIM_WRAPPER,
        "BaseModule": ClassModel("module", imposes_forward=False),
        # What they are asked for in the argument `mode` is what forward() returns.
        **dict.fromkeys(("BaseModel", "BaseDataPreprocessor", "ImgDataPreprocessor"), ClassModel("module")),
        # The loops that evaluate call it within their step, which is under no_grad.
        "BaseMetric": ClassModel(callbacks={"process": CallbackModel(NO, per_batch=True)}),
    },
    calls={
        "build_optimizer": CallModel("optimizer", handler="optimizer-of-model"),
        **each(
            "OptimWrapper AmpOptimWrapper ApexOptimWrapper build_optim_wrapper",
            CallModel(InstanceOf("mmengine.OptimWrapper")),
        ),
        **each("load_checkpoint load_state_dict", _LOADS),
        "MMDistributedDataParallel": CallModel("first", wraps="DistributedDataParallel"),
        "MMDataParallel": FIRST,  # over one device
        **each("convert_sync_batchnorm revert_sync_batchnorm", FIRST),
        **each(
            "ExponentialMovingAverage StochasticWeightAverage MomentumAnnealingEMA",
            CallModel("module", handler="frozen-copy"),
        ),
        **each(
            "build_conv_layer build_activation_layer build_padding_layer build_upsample_layer",
            NEW_MODULE,
        ),
        **each("build_norm_layer build_plugin_layer", CallModel(("number", "module"))),  # its name, and the layer
    },
    modules=r"(?:ops|cnn)\.(?:\w+\.)*(?:ConvModule|DepthwiseSeparableConvModule|ContextBlock|GeneralizedAttention"
    r"|NonLocal[123]d|Scale|HSigmoid|HSwish|Swish|ConvAWS2d|ConvWS2d|DeformConv2d\w*|ModulatedDeformConv2d\w*|RoIAlign"
    r"|RoIPool|MultiScaleDeformableAttention)",
)
