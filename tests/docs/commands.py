"""Every command in the pages for people runs.

    python3 commands.py PROGRAM SOURCE_DIRECTORY SCRATCH [PAGE...]

A command is a line of a code block that begins with tether, build/tether, make or mkdir (after a
prompt or not). Two blanks or a # end it; what follows is for people. A page's commands run in order
in a directory of its own, which is also their home, with the source's data beside them; two pages
at a time, and beside them one of those whose sessions are on the network, for ports are this
machine's. Each must end with 0, or with what the page says (`# exits 2`); a session whose keys were
changed (--set) may also end with 1, since the bounds are those of the scenario as it was written,
and so may the doctor, who speaks of the machine that the test runs on. A command that has not ended
in time gets Ctrl-C and must then end by itself with 0, or 130. `&` is honoured: such a command gets
its Ctrl-C at the end of the page. Of make only the target is looked for.

Marks before a block, as comments:
    needs: another machine    its commands are listed and not run
    file: NAME                the block is the content of that file
    input: TEXT               what its commands get on standard input, \\n for Enter
"""

import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from markdown import blocks, pages

LONGEST = 12  # [s] until Ctrl-C
# commands that go on by themselves or take minutes: enough to see that they work
SHORTER = [(r"--serve|emulate|doctor --answer|tether assist|--stay", 3),
           (r"tether study|tether bench|tether sweep|tether reproduce", 4),
           (r"--realtime|leader|follower|scan", 5)]
ENDING = 20  # [s] to end after Ctrl-C
COMMAND = re.compile(r"(?:\$ )?((?:build/)?tether|make|mkdir) ")

NETWORK = re.compile(r"--serve|leader|follower|emulate|scan|assist|fixtures")

outcomes_lock = threading.Lock()
outcomes = {}  # command -> outcome, of long ones: they run once


@dataclass
class Command:
    line: int
    text: str  # without prompt, remark and &
    background: bool
    status: int  # that the page promises
    marks: dict


def commands_of(page):
    found = []
    for block in blocks(page.read_text()):
        for line in re.sub(r"\s*\\\n\s*", " ", "\n".join(block.lines)).split("\n"):
            if not COMMAND.match(line.strip()):
                continue
            line = re.sub(r"^\$ ", "", line.strip())
            promised = re.search(r"# exits (\d+)", line)
            text = re.split(r"\s+#|\s{2,}", line)[0].strip()
            text = re.sub(r"^build/tether", "tether", text)
            background = text.endswith("&")
            found.append(Command(block.line, text.rstrip("& "), background,
                                 int(promised.group(1)) if promised else 0, block.marks))
    return found


def limit_of(command):
    for pattern, seconds in SHORTER:
        if re.search(pattern, command):
            return seconds
    return LONGEST


class Page:
    """Runs the commands of one page."""

    def __init__(self, page, program, root, scratch):
        self.root, self.program = root, program
        self.name = str(page.relative_to(root))
        self.commands = commands_of(page)
        self.networked = any(NETWORK.search(c.text) for c in self.commands)
        self.page = page
        self.directory = scratch / re.sub(r"\W", "_", self.name)
        self.running = []
        self.lines, self.faults = [], []

    def prepare(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        (self.directory / "build").mkdir(parents=True)
        (self.directory / "build" / "tether").symlink_to(self.program)
        for name in ("data", "docs", "scenarios", "examples"):
            if (self.root / name).is_dir():
                shutil.copytree(self.root / name, self.directory / name)
        for block in blocks(self.page.read_text()):
            if "file" in block.marks:
                file = self.directory / block.marks["file"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("\n".join(block.lines) + "\n")

    def run(self):
        if not self.commands:
            return self
        self.prepare()
        try:
            for command in self.commands:
                self.note(command, *self.outcome(command))
            for command, process, log in self.running:
                self.note(command, *self.ended(command, process, log, time.monotonic()))
        finally:
            for _, process, _ in self.running:
                if process.poll() is None:
                    process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)
        return self

    def note(self, command, fine, what, output=""):
        self.lines.append(f"{'ok  ' if fine else 'FAIL'} {self.name}: {command.text}: {what}")
        if not fine:
            self.lines += ["       " + line for line in output.splitlines()[-12:]]
            self.faults.append(command.text)

    def outcome(self, command):
        if "needs" in command.marks:
            return True, f"not run, needs {command.marks['needs']}"
        if command.text.startswith("make "):
            return self.make(command)
        with outcomes_lock:
            if command.text in outcomes:
                return True, f"as in {outcomes[command.text]}"
        begun = time.monotonic()
        process, log = self.start(command)
        if command.background:
            self.running.append((command, process, log))
            time.sleep(0.7)  # to be there for the next one
            return process.poll() is None, "in the background", log.read_text()
        outcome = self.ended(command, process, log, begun + limit_of(command.text))
        if outcome[0] and time.monotonic() - begun > 4:
            with outcomes_lock:
                outcomes[command.text] = self.name
        return outcome

    def make(self, command):
        outcome = subprocess.run(["make", "-n", *command.text.split()[1:]], cwd=self.root,
                                 capture_output=True, text=True)
        return outcome.returncode == 0, "a target", outcome.stderr

    def start(self, command):
        log = self.directory / f"output_{len(self.lines)}.txt"
        environment = dict(os.environ, HOME=str(self.directory),
                           PATH=f"{self.directory / 'build'}:{os.environ['PATH']}")
        given = command.marks.get("input")
        stdin = subprocess.PIPE if given else subprocess.DEVNULL
        process = subprocess.Popen(["bash", "-c", "exec " + command.text], cwd=self.directory,
                                   stdin=stdin, stdout=log.open("w"), stderr=subprocess.STDOUT,
                                   env=environment)
        if given:
            process.stdin.write(given.replace("\\n", "\n").encode())
            process.stdin.close()
        return process, log

    def ended(self, command, process, log, deadline):
        begun = time.monotonic()
        try:
            status = process.wait(max(0, deadline - begun))
            allowed = {command.status}
            if command.status == 0 and re.search(r"--set|tether doctor|--realtime|tether (leader|follower)", command.text):
                allowed.add(1)
            took = time.monotonic() - begun
            return status in allowed, f"ended with {status} in {took:.1f} s", log.read_text()
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        try:
            status = process.wait(ENDING)
            return status in (0, 130), f"ended with {status} after Ctrl-C", log.read_text()
        except subprocess.TimeoutExpired:
            process.kill()
            return False, f"still ran {ENDING} s after Ctrl-C", log.read_text()


def main():
    program, root, scratch = (Path(argument).resolve() for argument in sys.argv[1:4])
    chosen = sys.argv[4:]
    todo = [Page(page, program, root, scratch) for page in pages(root)
            if not chosen or str(page.relative_to(root)) in chosen]
    count, faults = 0, []
    pool = concurrent.futures.ThreadPoolExecutor
    with pool(1) as networked, pool(2) as others:
        running = [(networked if page.networked else others).submit(page.run) for page in todo]
        for done in (run.result() for run in running):
            count += len(done.commands)
            faults += done.faults
            if done.lines:
                print("\n".join(done.lines), flush=True)
    print(f"{count} commands, {len(faults)} of them failed")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
