"""Families of other packages' models, by how their names begin: which have BatchNorm, and which depend on the mode.

The rows of torchvision were read off every model that its 0.29 builds (`torchvision.models.list_models`).
"""

from __future__ import annotations

from torchlint.domain.values import MAYBE, NO, YES

_WITH = tuple(
    """resnet resnext wide_resnet densenet inception googlenet mobilenet shufflenet mnasnet efficientnet regnet maxvit
    r3d_ mc3_ r2plus1d_ s3d raft_large fcn_resnet deeplabv3_ lraspp_ ssdlite seresnet se_resnet tf_efficientnet
    ResNet ResNeXt DenseNet Inception GoogLeNet MobileNetV2 MobileNetV3 ShuffleNet MNASNet EfficientNet RegNet
    MaxVit S3D VideoResNet DeepLabV3 FCN LRASPP""".split()
)
_WITHOUT = tuple(
    """vgg alexnet squeezenet convnext swin vit mvit deit ssd300 raft_small
    VGG AlexNet SqueezeNet ConvNeXt Swin Vision MViT""".split()
)
# Variants with another norm, by a part of their names: GroupNorm, EvoNorm, filter response norm, BiT's ResNets.
_OTHER_NORMS = frozenset("gn bit evos evob evonorm frn groupnorm".split())
# Detectors keep the statistics of their backbones fixed (`FrozenBatchNorm2d`), these excepted.
_DETECTORS_WITH = ("ssdlite", "fasterrcnn_resnet50_fpn_v2", "maskrcnn_resnet50_fpn_v2", "retinanet_resnet50_fpn_v2")
# Model factories of other packages whose models have BatchNorm or Dropout, by how their names begin.
_MODE_DEPENDENT = tuple(
    """resnet resnext wide_resnet densenet inception googlenet mobilenet shufflenet mnasnet efficientnet regnet vgg
    alexnet squeezenet convnext swin seresnet tf_efficientnet ResNet DenseNet VGG AlexNet MobileNetV2""".split()
)


def family_norm(name: str) -> int:
    """Whether a model of such a name has BatchNorm: YES, NO, or MAYBE where the name says nothing."""
    name = name.removeprefix("quantized_")
    if name.endswith("_bn"):
        return YES
    if _OTHER_NORMS.intersection(name.split("_")):
        return MAYBE
    return YES if name.startswith(_WITH) else NO if name.startswith(_WITHOUT) else MAYBE


# Packages of language models, which have LayerNorm or RMSNorm, and of diffusion models, which have GroupNorm as well.
_WITHOUT_BATCH_NORM = ("transformers.", "trl.", "unsloth.", "sentence_transformers.", "diffusers.")


def package_norm(name: str) -> int:
    """Whether what a package other than PyTorch makes has BatchNorm, by a dotted name: NO, or MAYBE."""
    return NO if name.startswith(_WITHOUT_BATCH_NORM) else MAYBE


def detector_norm(name: str) -> int:
    """Whether one of torchvision's detectors has BatchNorm whose statistics move."""
    return YES if name.startswith(_DETECTORS_WITH) else NO


def is_of_mode_dependent_family(name: str) -> bool:
    """Whether a model's class or factory, by its last name, is of a family whose models have BatchNorm or Dropout."""
    return name.startswith(_MODE_DEPENDENT)


def torchvision_model_depends_on_mode(name: str) -> int:
    """Whether what a factory in torchvision.models makes depends on the mode."""
    last = name.rpartition(".")[2]
    if last.startswith("vit_"):
        return NO
    return YES if is_of_mode_dependent_family(last) and ".detection." not in name else MAYBE


# Decoders of encoder-decoder models, whose losses in transformers take the labels as they are.
_UNSHIFTED = (
    "Bart MBart PLBart Pegasus BigBirdPegasus Blenderbot BlenderbotSmall Marian Mvp TrOCR Speech2Text2 ProphetNet "
    "XLMProphetNet Whisper"
).split()
_SHIFTED = frozenset("GPT2LMHeadModel OpenAIGPTLMHeadModel CTRLLMHeadModel GPT2DoubleHeadsModel".split())


def shifts_labels(name: str) -> bool:
    """Whether a model class of transformers, by its last name, shifts its labels itself (as of transformers 5.23)."""
    family = name.removesuffix("ForCausalLM")
    return name in _SHIFTED or (family != name and family not in _UNSHIFTED)


# Classes of transformers whose attention sees the words behind each one, padding among them, and which take all ids for
# words unless they are given a mask (as of transformers 5.23).
_SEE_PADDING = tuple(
    """Bert Roberta DistilBert Albert Electra Deberta XLMRoberta MPNet Camembert MobileBert ModernBert NomicBert
    T5 MT5 UMT5 LongT5 Bart MBart Pegasus""".split()
)
_NO_MODELS = ("Tokenizer", "TokenizerFast", "Config")


def sees_padding(name: str) -> int:
    """Whether a model class of transformers, by its last name, attends to padding that no mask leaves out.

    MAYBE for the classes that choose by a file, such as AutoModel.
    """
    if name.endswith(_NO_MODELS):
        return NO
    if name.startswith("Auto"):
        return NO if name.endswith("CausalLM") else MAYBE
    return YES if name.startswith(_SEE_PADDING) and not name.endswith("ForCausalLM") else NO


# Models whose tokenizer begins each text with a special token, and whose chat template does so, too, by how their names
# begin; and parts of the names of models whose tokenizer has no such token.
_BEGIN_TWICE = (
    "meta-llama/llama-2",
    "meta-llama/llama-3",
    "meta-llama/meta-llama-3",
    "google/gemma",
    "mistralai/",
    "deepseek-ai/deepseek-r1",
)
_BEGIN_NEVER = ("qwen", "smollm", "falcon", "gpt2", "phi-3", "phi-4", "olmo")


def begins_texts_twice(name: str) -> int:
    """Whether tokenizer and chat template both begin a text, as those of `meta-llama/Llama-3.1-8B-Instruct` do."""
    name = name.lower()
    if name.startswith(_BEGIN_TWICE):
        return YES
    return NO if any(part in name for part in _BEGIN_NEVER) else MAYBE
