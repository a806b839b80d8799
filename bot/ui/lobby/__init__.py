"""Tables before their match begins, while users take seats and choose the rules."""
