"""Lists the bot's languages. Only this module names languages and holds the words that users type in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class TypedWords:
    """Words that players may type instead of signs such as ♠ and the engine's letters. All are in lower case."""

    suits: Mapping[str, tuple[str, ...]]
    """Words for each suit, by its letter: S, H, C, D."""
    jokers: Mapping[str, tuple[str, ...]]
    """Words for each joker: BJ, LJ."""
    ranks: Mapping[str, tuple[str, ...]]
    """Words for some ranks: 10, A, K, Q, J."""
    level: tuple[str, ...]
    """Words for the trump rank."""
    trump: tuple[str, ...]
    conjunctions: tuple[str, ...]
    """Words for `and` between cards."""
    answers: Mapping[str, tuple[str, ...]]
    """Words for each answer that is typed instead of cards: pass, claim, take, leave, undo, end."""
    yes: tuple[str, ...]
    no: tuple[str, ...]
    rank_of_suit: tuple[str, ...] = ()
    """Words for `of` in `ten of hearts`."""
    numerals: tuple[str, ...] = ()
    """The numerals for `nth_copy`. The first string has all characters for 1, the second all for 2, and so on."""
    presets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other common names of presets, by their ids."""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other common names of the rules' options, by their ids."""
    explained: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other words for which a search finds a sentence of the guide, by the sentence's name."""
    questions: tuple[str, ...] = ()
    """Question words that say nothing about the question's subject, such as `how`."""
    nth_copy: str = ""
    """A regular expression for words that say which copy of the next card counts. `#` stands for a numeral."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its names and locales, its plural forms, and the words that players type in it."""

    tag: str
    """The name of the language's folder under `locales/`. The database stores it, too: at most 8 characters."""
    own_name: str
    babel: str
    """The locale with which Babel formats lists, numbers and dates."""
    plural_forms: str
    """gettext's rule for plural forms. Every catalogue file of the language must contain the same rule."""
    discord_locales: tuple[str, ...]
    """Discord's locales for this language. The first of them stands for all."""
    typed: TypedWords
    regions: frozenset[str] = frozenset()
    """Parts of locales, such as `hk` in `zh-HK`, that mean this language and not another with the same `primary`."""

    @property
    def primary(self) -> str:
        """The first part of the tag, such as `zh` in `zh-TW`."""
        return self.tag.partition("-")[0]


ENGLISH: Final = Language(
    tag="en",
    own_name="English",
    babel="en",
    plural_forms="nplurals=2; plural=(n != 1);",
    discord_locales=("en-US", "en-GB"),
    typed=TypedWords(
        suits={
            "S": ("spades", "spade"),
            "H": ("hearts", "heart"),
            "C": ("clubs", "club"),
            "D": ("diamonds", "diamond"),
        },
        jokers={"BJ": ("big joker", "bigjoker"), "LJ": ("little joker", "small joker", "littlejoker", "smalljoker")},
        ranks={"10": ("ten",), "A": ("ace",), "K": ("king",), "Q": ("queen",), "J": ("jack",)},
        level=("level",),
        trump=("trumps", "trump"),
        conjunctions=("and",),
        rank_of_suit=("of",),
        answers={
            "pass": ("pass", "no"),
            "claim": ("claim", "redeal"),
            "take": ("take", "pick up"),
            "leave": ("leave",),
            "undo": ("undo", "take back"),
            "end": ("end", "end deal"),
        },
        presets={
            "finding-friends": ("finding friends, 5 players",),
            "pagat": ("pagat.com",),
            "bashifen": ("eighty points",),
            "forty-points": ("forty points",),
        },
        yes=("on", "true"),
        no=("off", "false"),
        options={"play_takeback": ("undo",)},
        explained={
            "teams": ("how many players",),
            "worth": ("how many points",),
            "order": ("rank order", "ranking"),
            "side": ("ace",),
            "first": ("dealer",),
            "declare": ("bid", "bidding"),
            "bury": ("bury", "discard", "who leads", "who starts", "goes first"),
            "no_declaration_first": ("bid", "bidding"),
            "low_cards": ("must beat", "higher card"),
            "lose": ("tie",),
            "next": ("who leads",),
            "suit": ("must play",),
            "void": ("void",),
            "highest": ("beat", "beats"),
            "collect": ("score", "scoring"),
            "win": ("how to win",),
        },
        questions=(
            *("how", "many", "much", "what", "who", "when", "where", "which", "why", "is", "are", "do", "does", "can"),
            *("must", "a", "an", "the", "to", "of", "i", "you", "in", "on", "at", "if", "it", "my", "for", "have"),
            *("happens", "should", "may", "play", "we"),
        ),
    ),
)
SIMPLIFIED_CHINESE: Final = Language(
    tag="zh-CN",
    own_name="简体中文",
    babel="zh_Hans_CN",
    plural_forms="nplurals=1; plural=0;",
    discord_locales=("zh-CN",),
    typed=TypedWords(
        suits={"S": ("黑桃",), "H": ("红桃", "红心"), "C": ("梅花", "草花"), "D": ("方块", "方片")},
        jokers={"BJ": ("大王", "大鬼", "大怪"), "LJ": ("小王", "小鬼", "小怪")},
        ranks={"10": ("十",), "A": ("尖",), "K": ("凯",), "Q": ("圈",), "J": ("勾", "钩")},
        level=("级牌", "级"),
        trump=("主牌", "主"),
        conjunctions=("和", "与"),
        answers={
            "pass": ("过", "不叫", "不亮", "不要", "不反", "不炒"),
            "claim": ("重发", "要求重发"),
            "take": ("捡", "拿", "捡分"),
            "leave": ("留", "不捡", "不拿", "留下"),
            "undo": ("收回", "悔牌"),
            "end": ("结束",),
        },
        yes=("是", "有", "开", "可以"),
        no=("否", "无", "关", "不可以"),
        presets={
            "finding-friends": ("五人找朋友",),
            "looking-for-friends": ("找朋友",),
            "bashifen": ("80分",),
            "forty-points": ("40分",),
        },
        options={
            "decks": ("副数", "副數"),
            "players": ("几人", "幾人", "玩家数", "玩家數"),
            "play_takeback": ("悔棋",),
        },
        explained={
            "teams": ("几个人", "幾個人"),
            "worth": ("几分", "幾分"),
            "climb": ("升级", "升級"),
            "bury": ("扣底", "埋底", "谁先出", "誰先出", "先手"),
            "lead": ("调主", "調主", "吊主"),
            "next": ("谁先出", "誰先出", "先手"),
            "suit": ("必须出", "必須出"),
            "void": ("垫牌", "墊牌", "绝门", "絕門"),
            "ruff": ("杀", "殺", "将吃", "將吃"),
            "win": ("怎么赢", "怎麼贏"),
            "kitty": ("底牌有分", "底牌翻倍", "翻倍"),
            "low_cards": ("要管", "必须管", "要壓", "必須壓"),
            "no_declaration_first": ("没人亮主", "沒人叫主"),
            "trumps": ("王",),
            "first": ("谁是庄家", "誰是莊家", "谁坐庄", "誰做莊"),
        },
        questions=(
            *("怎么", "怎麼", "什么是", "什麼是", "什么", "什麼", "多少", "几个"),
            *("幾個", "谁", "誰", "哪", "几", "幾", "吗", "嗎", "有几张", "有幾張", "可以", "怎么办", "怎麼辦"),
        ),
        numerals=("一", "二两", "三", "四", "五", "六"),
        nth_copy="第#张的?",
    ),
)
TRADITIONAL_CHINESE: Final = Language(
    tag="zh-TW",
    own_name="繁體中文（台灣）",
    babel="zh_Hant_TW",
    plural_forms="nplurals=1; plural=0;",
    discord_locales=("zh-TW",),
    regions=frozenset({"tw", "hk", "mo", "hant"}),
    typed=replace(
        SIMPLIFIED_CHINESE.typed,
        suits={"S": ("黑桃",), "H": ("紅桃", "紅心"), "C": ("梅花", "草花"), "D": ("方塊", "方片")},
        ranks={"10": ("十",), "A": ("尖",), "K": ("凱",), "Q": ("圈",), "J": ("勾", "鉤")},
        level=("級牌", "級"),
        trump=("主牌", "主"),
        conjunctions=("和", "與"),
        answers={
            "pass": ("過", "不叫", "不亮", "不要", "不反", "不炒"),
            "claim": ("重發", "要求重發"),
            "take": ("撿", "拿", "撿分"),
            "leave": ("留", "不撿", "不拿", "留下"),
            "undo": ("收回", "悔牌"),
            "end": ("結束",),
        },
        yes=("是", "有", "開", "可以"),
        no=("否", "無", "關", "不可以"),
        numerals=("一", "二兩", "三", "四", "五", "六"),
        nth_copy="第#張的?",
    ),
)

LANGUAGES: Final = (ENGLISH, SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE)
DEFAULT: Final = LANGUAGES[0]
"""The language that `DEFAULT_LANGUAGE` has by default. Its catalogue defines the keys of all messages."""
TRANSLATED: Final = LANGUAGES[1:]
TAGS: Final = tuple(language.tag for language in LANGUAGES)
DISCORD_NAMES: Final = tuple((language.discord_locales[0], language.own_name) for language in LANGUAGES)
"""Each language's first Discord locale and its own name, for the local Discord."""
UNSET_SERVER_LOCALE: Final = "en-US"
"""The locale that Discord reports for each server that has not chosen a language."""


def find_language(locale: str) -> Language | None:
    """Return the language for a locale as Discord writes it, such as `zh-TW` for `zh-HK`; None if there is none."""
    primary, *subtags = locale.replace("_", "-").lower().split("-")
    candidates = [language for language in LANGUAGES if language.primary == primary]
    regional = [language for language in candidates if language.regions.intersection(subtags)]
    general = [language for language in candidates if not language.regions]
    return next(iter([*regional, *general]), None)
