"""Layers that models are built of: einops 0.8, flash_attn 2.8, mamba_ssm 2.2, x_transformers 2.31, quantizers 1.32."""

from __future__ import annotations

from torchlint.domain.values import NO, YES
from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED, DIFFERENTIABLE, FUNCTION, classes, each

_FUNCTION = CallModel(InstanceOf("einops.Function"))

MODEL = LibraryModel(
    ("einops", "flash_attn", "mamba_ssm", "x_transformers", "vector_quantize_pytorch"),
    version="0.8, 2.8, 2.2, 2.31 and 1.32",
    classes={
        "Function": FUNCTION,
        # Each has a generate() under no_grad, and is the model that it is around otherwise.
        **classes(
            "AutoregressiveWrapper NonAutoregressiveWrapper ContinuousAutoregressiveWrapper",
            ClassModel(role="wrapper", methods={"generate": CallModel("output")}),
        ),
        "MambaLMHeadModel": ClassModel(role="module", methods={"generate": CallModel("output")}),
    },
    calls={
        **each("einops.rearrange einops.reduce einops.repeat", DIFFERENTIABLE),
        **each("layers.torch.Rearrange layers.torch.Reduce", _FUNCTION),
        "einops.layers.torch.EinMix": CallModel("module", depends_on_mode=NO),
        **each("mamba_ssm.Mamba mamba_ssm.Mamba2", CallModel("module", depends_on_mode=NO)),
        "MambaLMHeadModel": CallModel(InstanceOf("mamba_ssm.MambaLMHeadModel"), depends_on_mode=NO),
        "MambaLMHeadModel.from_pretrained": CallModel(
            InstanceOf("mamba_ssm.MambaLMHeadModel"), mode="train", pretrained=True, depends_on_mode=NO
        ),
        "flash_attn.losses.cross_entropy.CrossEntropyLoss": _FUNCTION,
        # In train mode, they move their codes to what they see.
        **each(
            "vector_quantize_pytorch.VectorQuantize vector_quantize_pytorch.ResidualVQ"
            " vector_quantize_pytorch.GroupedResidualVQ",
            CallModel("module", depends_on_mode=YES),
        ),
    },
    patterns={
        r"(?:flash_attn_interface\.)?flash_attn_\w*func": DIFFERENTIABLE,
        r"bert_padding\.(?:un)?pad_input": COMPUTED,
        r"ops\.(?:\w+\.)*(?:selective_scan|mamba_inner|layer_norm|rms_norm)_fn": DIFFERENTIABLE,
    },
    modules=r"(?:modules|ops|models)\.(?:\w+\.)*[A-Z](?!\w*(?:Config|Params|Function|Context|Fn))\w*"
    r"|layers\.(?!torch\.)(?:\w+\.)*[A-Z]\w*"
    r"|XTransformer|Encoder|Decoder|PrefixDecoder|CrossAttender|Attention|FeedForward|RMSNorm|\w*TransformerWrapper"
    r"|FSQ|LFQ|SimVQ|ResidualLFQ|ResidualFSQ|ResidualSimVQ|RandomProjectionQuantizer|LatentQuantize"
    r"|(?:vector_quantize_pytorch|residual_vq|finite_scalar_quantization|lookup_free_quantization)\.[A-Z]\w*",
)
