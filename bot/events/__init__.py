"""Events: evenings with rounds. Pure rules and services over their own ports."""
