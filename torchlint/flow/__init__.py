"""The abstract interpreter: what values are, in which order things happen, and the facts that it records.

It may import the floors below (syntax, project, domain, knowledge, binding), and never a query or a rule. Begin with
`fixpoint.py` (the passes over a file) and `interpreter.py` (the dispatch to handlers); `state.py` has what a pass
carries, `facts.py` what it records, and most other modules are transfer functions for one kind of code.
"""
