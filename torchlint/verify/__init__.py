"""What a run of the user's own program says about findings: a plan, a session, evidence, a verdict."""
