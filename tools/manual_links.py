"""Links of the manual to files outside of docs/ (sources, scenarios) become their names: the pages
stand alone, and what they point to is in the repository. Called by mkdocs."""

import posixpath
import re

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((\.\./[^)#\s]+)(?:#[^)\s]*)?\)")


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_path)

    def named(link):
        path = posixpath.normpath(posixpath.join("docs", folder, link.group(2)))
        if path.startswith("docs/"):
            return link.group(0)
        text = link.group(1)
        name = posixpath.basename(path)
        return f"`{path}`" if text.strip("`") == name else f"{text} (`{path}`)"

    return LINK.sub(named, markdown)
