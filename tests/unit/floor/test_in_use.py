"""What the floor offers is asked for: a function that only tests call proves nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
FLOOR = ROOT / "controller" / "floor"


def public_functions() -> Iterator[tuple[str, str]]:
    """Module and name."""
    for path in sorted(FLOOR.glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield f"controller.floor.{path.stem}", node.name


def called() -> set[tuple[str, str]]:
    """By what ships: by name from the module, as its attribute, or in the module itself."""
    found = set()
    for folder in ("controller", "ui", "simulators"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text()
            if "controller.floor" not in text and path.parent != FLOOR:
                continue
            tree = ast.parse(text)
            here = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            modules: dict[str, str] = {}
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module:
                    found |= {(node.module, one.name) for one in node.names}
                    modules |= {
                        one.asname or one.name: f"{node.module}.{one.name}" for one in node.names
                    }
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    found.add((modules.get(node.value.id, ""), node.attr))
                elif isinstance(node, ast.Name):
                    found.add((here, node.id))
    return found


def test_every_public_function_of_the_floor_is_called_by_what_ships() -> None:
    unused = [".".join(one) for one in sorted(set(public_functions()) - called())]
    assert not unused, "\n".join(unused)
