"""What authors of rules use: marks, tests, templates, pages.

Begin with `new_rule.py` (`--new-rule`) and `rule_tests.py` (`--test-rules`). It may check and fix files, and prints
nothing.
"""
