"""Tables before their match: seats, rules, start."""
