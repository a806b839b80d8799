"""Computer players: levels, policies, sampled deals, play-outs, searches and advice."""
