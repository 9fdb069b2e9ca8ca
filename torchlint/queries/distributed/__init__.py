"""Queries about programs with several processes: what starts them, which rank is which, what only some do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.distributed.averaged_gradients import averages_by_hand as averages_by_hand
    from torchlint.queries.distributed.conditions import asks_about_processes as asks_about_processes
    from torchlint.queries.distributed.conditions import meant_by as meant_by
    from torchlint.queries.distributed.conditions import setting_name as setting_name
    from torchlint.queries.distributed.ddp_steps import ddp_wrapping_in as ddp_wrapping_in
    from torchlint.queries.distributed.divided_loaders import samplers_given as samplers_given
    from torchlint.queries.distributed.passed_models import wrapping_of_parameter as wrapping_of_parameter
    from torchlint.queries.distributed.programs import is_divided_model as is_divided_model
    from torchlint.queries.distributed.programs import is_spread as is_spread
    from torchlint.queries.distributed.programs import may_be_spread as may_be_spread
    from torchlint.queries.distributed.programs import program_units as program_units
    from torchlint.queries.distributed.programs import spawned as spawned
    from torchlint.queries.distributed.programs import spawns_of_other_file as spawns_of_other_file
    from torchlint.queries.distributed.programs import spreads as spreads
    from torchlint.queries.distributed.programs import starts_its_processes as starts_its_processes
    from torchlint.queries.distributed.programs import starts_processes as starts_processes
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
