#!/usr/bin/env python3
"""Who includes whom, read from the sources.

    tools/include_graph.py [--svg | --cycles] [ROOT]

Without an option, a line for each module with the modules it includes. --svg draws that graph with
Graphviz: an arrow points to what is included, and one that follows from others is left out. --cycles
names files that include each other in a circle, and fails when there are any. mkdocs calls it too and
puts the drawing in the page that asks for it with <!-- include graph -->.
"""
import argparse
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#include "(?:tether/)?([^"]+)"', re.MULTILINE)
MARK = "<!-- include graph -->"


def files(root):
    """{file: {files it includes}}; a file is named as it is included, "module/folder/name.hpp" """
    found = {}
    for top in ("include/tether", "src"):
        for path in sorted((root / top).rglob("*.[ch]pp")):
            text = path.read_text(encoding="utf-8")
            found[path.relative_to(root / top).as_posix()] = set(INCLUDE.findall(text))
    return {file: {i for i in included if i in found} for file, included in found.items()}


def module_of(file):
    return file.partition("/")[0]


def modules(graph):
    """{module: {modules it includes}}"""
    found = {}
    for file, included in graph.items():
        own = found.setdefault(module_of(file), set())
        own.update(module_of(i) for i in included if module_of(i) != module_of(file))
    return found


def circle(graph):
    """files that include each other, from one around to itself; empty when there are none"""
    done, way = set(), []

    def visit(file):
        if file in way:
            return [*way[way.index(file):], file]
        if file in done:
            return []
        way.append(file)
        for other in sorted(graph[file]):
            if found := visit(other):
                return found
        done.add(way.pop())
        return []

    return next((found for file in sorted(graph) if (found := visit(file))), [])


def reduced(graph):
    """without the arrows that follow from others; the graph has no circles"""
    def reach(module, seen):
        for other in graph[module] - seen:
            seen.add(other)
            reach(other, seen)
        return seen

    below = {module: reach(module, set()) for module in graph}
    return {
        module: {i for i in included if not any(i in below[other] for other in included - {i})}
        for module, included in graph.items()
    }


def svg(root):
    lines = [
        "digraph modules {",
        'rankdir=BT; bgcolor=transparent; nodesep=0.3; ranksep=0.45;',
        'node [shape=box, style="rounded,filled", fillcolor="#eceff1", color="#607d8b",'
        ' fontname="sans-serif", fontsize=12];',
        'edge [color="#78909c", arrowsize=0.6];',
    ]
    for module, included in sorted(reduced(modules(files(root))).items()):
        lines.append(f'"{module}";')
        lines += [f'"{module}" -> "{other}";' for other in sorted(included)]
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input="\n".join([*lines, "}"]), capture_output=True, text=True, check=True
    ).stdout
    return drawn[drawn.index("<svg"):]


def on_page_content(html, config, **_):
    if MARK not in html:
        return html
    return html.replace(MARK, svg(pathlib.Path(config["docs_dir"]).parent))


def main():
    parser = argparse.ArgumentParser(description="Who includes whom, read from the sources.")
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path("."))
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--svg", action="store_true", help="the drawing")
    kind.add_argument("--cycles", action="store_true", help="fails when files include each other")
    options = parser.parse_args()
    graph = files(options.root)
    if not graph:
        sys.exit(f"no sources in {options.root}")
    if options.svg:
        print(svg(options.root))
    elif options.cycles:
        if found := circle(graph):
            sys.exit("include each other: " + " -> ".join(found))
    else:
        for module, included in sorted(modules(graph).items()):
            print(f"{module}: {' '.join(sorted(included)) or '-'}")


if __name__ == "__main__":
    main()
