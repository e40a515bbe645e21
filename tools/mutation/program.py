"""Test programs in which all mutants of some sources are built in. The objects of the release build
are used as they are; only units that hold a mutated source are compiled again, and the programs
linked again, in build/mutate.
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess

from mutation import mutants

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
RELEASE = SOURCE / "build" / "release"
BUILD = SOURCE / "build" / "mutate"


def run(command, **options):
    done = subprocess.run(command, check=False, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout


class Unit:
    """what the compiler reads at once: one source, or several of a module"""

    def __init__(self, entry):
        self.path = pathlib.Path(entry["file"])
        arguments = shlex.split(entry["command"])
        first = next(i for i, a in enumerate(arguments) if re.search(r"(c|g|clang)\+\+", a))
        self.arguments = arguments[first : arguments.index("-o")]
        output = RELEASE / arguments[arguments.index("-o") + 1]
        self.member = output.name
        self.library = re.search(r"/(tether_\w+)\.dir/", str(output))[1]
        text = self.path.read_text(encoding="utf-8")
        self.sources = [pathlib.Path(s) for s in re.findall(r'#include "(/.*\.cpp)"', text)]
        self.sources = self.sources or [self.path]

    def for_clang(self):
        """arguments that libclang understands, without headers that another compiler read"""
        kept, skip = [], False
        for argument in self.arguments[1:]:
            if skip or argument == "-include":
                skip = not skip
            elif not argument.startswith(("-W", "-fpch", "-m", "-O")):
                kept.append(argument)
        return kept

    def compile(self, changed):
        """its object, with the copies of the sources that are changed"""
        lines = [f'#include "{changed.get(s, s)}"' for s in self.sources]
        folder = BUILD / self.library
        folder.mkdir(parents=True, exist_ok=True)
        unit = folder / self.path.name
        unit.write_text("\n".join(lines) + "\n", encoding="utf-8")
        output = folder / self.member
        quotes = [f"-iquote{folder}" for folder in {s.parent for s in self.sources}]
        command = self.arguments + quotes + [f"-I{SOURCE}", "-w", "-o", output, "-c", unit]
        return output, subprocess.Popen(command, cwd=RELEASE, stderr=subprocess.PIPE, text=True)


def units():
    """{source: its unit}, of the modules"""
    entries = json.loads((RELEASE / "compile_commands.json").read_text(encoding="utf-8"))
    known = {}
    for entry in entries:
        module = re.search(r"-o CMakeFiles/tether_\w+\.dir/(Unity|src)/", entry["command"])
        if module and entry["file"].endswith((".cpp", ".cxx")):
            unit = Unit(entry)
            known.update({source: unit for source in unit.sources})
    return known


def prepare(paths, deep):
    """all mutants of the sources, numbered from 1, and the copies that hold them"""
    known = units()
    every, copies, parsed = [], {}, {}
    for path in paths:
        if path not in known:
            raise SystemExit(f"{path.relative_to(SOURCE)} is no source of a module")
        shown = str(path.relative_to(SOURCE))
        unit = known[path]
        if unit.path not in parsed:
            parsed[unit.path] = mutants.parse(unit.path, unit.for_clang())
        found = mutants.find(parsed[unit.path], shown, path, deep)
        for mutant in found:
            every.append(mutant)
            mutant.number = len(every)
        copies[path] = mutants.instrument(path, found)
    return every, copies


def build_copies(copies):
    """libraries with the copies in place of the sources: {name: path}"""
    changed = {}
    for path, text in copies.items():
        copy = BUILD / path.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(text)
        changed[path] = copy
    known = units()
    libraries = {}
    jobs = [(unit, *unit.compile(changed)) for unit in {id(u): u for u in
            (known[p] for p in copies)}.values()]
    for unit, output, job in jobs:
        errors = job.communicate()[1]
        if job.returncode != 0:
            raise SystemExit(errors)
        name = f"lib{unit.library}.a"
        if name not in libraries:
            libraries[name] = BUILD / name
            shutil.copy(RELEASE / name, BUILD / name)
        run(["ar", "r", BUILD / name, output])
    return libraries


def link(program, libraries):
    """the program with these libraries in place of its own; its path"""
    listed = run(["ninja", "-C", RELEASE, "-t", "commands", program]).splitlines()
    command = next(line for line in reversed(listed) if f"-o tests/{program} " in line)
    words = shlex.split(command.removeprefix(": && ").removesuffix(" && :"))
    output = BUILD / program
    runtime = BUILD / "runtime.o"
    run([words[0], "-std=c++20", "-O2", f"-I{SOURCE}", "-o", runtime, "-c",
         SOURCE / "tools" / "mutation" / "runtime.cpp"])
    words = [str(libraries.get(word, word)) for word in words]
    words[words.index("-o") + 1] = str(output)
    words.insert(words.index("-o"), str(runtime))
    run(words, cwd=RELEASE)
    return output
