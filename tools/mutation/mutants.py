"""The mutants of a C++ source: one statement deleted, one condition negated, or one operand left out
at a time, and a copy of the source that holds all of them, each behind a switch:
    x = 1;              if (TETHER_MUTANT(7)) {} else x = 1;
    if (a && b)         if (bool(TETHER_MUTANT(8)) != bool(a && b))
Only text is put in, so places and types stay those of the source.
"""
import collections
import dataclasses
import re

import clang.cindex
from clang.cindex import CursorKind as Kind, TypeKind

STATEMENTS = {Kind.RETURN_STMT, Kind.BREAK_STMT, Kind.CONTINUE_STMT}
LOOPS = {Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.WHILE_STMT}
# statements whose last children are statements again, not expressions
BODIES = LOOPS | {Kind.IF_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT}
REFERENCES = {TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE}
FLOATS = {TypeKind.DOUBLE, TypeKind.FLOAT}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR,
             Kind.CONVERSION_FUNCTION, Kind.FUNCTION_TEMPLATE, Kind.LAMBDA_EXPR}


@dataclasses.dataclass
class Mutant:
    """one change; `before` and `after` are put around source[start:end]"""
    path: str
    line: int
    column: int
    kind: str  # delete, negate, default, drop
    text: str
    start: int
    end: int
    before: str
    after: str
    function: str
    number: int = 0
    which: int = 1  # of those in the function that read the same

    def key(self):
        """what it is known by when lines have moved"""
        again = f" ({self.which})" if self.which > 1 else ""
        return f"{self.path}: {self.function}: {self.kind} {self.text}{again}"

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column}: {self.kind} {self.text}"


class Finder:
    """walks the syntax tree of one source"""

    def __init__(self, path, name, deep):
        self.path = path  # as it is shown
        self.name = str(name)
        self.source = open(name, "rb").read()
        self.deep = deep
        self.found = []
        self.seen = set()
        self.function = ""

    def text(self, cursor):
        return self.source[cursor.extent.start.offset : cursor.extent.end.offset].decode()

    def add(self, cursor, kind, before, after="", shown=None):
        extent = cursor.extent
        place = (extent.start.offset, extent.end.offset, kind)
        if place in self.seen:
            return
        self.seen.add(place)
        text = " ".join((shown or self.text(cursor)).split())
        self.found.append(Mutant(self.path, extent.start.line, extent.start.column, kind, text,
                                 *place[:2], before, after, self.function))

    def delete(self, cursor):
        text = self.text(cursor)
        shown = text.split("{")[0] + "{...}" if cursor.kind in LOOPS and "{" in text else None
        self.add(cursor, "delete", "if (TETHER_MUTANT(@)) {} else ", shown=shown)

    def negate(self, cursor):
        if cursor.kind is Kind.CXX_BOOL_LITERAL_EXPR or not self.text(cursor):
            return
        self.add(cursor, "negate", "(TETHER_MUTANT(@) != bool(", "))")

    def drop(self, cursor, neutral):
        """leave out an operand whose neutral element this is"""
        while cursor.kind is Kind.PAREN_EXPR or (cursor.kind is Kind.UNEXPOSED_EXPR and
                                                 len(list(cursor.get_children())) == 1):
            cursor = next(cursor.get_children())
        if not self.deep or cursor.kind in (Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL):
            return
        kind = f"drop ({neutral})"
        if neutral == "0":
            self.add(cursor, kind, "((TETHER_MUTANT(@) ? 0.0 : 1.0) * (", "))")
        elif neutral == "1":
            self.add(cursor, kind, "(TETHER_MUTANT(@) ? 1.0 : double(", "))")
        else:
            self.add(cursor, kind, "(TETHER_MUTANT(@) ? " + neutral + " : bool(", "))")

    def walk(self, cursor, function=None, falls=True):
        """`falls`: after this statement another one of the function follows"""
        kind = cursor.kind
        if kind is Kind.VAR_DECL and re.match(r"(static\s+)?constexpr\b", self.text(cursor)):
            return
        if kind in FUNCTIONS:
            if re.search(r"\bconstexpr\b", self.text(cursor).split("{")[0]):
                return
            function, falls = cursor, False
            self.function = cursor.spelling or self.function
        children = [c for c in cursor.get_children()
                    if c.location.file is None or c.location.file.name == self.name]
        if kind is Kind.COMPOUND_STMT:
            for i, child in enumerate(children):
                self.statement(child, function, falls or i + 1 < len(children))
        elif kind in BODIES:
            self.body(cursor, children, function, falls)
        else:
            self.expression(cursor, children)
            for child in children:
                self.walk(child, function, falls)

    def statement(self, cursor, function, falls):
        """one of a block, or the body of an if or of a loop"""
        kind = cursor.kind
        if kind.is_expression() or kind in LOOPS:
            self.delete(cursor)
        elif kind in STATEMENTS and (kind is not Kind.RETURN_STMT or falls):
            self.delete(cursor)
        self.walk(cursor, function, falls)

    def body(self, cursor, children, function, falls):
        kind = cursor.kind
        if kind in LOOPS:
            *heads, last = children
            if kind is Kind.WHILE_STMT:
                self.negate(heads[-1])
            tails, inside = [last], True
        elif kind is Kind.IF_STMT:
            first = next(i for i, c in enumerate(children) if c.kind is not Kind.DECL_STMT)
            heads, tails, inside = children[: first + 1], children[first + 1 :], falls
            if heads[-1].kind.is_expression():
                self.negate(heads[-1])
        else:  # a label; the next one follows
            heads, tails, inside = children[:-1], children[-1:], falls
            if kind is Kind.CASE_STMT:
                heads = []  # constant
        for head in heads:
            self.walk(head, function, falls)
        for tail in tails:
            self.statement(tail, function, inside)

    def between(self, a, b):
        return self.source[a.extent.end.offset : b.extent.start.offset].decode().strip()

    def expression(self, cursor, children):
        kind = cursor.kind
        if kind is Kind.CONDITIONAL_OPERATOR:
            self.negate(children[0])
        elif kind in (Kind.RETURN_STMT, Kind.VAR_DECL) and children:
            if children[-1].type.get_canonical().kind is TypeKind.BOOL:
                self.negate(children[-1])
        elif kind is Kind.BINARY_OPERATOR and len(children) == 2:
            self.operator(cursor, *children, self.between(*children))
        elif kind is Kind.CALL_EXPR and cursor.spelling in ("operator*", "operator+", "operator-",
                                                            "operator/") and len(children) == 3:
            self.arithmetic(children[0], children[2], cursor.spelling[-1])
        elif kind is Kind.UNEXPOSED_EXPR and self.text(cursor).startswith(".") and len(children) == 2:
            self.initializer(cursor, *children)

    def operator(self, cursor, left, right, word):
        if word in ("&&", "||"):
            for side in (left, right):
                nested = list(side.get_children())
                if not (side.kind is Kind.BINARY_OPERATOR and self.between(*nested) == word):
                    self.negate(side)
                    self.drop(side, "true" if word == "&&" else "false")
        elif word == "=" and right.type.get_canonical().kind is TypeKind.BOOL:
            if not re.search(r"[^=!<>]=[^=]", self.text(right)):  # a = b = c
                self.negate(right)
        elif cursor.type.get_canonical().kind in FLOATS:
            self.arithmetic(left, right, word)

    def arithmetic(self, left, right, word):
        def scalar(cursor):
            return cursor.type.get_canonical().kind in FLOATS
        if word == "*" and scalar(left):
            self.drop(left, "1")
        if word in ("*", "/") and scalar(right):
            self.drop(right, "1")
        if word == "+":
            self.drop(left, "0")
        if word in ("+", "-"):
            self.drop(right, "0")

    def initializer(self, cursor, member, value):
        """.member = value: left to its default"""
        field = member.referenced
        owner = field.semantic_parent if field else None
        if owner is None or value.kind is Kind.INIT_LIST_EXPR:
            return
        if any(f.type.kind in REFERENCES for f in owner.type.get_fields()):
            return  # nothing to refer to
        name = owner.type.get_canonical().spelling
        self.add(value, "default",
                 f"(TETHER_MUTANT(@) ? decltype({name}::{field.spelling})({name}{{}}.{field.spelling})"
                 f" : decltype({name}::{field.spelling})(", "))", shown=self.text(cursor))


def parse(name, arguments):
    """the top of the syntax tree of what the compiler reads at once"""
    unit = clang.cindex.Index.create().parse(str(name), args=arguments)
    errors = [d for d in unit.diagnostics if d.severity >= clang.cindex.Diagnostic.Error]
    if errors:
        raise SystemExit("\n".join(str(e) for e in errors))
    return unit


def find(unit, path, name, deep):
    """mutants of the source `name` in a parsed unit, in their order; it is shown as `path`"""
    finder = Finder(path, name, deep)
    for cursor in unit.cursor.get_children():
        if cursor.location.file and cursor.location.file.name == str(name):
            finder.walk(cursor)
    found = sorted(finder.found, key=lambda m: (m.start, -m.end))
    count = collections.Counter()
    for mutant in found:
        same = mutant.key()
        count[same] += 1
        mutant.which = count[same]
    return found


def instrument(name, mutants):
    """the source with every mutant behind its switch"""
    source = open(name, "rb").read()
    # the outer one of two that begin or end at the same place stays outside
    opening = sorted(mutants, key=lambda m: (m.start, -m.end, m.kind != "delete", m.number))
    inserts = [(m.start, 1, i, m.before.replace("@", str(m.number))) for i, m in enumerate(opening)]
    inserts += [(m.end, 0, -i, m.after) for i, m in enumerate(opening) if m.after]
    inserts.sort()
    parts, at = [f'#include "tools/mutation/runtime.hpp"\n#line 1 "{name}"\n'.encode()], 0
    for offset, _, _, text in inserts:
        parts += [source[at:offset], text.encode()]
        at = offset
    return b"".join(parts + [source[at:]])
