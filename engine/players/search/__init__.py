"""These computer players finish sampled deals with each possible play before they choose one."""
