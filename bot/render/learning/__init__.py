"""Pictures that explain: examples for the rules, and reviews of deals."""
