"""The REST API: routes, rate limits, faults on demand, and a record of all requests."""
