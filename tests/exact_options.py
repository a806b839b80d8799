"""Lets a test change options without adapting the others, so that options that do not fit are refused."""

from dataclasses import fields

from engine.model.presets import with_options


def with_only(rules, **options):
    """Return the rules with these options changed and all others kept. Raises InvalidRules if they do not fit."""
    return with_options(rules, **{one.name: getattr(rules, one.name) for one in fields(rules)} | options)
