"""Pictures that explain something, such as examples for the rules and reviews of deals."""
