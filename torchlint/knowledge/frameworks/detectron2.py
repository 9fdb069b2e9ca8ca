"""Detectron2's models, loaders and loops, as of detectron2 0.6."""

from __future__ import annotations

from torchlint.domain.values import NO
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, LOADER, NEW_MODULE, each, handled

MODEL = LibraryModel(
    ("detectron2",),
    version="0.6",
    classes={
        # Its constructor puts the model in eval mode; a call runs it under no_grad.
        "DefaultPredictor": ClassModel(methods={"__call__": CallModel("output", detaches=True)}),
        # It holds the model, and a scheduler and an optimizer beside it by name.
        "DetectionCheckpointer": ClassModel(
            methods={
                **each("load resume_or_load", CallModel("unknown", restores=True)),
                "save": CallModel("none", pure=True),
            }
        ),
        # inference_on_dataset() calls it under no_grad, the model in eval mode.
        "DatasetEvaluator": ClassModel(callbacks={"process": CallbackModel(NO, per_batch=True)}),
    },
    calls={
        **each("build_model build_backbone build_roi_heads build_sem_seg_head", NEW_MODULE),
        "build_optimizer": CallModel("optimizer", handler="optimizer-of-model"),
        "build_lr_scheduler": CallModel("scheduler", handler="scheduler"),
        **handled("LRMultiplier WarmupMultiStepLR WarmupCosineLR", "scheduler"),
        **each("build_detection_train_loader build_detection_test_loader build_batch_data_loader", LOADER),
        "create_ddp_model": FIRST,
        "DetectionCheckpointer": CallModel(InstanceOf("detectron2.DetectionCheckpointer"), pure=True),
        # It puts the model in the mode again in which it was.
        "inference_on_dataset": CallModel("number", pure=True),
    },
    modules=r"modeling\.(?:\w+\.)*(?:Backbone|FPN|ResNet|GeneralizedRCNN|ProposalNetwork|PanopticFPN|RetinaNet"
    r"|SemanticSegmentor|ROIHeads|StandardROIHeads|Res5ROIHeads|CascadeROIHeads|RPN)"
    r"|layers\.(?:\w+\.)*(?:Conv2d|FrozenBatchNorm2d|ROIAlign|ROIAlignRotated|DeformConv|ModulatedDeformConv"
    r"|NaiveSyncBatchNorm|LayerNorm)",
)
