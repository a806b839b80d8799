"""Rebuild the fonts of `assets/fonts/` from their published packages: `python assets/rebuild.py [--check]`.

The script needs `npm`, fontTools from the development group and, for the Noto families, Debian's `apt-get` and
`dpkg-deb`. Every source is an OFL-1.1 font without a Reserved Font Name, so a subset may keep its family's name. The
fonts keep the characters of Unicode's core set and of the national character sets named below, so no list of characters
has to be stored. Layout tables are dropped, because Pillow's basic layout engine uses none of them. `--check` rebuilds
into a temporary folder, and compares the character maps with those of `assets/fonts/`.
"""
# ruff: noqa: INP001 - a script beside the files that it makes, no package

import argparse
import bz2
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
DROPPED = ["GSUB", "GPOS", "GDEF", "BASE", "JSTF", "DSIG", "STAT", "MVAR", "HVAR", "vhea", "vmtx", "VORG", "kern"]
DROPPED += ["gasp", "meta"]

NPM = {"barlow-condensed": "5.3.0", "inter": "5.3.0", "noto-emoji": "5.3.2"}
DEBIAN = ("fonts-noto-cjk", "fonts-noto-core", "unicode-data")
IDEOGRAPH_CODECS = ("gbk", "big5hkscs", "euc_jis_2004", "cp932")

INTER = tuple(
    f"inter/files/inter-{part}-600-normal.woff" for part in ("latin", "latin-ext", "greek", "cyrillic", "vietnamese")
)
NOTO = "usr/share/fonts/truetype/noto"


def codec_characters(codec: str, first: int, last: int) -> Iterator[int]:
    """Yield the code points of the two-byte characters of `codec` whose lead byte is in `first` … `last`."""
    for lead in range(first, last + 1):
        for trail in range(0x40, 0xFF):
            try:
                text = bytes((lead, trail)).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                yield ord(text)


def ideographs(folder: Path) -> set[int]:
    """Return the ideographs of names and speech: GBK, HKSCS, JIS X 0213, Windows' Shift JIS, and Unicode's core.

    Unicode's core set (`kUnihanCore2020`) holds the 8,105 characters of the Chinese general standard, of which the
    codecs lack 257. A form of 吉 in Japanese family names is in none of these sets, so it is added. Compatibility
    ideographs are left out, because names in pictures are in Unicode's form NFC, which contains none of them.
    """
    blocks = (*range(0x3400, 0xA000), *range(0xFA0E, 0xFA2A), *range(0x20000, 0x2F800), *range(0x30000, 0x32400))
    found = {point for point in blocks if any(has_character(codec, point) for codec in IDEOGRAPH_CODECS)}
    with bz2.open(folder / "usr/share/unicode/Unihan_DictionaryLikeData.txt.bz2", "rt", encoding="utf-8") as lines:
        core = {int(line[2:].split("\t")[0], 16) for line in lines if "\tkUnihanCore2020\t" in line}
    return found | core | {ord("𠮷")}


def has_character(codec: str, point: int) -> bool:
    """Return whether `codec` encodes a code point."""
    try:
        return bool(chr(point).encode(codec))
    except UnicodeEncodeError:
        return False


def cjk_characters(folder: Path) -> set[int]:
    """Return the characters of the CJK font: ideographs, kana, Hangul of KS X 1001, and signs of three sets."""
    found = ideographs(folder) | set(codec_characters("gb2312", 0xA1, 0xA9)) | set(codec_characters("big5", 0xA1, 0xA3))
    found |= set(codec_characters("euc_jp", 0xA1, 0xA8)) | set(codec_characters("euc_kr", 0xB0, 0xC8))
    found |= {*range(0x20, 0x7F), *range(0x3000, 0x3100), *range(0xFF01, 0xFFE7), *range(0x2018, 0x2027)}
    return found | {ord(c) for c in "—…·×→←↑↓▲▼●○■□★☆♠♡♢♣♤♥♦♧♪①②③④⑤⑥⑦⑧⑨⑩"}


def arabic_characters() -> set[int]:
    """Return the Arabic block, its two presentation blocks and the marks between words."""
    return {*range(0x600, 0x700), *range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD), 0x20, 0x640}


def fetch(folder: Path) -> None:
    """Download and unpack the sources. Each npm package gets a folder of its own. Debian packages share `folder`."""
    for name, version in NPM.items():
        run("npm", "pack", "--silent", f"@fontsource/{name}@{version}", cwd=folder)
        target = folder / name
        target.mkdir()
        run("tar", "xzf", f"fontsource-{name}-{version}.tgz", "-C", str(target), "--strip-components=1", cwd=folder)
    for package in DEBIAN:
        run("apt-get", "download", "-qq", package, cwd=folder)
        (found,) = folder.glob(f"{package}_*.deb")
        run("dpkg-deb", "-x", found.name, ".", cwd=folder)


def run(*command: str, cwd: Path) -> None:
    """Run a command in `cwd`, or stop with its message."""
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - fixed words, no shell


def pruned(source: Path, characters: Iterable[int] | None, number: int = -1) -> TTFont:
    """Return the font without layout tables and hints. It keeps only `characters`, or all if `characters` is None."""
    options = subset.Options(
        hinting=False, desubroutinize=False, notdef_outline=True, name_IDs=["*"], layout_features=[]
    )
    options.drop_tables += DROPPED
    options.name_languages = [0x409]
    font = TTFont(source, fontNumber=number, lazy=True, recalcTimestamp=False)
    font.flavor = None
    cut = subset.Subsetter(options)
    cut.populate(unicodes=font.getBestCmap() if characters is None else characters)
    cut.subset(font)
    return font


def merged(parts: Iterable[TTFont], folder: Path) -> TTFont:
    """Merge fonts that hold different characters of the same typeface into one font."""
    files = []
    for i, part in enumerate(parts):
        files.append(str(folder / f"slice{i}.ttf"))
        part.save(files[-1])
    return Merger().merge(files)


def build(folder: Path, out: Path) -> None:
    """Write every font into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    barlow = folder / "barlow-condensed/files/barlow-condensed-latin-700-normal.woff"
    pruned(barlow, {*range(0x20, 0x7F), *map(ord, "×–—·…/%+−")}).save(out / "BarlowCondensed-Bold.ttf")
    merged((pruned(folder / part, None) for part in INTER), folder).save(out / "Inter-SemiBold.ttf")
    ttc = folder / "usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
    pruned(ttc, cjk_characters(folder), 2).save(out / "NotoSansCJKsc-Bold.otf")
    pruned(folder / NOTO / "NotoSansHebrew-Bold.ttf", {*range(0x590, 0x600), 0x20}).save(
        out / "NotoSansHebrew-Bold.ttf"
    )
    pruned(folder / NOTO / "NotoSansArabic-Bold.ttf", arabic_characters()).save(out / "NotoSansArabic-Bold.ttf")
    pruned(folder / NOTO / "NotoSansThai-Bold.ttf", {*range(0xE00, 0xE60), 0x20}).save(out / "NotoSansThai-Bold.ttf")
    emoji = folder / "noto-emoji/files/noto-emoji-emoji-700-normal.woff"
    pruned(emoji, None).save(out / "NotoEmoji-Bold.ttf")
    write_manifest(out)


def ranges(points: Iterable[int]) -> str:
    """Return code points as text: hexadecimal ranges separated by spaces."""
    found: list[list[int]] = []
    for point in sorted(points):
        if found and point == found[-1][1] + 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in found)


def write_manifest(out: Path) -> None:
    """Write `fonts.json`. It has each font's characters, and a digest by which the program notices a broken file."""
    manifest = {
        font.name: {
            "sha256": hashlib.sha256(font.read_bytes()).hexdigest(),
            "characters": ranges(TTFont(font).getBestCmap()),
        }
        for font in sorted(out.glob("*.?tf"))
    }
    (out / "fonts.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="ascii")


def differences(built: Path, kept: Path) -> list[str]:
    """Return a line for each rebuilt font that is missing in `kept` or has other characters there."""
    lines = []
    for font in sorted(built.glob("*.?tf")):
        there = kept / font.name
        if not there.exists():
            lines.append(f"{font.name}: missing")
        elif set(TTFont(font).getBestCmap()) != set(TTFont(there).getBestCmap()):
            lines.append(f"{font.name}: another character map")
    return lines


def main() -> int:
    """Rebuild the fonts, or compare them with a rebuild."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the fonts differ from a rebuild")
    parser.add_argument("--sources", type=Path, help="a folder with the unpacked packages, instead of downloading them")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.sources or Path(temporary)
        if args.sources is None:
            fetch(folder)
        out = Path(temporary) / "fonts" if args.check else FONTS
        build(folder, out)
        found = differences(out, FONTS) if args.check else []
    sys.stderr.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
