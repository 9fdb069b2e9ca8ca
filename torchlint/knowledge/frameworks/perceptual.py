"""How alike images are: lpips 0.1.4, pytorch_msssim 1.0, piq 0.8 and kornia 0.9."""

from __future__ import annotations

from torchlint.domain.values import YES
from torchlint.knowledge.effects import CallModel, InstanceOf, LibraryModel
from torchlint.knowledge.frameworks.rows import COMPUTED, DIFFERENTIABLE, FUNCTION, each

_FUNCTION = CallModel(InstanceOf("piq.Loss"))

MODEL = LibraryModel(
    ("lpips", "pytorch_msssim", "piq", "kornia"),
    version="0.1.4, 1.0, 0.8 and 0.9",
    classes={"Loss": FUNCTION},
    calls={
        # Its constructor ends in eval(). Its trunk is frozen, and the weights after it are not.
        **each(
            "lpips.LPIPS lpips.lpips.LPIPS",
            CallModel("module", mode="eval", pretrained=True, freezes=True, depends_on_mode=YES),
        ),
        **each("pytorch_msssim.SSIM pytorch_msssim.MS_SSIM", _FUNCTION),
        **each("pytorch_msssim.ssim pytorch_msssim.ms_ssim", DIFFERENTIABLE),
        **each("piq.LPIPS piq.DISTS piq.PieAPP", _FUNCTION),  # all of them frozen
        **each("piq.ssim piq.multi_scale_ssim piq.psnr piq.total_variation piq.gmsd piq.fsim piq.vsi", DIFFERENTIABLE),
    },
    patterns={
        r"(?:\w+\.)?[A-Z]\w*Loss": _FUNCTION,
        r"losses\.(?:\w+\.)*(?:[A-Z]\w*Loss|TotalVariation)": _FUNCTION,
        r"losses\.(?:\w+\.)*[a-z]\w*_loss\w*": DIFFERENTIABLE,
        r"(?:color|enhance|filters|geometry|morphology)\.(?:\w+\.)*[a-z]\w*": COMPUTED,
    },
)
