"""Queries about modules: their methods, parameters and outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.modules.compiled_code import CompiledCode as CompiledCode
    from torchlint.queries.modules.compiled_code import compiled_functions as compiled_functions
    from torchlint.queries.modules.construction import methods_of_construction as methods_of_construction
    from torchlint.queries.modules.freezing import Freeze as Freeze
    from torchlint.queries.modules.freezing import freed_parts as freed_parts
    from torchlint.queries.modules.freezing import frees as frees
    from torchlint.queries.modules.freezing import freezes as freezes
    from torchlint.queries.modules.freezing import is_method as is_method
    from torchlint.queries.modules.freezing import may_free as may_free
    from torchlint.queries.modules.freezing import parameters_of as parameters_of
    from torchlint.queries.modules.freezing import receiver_of as receiver_of
    from torchlint.queries.modules.freezing_functions import FreezingCall as FreezingCall
    from torchlint.queries.modules.freezing_functions import freezing_calls as freezing_calls
    from torchlint.queries.modules.freezing_functions import sets_given as sets_given
    from torchlint.queries.modules.known_parameters import surely_has_parameters as surely_has_parameters
    from torchlint.queries.modules.loaded_models import is_only_loaded as is_only_loaded
    from torchlint.queries.modules.methods_of_modules import Method as Method
    from torchlint.queries.modules.methods_of_modules import is_called_otherwise as is_called_otherwise
    from torchlint.queries.modules.methods_of_modules import method_around as method_around
    from torchlint.queries.modules.module_constructors import constructing_code as constructing_code
    from torchlint.queries.modules.module_constructors import constructs_parameters as constructs_parameters
    from torchlint.queries.modules.name_patterns import ParameterNames as ParameterNames
    from torchlint.queries.modules.name_patterns import parameter_names as parameter_names
    from torchlint.queries.modules.output_unpacking import calls_of as calls_of
    from torchlint.queries.modules.output_unpacking import first_result_of as first_result_of
    from torchlint.queries.modules.output_unpacking import is_taken_apart as is_taken_apart
    from torchlint.queries.modules.sequence_layers import column_taken as column_taken
    from torchlint.queries.modules.sequence_layers import is_made_batch_first as is_made_batch_first
    from torchlint.queries.modules.sequence_layers import putting_batch_first as putting_batch_first
    from torchlint.queries.modules.sequential_parts import sequentials as sequentials
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
