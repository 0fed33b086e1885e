"""The stubs say what the native module has: no name too many, none too few, and the same arguments."""

import ast
import inspect
from pathlib import Path

import hotdice
from hotdice import _native

STUBS = ast.parse((Path(hotdice.__file__).parent / "_native.pyi").read_text())

# What a stub has only for those who read types.
TYPES = {"Aim", "Certainty", "Level"}


def arguments(function):
    every = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [argument.arg for argument in every if argument.arg not in ("self", "cls")]


def check_arguments(stub, thing):
    names = [name for name in inspect.signature(thing).parameters if name not in ("self", "cls")]
    assert arguments(stub) == names, stub.name


def test_every_name_is_there():
    stubbed = {node.name for node in STUBS.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    there = {name for name in dir(_native) if not name.startswith("_")}
    assert stubbed == there
    assert TYPES.isdisjoint(there)
    assert set(hotdice.__all__) - {"rules_line", "__version__"} <= there


def test_every_method_is_there():
    for node in STUBS.body:
        thing = getattr(_native, getattr(node, "name", ""), None)
        if isinstance(node, ast.FunctionDef):
            check_arguments(node, thing)
        if not isinstance(node, ast.ClassDef) or issubclass(thing, Exception):
            continue
        methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
        there = {name for name in vars(thing) if not name.startswith("_")}
        assert {name for name in methods if not name.startswith("_")} == there, node.name
        for name in there:
            is_property = any(getattr(mark, "id", "") == "property" for mark in methods[name].decorator_list)
            assert is_property == inspect.isgetsetdescriptor(vars(thing)[name]), f"{node.name}.{name}"
            if not is_property:
                check_arguments(methods[name], vars(thing)[name])
