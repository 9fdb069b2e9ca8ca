"""Optimizers that are libraries of their own: adabelief-pytorch 0.2, came-pytorch 0.1, dadaptation 3.2,
galore-torch 1.0, schedulefree 1.4, torch-optimizer 0.3, pytorch-optimizer 4.1, and AdamP, MADGRAD and Ranger.

Those that take two steps, or differentiate by themselves, are left out: SAM and its kind, PCGrad, RotoGrad, LOMO.
"""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import FIRST, OPTIMIZER_OF, each

# All of them derive from torch.optim.Optimizer, and take the parameters first.
_OF_PARAMETERS = """
A2Grad A2GradExp A2GradInc A2GradUni ADOPT APOLLO ASGD AccSGD AdEMAMix AdaBelief AdaBound AdaDelta AdaFactor AdaGC
AdaHessian AdaMax AdaMod AdaNorm AdaPNM AdaShift AdaSmooth Adafactor Adahessian Adai Adalite AdamC AdamG AdamMini
AdamP AdamS AdamWSN Adan AggMo Aida AliG Amos Apollo ApolloDQN AvaGrad BCOS CAME DAdaptAdaGrad DAdaptAdam DAdaptAdan
DAdaptLion DAdaptSGD DiffGrad EXAdam FAdam FOCUS FTRL Fira Fromage GaLore GaLoreAdafactor GaLoreAdamW GaLoreAdamW8bit
Grams Gravity GrokFastAdamW Kate Kron LARS LaProp Lamb Lion MADGRAD MARS MSVAG MirrorMADGRAD Muon Nero NovoGrad PAdam
PID PNM Prodigy QHAdam QHM RACS RAdam Ranger Ranger21 Ranger21abel RangerQH RangerVA SCION SCIONLight SGDP SGDSaI SGDW
SM3 SOAP SPAM SRMM SWATS ScalableShampoo Shampoo SignSGD SimplifiedAdEMAMix SophiaH StableAdamW StableSPAM TAM AdaTAM
Tiger VSGD Yogi
AdamWScheduleFree AdamWScheduleFreeClosure AdamWScheduleFreePaper AdamWScheduleFreeReference RAdamScheduleFree
RAdamScheduleFreeClosure SGDScheduleFree SGDScheduleFreeClosure SGDScheduleFreeReference ScheduleFreeAdamW
ScheduleFreeRAdam ScheduleFreeSGD
"""

MODEL = LibraryModel(
    tuple(
        """adabelief_pytorch adamp came_pytorch dadaptation galore_torch madgrad pytorch_optimizer ranger ranger21
        schedulefree torch_optimizer""".split()
    ),
    calls={
        **each(_OF_PARAMETERS, OPTIMIZER_OF),
        # What is around an optimizer lets that one step, and clears its gradients.
        **each("Lookahead ScheduleFreeWrapper ScheduleFreeWrapperReference OrthoGrad TRAC", FIRST),
        "create_optimizer": CallModel("optimizer", handler="optimizer-of-model"),
        # Schedulers that pytorch-optimizer brings along.
        **each(
            """CosineAnnealingWarmupRestarts CosineScheduler LinearScheduler PolyScheduler REXScheduler
            get_chebyshev_schedule get_wsd_schedule deberta_v3_large_lr_scheduler""",
            CallModel("scheduler", handler="scheduler"),
        ),
    },
)
