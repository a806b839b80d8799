"""Play-outs by rules on bit masks."""
