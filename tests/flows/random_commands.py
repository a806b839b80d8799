"""Random commands with valid and invalid options, and random form input."""

from discord import AppCommandOptionType as Kind
from discord import app_commands

TEXTS = (
    "SA", "♠A×2", "黑桃10", "大王", "pass", "h5 h5", "???", "S3 S3 S4 S4", "BJ BJ", "2", "15", "Dragons", "蛟龍",
    "**bold** @everyone", "`x`", "a" * 90, " ", "-1", "1e9", "🀄", "'; --",
)  # fmt: skip
PAPERS = (
    b"at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4\nyesterday,1,1 3,both,x,1,no,u:1,c:expert,,\n",
    b"", b"\xff\xfe\x00", b"a,b\n1,2\n", "等级,人\n".encode(), b"[]",
)  # fmt: skip
"""Contents of uploaded files, none of them valid."""
ENDING = {"tractor end": 0.4, "leave": 0.4, "away": 0.6, "tractor new": 0.5}
"""Weights below 1 for commands that end or hold up games, so that they are typed less often."""


def random_text(rng):
    return rng.choice(TEXTS)


class Commands:
    """All commands of a bot, from its command tree."""

    def __init__(self, client, names):
        self.names = names
        self.roles = [str(role.id) for guild in client.guilds for role in guild.roles]
        walked = client.tree.walk_commands()
        self.known = {c.qualified_name: c for c in walked if isinstance(c, app_commands.Command)}

    def pick(self, rng, used):
        """Return the name of a command, preferring rarely typed ones."""
        names = sorted(self.known)
        weights = [ENDING.get(n, 1.0) / (1 + used[f"/{n}"]) for n in names]
        return rng.choices(names, weights)[0]

    def completed_option(self, name):
        """Return the option with autocomplete, if any."""
        return next((p.display_name for p in self.known[name].parameters if p.autocomplete), None)

    def file_options(self, name):
        """Return the options that take a file."""
        return [p.display_name for p in self.known[name].parameters if p.type is Kind.attachment]

    def random_options(self, name, rng):
        """Return values for a command's required options and for some others, but not for those that take a file."""
        return {
            p.display_name: self._value(p, rng)
            for p in self.known[name].parameters
            if p.type is not Kind.attachment and (p.required or rng.random() < 0.4)
        }

    def _value(self, option, rng):
        if option.choices and rng.random() < 0.95:
            return rng.choice(option.choices).value
        match option.type:
            case Kind.integer | Kind.number:
                low = 0 if option.min_value is None else option.min_value
                high = low + 40 if option.max_value is None else option.max_value
                return rng.choice((low, high, rng.randint(int(low), int(min(high, low + 9))), high + 1))
            case Kind.boolean:
                return rng.random() < 0.5
            case Kind.user | Kind.mentionable:
                return rng.choice((*self.names, "tractor"))
            case Kind.role | Kind.channel:
                return rng.choice(self.roles if option.type is Kind.role else ("tractor", "general"))
            case _:
                return random_text(rng)


def fill_form(modal, rng):
    """Return values for a form; about 40 % of its fields stay unchanged."""
    values = {}
    for part in modal["components"]:
        field = part.get("component") or (part.get("components") or [{}])[0]
        if not field.get("custom_id") or rng.random() < 0.4:
            continue
        options = [o["value"] for o in field.get("options") or ()]
        match field["type"]:
            case 4:
                values[field["custom_id"]] = random_text(rng)[: field.get("max_length", 90)]
            case 3 | 22 if options:
                values[field["custom_id"]] = rng.sample(
                    options, rng.randint(1, min(len(options), field.get("max_values") or 1))
                )
            case 21 if options:
                values[field["custom_id"]] = rng.choice(options)
            case 23:
                values[field["custom_id"]] = rng.random() < 0.5
    return values
