#!/usr/bin/python3
"""Writes the documents of the repository as a static site: build.py FOLDER.

The pages are the Markdown files that README.md and docs/ hold and link to. Nothing of the site asks a network. A link
that leads nowhere is a failure.
"""
import html
import json
import os
import posixpath
import re
import shutil
import sys
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

# What stands in the menu: a page stands where it is named, or else where a pattern fits. Pages that are linked but
# not listed have no entry.
MENU = [
    ("Start", ["README.md", "docs/INSTALL.md", "docs/USER_GUIDE.md", "docs/FAQ.md", "docs/GLOSSARY.md",
               "docs/COMPATIBILITY.md", "docs/CHANGELOG.md"]),
    ("Guides", ["docs/guides/*.md"]),
    ("Use", ["docs/CAPTURE.md", "docs/TERMINAL.md", "docs/ASK.md", "docs/COMPARE.md", "docs/CI.md", "docs/REPORT.md",
             "docs/*.md"]),
    ("Look up", ["docs/sqlite-explorer/index.html", "docs/SCHEMA.md", "docs/SKILLS.md", "skills/README.md",
                 "docs/PROTOCOL.md", "docs/PROFILES.md"]),
    ("Know", ["docs/root-causes/README.md", "docs/knowledge/README.md"]),
    ("Make", ["docs/ARCHITECTURE.md", "docs/CONTRIBUTING.md", "docs/STYLE.md", "docs/PERFORMANCE.md",
              "docs/SECURITY.md"]),
]
TITLES = {"README.md": "nsys-ai", "docs/sqlite-explorer/index.html": "Tables of Nsight Systems"}

markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
faults = []


def anchor_of(heading):
    return "".join("-" if c in " -" else c.lower() for c in heading if c.isalnum() or c in " -_")


def address_of(path):
    if path == "README.md":
        return "index.html"
    return re.sub(r"\.md$", ".html", re.sub(r"README\.md$", "index.md", path))


class Page:
    def __init__(self, path):
        self.path = path
        text = re.sub(r"\A---\n.*?\n---\n", "", (ROOT / path).read_text(encoding="utf-8"), flags=re.S)
        self.tokens = markdown.parse(text)
        self.sections = []  # (anchor, heading, text), for the search
        anchors = {}
        for at, token in enumerate(self.tokens):
            if token.type == "heading_open":
                heading = plain(self.tokens[at + 1])
                anchor = anchor_of(heading)
                count = anchors.setdefault(anchor, 0)
                anchors[anchor] += 1
                token.attrSet("id", anchor if count == 0 else f"{anchor}-{count}")
                self.sections.append([token.attrGet("id"), heading, ""])
            elif token.type in ("inline", "fence", "code_block") and self.sections:
                words = plain(token) if token.type == "inline" else token.content
                if words != self.sections[-1][1]:
                    self.sections[-1][2] += " " + words
        self.title = TITLES.get(path) or (self.sections[0][1] if self.sections else path)
        self.anchors = {section[0] for section in self.sections}

    def links(self):
        for token in self.tokens:
            for child in token.children or []:
                name = {"link_open": "href", "image": "src"}.get(child.type)
                if name:
                    yield child, name, child.attrGet(name)


def plain(token):
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def target_of(page, link):
    """The path of what a link leads to, and the anchor in it; None for an address elsewhere."""
    if re.match(r"[a-z]+:", link):
        return None
    path, _, anchor = link.partition("#")
    if not path:
        return page.path, anchor
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path)), anchor


def all_pages():
    pages, waiting = {}, ["README.md"] + sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
    while waiting:
        path = waiting.pop()
        if path in pages:
            continue
        pages[path] = page = Page(path)
        for _, _, link in page.links():
            target = target_of(page, link)
            if target and target[0].endswith(".md") and (ROOT / target[0]).is_file():
                waiting.append(target[0])
    return pages


def with_links(page, pages, files):
    """Makes links of the site of the links in a page; what the site does not have becomes words."""
    here = posixpath.dirname(address_of(page.path))
    for child, name, link in page.links():
        target = target_of(page, link)
        if target is None:
            continue
        path, anchor = target
        if path in pages:
            if anchor and anchor not in pages[path].anchors:
                faults.append(f"{page.path}: {path} has no heading #{anchor}")
        elif not (ROOT / path).exists():
            faults.append(f"{page.path}: there is no {path}")
        elif (ROOT / path).suffix in (".png", ".html", ".svg"):
            files.add(path)
        else:
            child.attrs = {}  # a file of the sources
            continue
        child.attrSet(name, posixpath.relpath(address_of(path), here or ".") + ("#" + anchor if anchor else ""))
    return markdown.renderer.render(page.tokens, markdown.options, {})


def listed_in(patterns):
    named = {path for _, all_patterns in MENU for path in all_patterns if "*" not in path}
    paths = []
    for pattern in patterns:
        found = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)) if "*" in pattern else [pattern]
        # A folder's README is its beginning.
        found.sort(key=lambda path: not path.endswith("README.md"))
        paths += [path for path in found if path not in paths and ("*" not in pattern or path not in named)]
    return paths


def menu_of(here, pages):
    base = posixpath.dirname(here) or "."
    parts = []
    for title, patterns in MENU:
        links = "".join(
            f'<li><a href="{posixpath.relpath(address_of(path), base)}"'
            f'{" aria-current=page" if address_of(path) == here else ""}>'
            f'{html.escape(TITLES.get(path) or pages[path].title)}</a></li>' for path in listed_in(patterns))
        parts.append(f"<h2>{title}</h2><ul>{links}</ul>")
    return "".join(parts)


def tables_in_frames(text):
    """Wide tables scroll by themselves."""
    return text.replace("<table>", '<div class="wide" tabindex="0"><table>') \
        .replace("<th></th>", "<td></td>").replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')


def explorer_sections():
    """A section for each table of the explorer, with its columns and what they mean."""
    folder = ROOT / "docs/sqlite-explorer"
    docs, meanings, columns = {}, {}, {}
    for line in (folder / "words.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if fields[0] == "table":
            docs[fields[1]] = fields[2]
        if fields[0] == "column":
            meanings.update((name, fields[3]) for name in fields[1].split())
    for line in (folder / "tables.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        table, column = line.split("\t")[:2]
        meaning = meanings.get(f"{table}.{column}") or meanings.get(f"CUDA.{column}") or meanings.get(column, "")
        columns.setdefault(table, []).append(f"{column}: {meaning}" if meaning else column)
    path = "docs/sqlite-explorer/index.html"
    return [[path, TITLES[path], table, table, " ".join([docs.get(table, ""), *names])] for table, names in columns.items()]


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    pages, files = all_pages(), {"docs/sqlite-explorer/index.html"}
    template = (HERE / "page.html").read_text(encoding="utf-8")
    index = []
    for path in sorted(pages):
        page, here = pages[path], address_of(path)
        text = template.replace("{{root}}", posixpath.relpath(".", posixpath.dirname(here) or "."))
        for name, value in {
                "title": html.escape(page.title), "menu": menu_of(here, pages), "page": tables_in_frames(with_links(page, pages, files))}.items():
            text = text.replace("{{" + name + "}}", value, 1)
        (folder / here).parent.mkdir(parents=True, exist_ok=True)
        (folder / here).write_text(text, encoding="utf-8")
        index += [[here, page.title, *section] for section in page.sections]
    index += explorer_sections()
    for path in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    for name in ("site.css", "site.js"):
        shutil.copy(HERE / name, folder / name)
    (folder / "sections.js").write_text("const sections = " + json.dumps(index, ensure_ascii=False) + ";\n", encoding="utf-8")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(pages)} pages in {os.path.relpath(folder)}")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: build.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
