"""Events, which are played in rounds: their pure rules, and the services that apply them to a store."""
