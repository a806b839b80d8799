"""Each Chinese catalogue has only its own characters, and zh-TW uses the words of Taiwan."""

import re
from itertools import pairwise

import pytest

from bot.text.languages import SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE
from bot.text.po_files import read_translations
from engine.model.cards import Suit, parse_cards

SIMPLIFIED = {key: "".join(one.forms) for key, one in read_translations(SIMPLIFIED_CHINESE).messages.items()}
TAIWAN = {key: "".join(one.forms) for key, one in read_translations(TRADITIONAL_CHINESE).messages.items()}

# Each pair has a mainland word in traditional characters, and the word that Taiwan uses instead.
WORDS = (
    ("服務器", "伺服器"), ("默認", "預設"), ("設置", "設定"), ("消息", "訊息"), ("信息", "資訊"), ("用戶", "使用者"),
    ("鏈接", "連結"), ("支持", "支援"), ("通過", "透過"), ("發送", "傳送"), ("子區", "討論串"), ("刷新", "重新整理"),
    ("小王", "小鬼"), ("大王", "大鬼"), ("紅桃", "紅心"), ("菜單", "選單"), ("文件", "檔案"), ("網絡", "網路"),
    ("程序", "程式"), ("創建", "建立"), ("添加", "附加"), ("坐莊", "做莊"), ("自定", "自訂"), ("相同", "一樣"),
    ("行動", "動作"), ("管住", "壓過"), ("加固", "鞏固"), ("同伴", "隊友"), ("手裏", "手上"), ("三張", "三條"),
    ("列表", "清單"), ("教程", "教學"), ("首出", "先出"), ("斃", "王吃"), ("翻倍", "加倍"), ("私信", "私訊"), ("講解", "解說"), ("必勝", "必贏"),
    ("查看", "檢視"), ("屏幕", "螢幕"), ("數據", "資料"), ("賬號", "帳號"), ("界面", "介面"),
)  # fmt: skip
MAINLAND_SIGNS = str.maketrans(
    "务认设户链发区红单络程创庄动队里张屏数账频条毙讲胜",
    "務認設戶鏈發區紅單絡程創莊動隊裏張屏數賬頻條斃講勝",
)


def converted(text):
    return text.translate(MAINLAND_SIGNS)


def hanzi(text):
    return "".join(sign for sign in text if "\u4e00" <= sign <= "\u9fff")


@pytest.mark.parametrize(("texts", "signs"), [(SIMPLIFIED, "gb2312"), (TAIWAN, "big5")], ids=["zh-CN", "zh-TW"])
def test_each_catalogue_has_only_its_own_characters(texts, signs):
    assert [key for key, text in texts.items() if not fits(hanzi(text), signs)] == []


def fits(text, signs):
    try:
        text.encode(signs)
    except UnicodeEncodeError:
        return False
    return True


NAMES = (
    "who", "name", "names", "team", "teams", "member", "members", "by", "league", "event", "other", "old", "replaced",
    "organizer", "managers", "captain", "founder", "host", "user", "users", "player", "players",
)  # fmt: skip


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_inserted_names_have_spaces_around(texts):
    """Chinese text sets off Latin words with spaces, and an inserted name may be in Latin letters."""
    name, han = rf"\**\{{(?:{'|'.join(NAMES)})\}}\**", "[\u4e00-\u9fff]"
    assert [key for key, text in texts.items() if re.search(f"{han}{name}|{name}{han}", text)] == []


def test_no_chinese_text_is_english_by_oversight():
    """Texts without a Chinese character have no English letters either. Only the names of J, Q, K and A are letters."""
    bare = {key for key in SIMPLIFIED if not hanzi(SIMPLIFIED[key])}
    letters = {
        key for key in bare if any(sign.isascii() and sign.isalpha() for sign in without_blanks(SIMPLIFIED[key]))
    }
    assert letters <= {"spoken.J", "spoken.Q", "spoken.K", "spoken.A"}


def without_blanks(text):
    out, depth = "", 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        out += sign if depth == 0 else ""
    return out


def swapped():
    """Yield (mainland word, Taiwan word, key) for each text that has this word in zh-CN and that word in zh-TW."""
    for mainland, taiwan in WORDS:
        for key, text in SIMPLIFIED.items():
            if mainland in converted(text) and taiwan in TAIWAN[key]:
                yield mainland, taiwan, key


def test_at_least_thirty_texts_use_taiwans_own_words():
    found = list(swapped())
    assert len({key for _, _, key in found}) >= 30
    assert len({mainland for mainland, _, _ in found}) >= 30


def test_taiwanese_text_has_no_word_of_the_mainland():
    """The mainland's words for the jokers are allowed, because examples of what can be typed contain them."""
    words = {mainland for mainland, _ in WORDS} - {"大王", "小王"} | {"手裡"}
    assert {(word, key) for word in words for key, text in TAIWAN.items() if word in text} == set()


OTHER_WORDS = {
    "房主": "主持 桌主",
    "队友": "同伴 搭档",
    "管住": "管上 压过 拦住 盖毙 盖过 盖不过 能拦 可拦",
    "其中一手": "管住其中一部分 最小的一部分",
    "庄家方": "庄家一方 庄家守住 庄家大败 庄家升 庄家赢，",
    "这一墩": "这一轮牌 赢一轮 上一轮（",
    "电脑玩家": "电脑牌手",
    "毙": "杀",
    "级数": "级别",
    "创建": "新建",
    "自己退赛": "其退出",
    "命令": "指令",
    "首家出的是": "首出 先出的是",
    "难度": "水平",
    "再超时一次": "错过 算你离开",
    "约亏": "肯定吃亏",
    "服务器管理员": "管理服务器的人 服务器管理者",
    "坐庄": "做庄 当庄家",
}
OTHER_WORDS_TAIWAN = {
    "房主": "主持 桌主",
    "金鑰": "密鑰",
    "個電腦": "位電腦",
    "級數": "級別",
    "對戰": "對陣",
    "重播": "回顧",
    "隊友": "搭檔",
    "壓過": "管上 擋住 蓋過 蓋不過 可擋 能擋",
    "其中一手": "壓過其中一部分 最小的一部分",
    "莊家方": "莊家一方 莊家這一 莊家守住 莊家大敗 莊家升 莊家贏，",
    "王吃": "將吃 殺",
    "首家出的是": "首出 先出的是",
    "強度": "程度",
    "再逾時一次": "錯過 算你離開",
    "約虧": "肯定吃虧",
    "伺服器管理員": "管理伺服器的人 伺服器管理者",
    "做莊": "坐莊 當莊家",
}


@pytest.mark.parametrize(
    ("texts", "others"), [(SIMPLIFIED, OTHER_WORDS), (TAIWAN, OTHER_WORDS_TAIWAN)], ids=["zh-CN", "zh-TW"]
)
def test_one_thing_has_one_word(texts, others):
    """Texts use the words on the left, and none of those on the right, which mean the same."""
    unwanted = {word for words in others.values() for word in words.split()}
    assert {(word, key) for word in unwanted for key, text in texts.items() if word in text} == set()
    assert all(any(word in text for text in texts.values()) for word in others)


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_texts_use_phrases_of_players(texts):
    """Players say 打 8 and 另有 3 手. They do not say 打 8 级 or 还有 3 手, nor only 对了！ as praise."""
    foreign = re.compile("打 ?(?:{\\w+}|\\d+) ?[级級]|[还還]有 ?{\\w+} ?手|^[对對]了！$")
    assert [key for key, text in texts.items() if foreign.search(text)] == []


TRICK_ROUND = re.compile("[第上一每此后後]( ?{\\w+})? ?[轮輪](?![到空换換次])")
OF_EVENTS = ("events.", "bracket.", "command.event", "option.")


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_word_for_round_is_used_only_for_events(texts):
    """A trick is 墩, and 轮 is a round of an event. One text has 轮 in 一轮到我, "as soon as it is my turn"."""
    found = {key for key, text in texts.items() if TRICK_ROUND.search(text)}
    assert {key for key in found if not key.startswith(OF_EVENTS)} <= {"settings.ping.at_once"}
    assert "events.round_begins" in found


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_level_and_rating_have_different_words(texts):
    """The word for a rating is 等级分. The word for the level of a side is 级数."""
    assert [key for key, text in texts.items() if re.search("[等][级級](?!分)", text)] == []


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_options_have_their_chinese_names(texts):
    """A Chinese Discord shows `玩法`, not `preset`."""
    names = {key.split(".")[1].removeprefix("event_") for key in texts if re.fullmatch("option\\.\\w+\\.name", key)}
    shown = {key: set(re.findall("`(\\w+)`", text)) & names for key, text in texts.items()}
    assert {key: words for key, words in shown.items() if words} == {}


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_page_number_is_written_short(texts):
    """A page is 第 3/13 页, not 第 3 页，共 13 页."""
    long = re.compile("第 ?{\\w+} ?[页頁步]，共")
    assert [key for key, text in texts.items() if long.search(text)] == []


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_punctuation_is_chinese(texts):
    """No ASCII punctuation mark or bracket follows a Chinese character."""
    wrong = [
        key
        for key, text in texts.items()
        for sign, after in pairwise(text)
        if "\u4e00" <= sign <= "\u9fff" and after in ",.:;?!()"
    ]
    assert wrong == []


@pytest.mark.parametrize("texts", [SIMPLIFIED, TAIWAN], ids=["zh-CN", "zh-TW"])
def test_signs_between_chinese_words_are_full_width(texts):
    wrong = re.compile(r"[\u4e00-\u9fff}][;:,!?](\s|[\u4e00-\u9fff{]|$)")
    assert [key for key, text in texts.items() if wrong.search(text)] == []


@pytest.mark.parametrize(
    ("tag", "told"),
    [("zh-CN", "请跟黑桃：首家出的是拖拉机（三连对）。"), ("zh-TW", "請跟黑桃：首家出的是拖拉機（三連對）。")],
)
def test_number_is_separated_from_previous_word(catalogue, tag, told):
    texts = catalogue.texts_for(tag)
    shape = texts.format_shape([parse_cards("S3 S3 S4 S4 S5 S5")])
    assert texts.say("ask.follow", suit=texts.format_suit(Suit.SPADES), shape=shape) == told
    counted = [key for key in (SIMPLIFIED if tag == "zh-CN" else TAIWAN) if key.startswith("shape.")]
    assert not any(
        re.search(r"^[\d{]", texts.say(key, width="五", widths="三-二", length="二", count="六", shapes="…"))
        for key in counted
    )
