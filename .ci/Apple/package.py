"""What the checks for Apple's platforms ask of Swift packages: targets, versions and compiler flags."""

import json
import re
import subprocess
from functools import cached_property
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# The names of the platforms: in a manifest, in the language, and in a target triple.
PLATFORMS = {
    "macos": ("macOS", ["macosx"]),
    "ios": ("iOS", ["ios", "ios-simulator"]),
    "tvos": ("tvOS", ["tvos"]),
    "watchos": ("watchOS", ["watchos"]),
    "visionos": ("visionOS", ["xros"]),
}


def output(*command, cwd=None):
    """What a command prints; a command that fails ends the check with its own words."""
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:4]))} … failed:\n{run.stdout}{run.stderr}")
    return run.stdout


def version(text):
    """A version as numbers that can be compared: 16.0 is 16."""
    numbers = [int(n) for n in str(text).split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


class Manifest:
    """What the Package.swift of this repository says."""

    @cached_property
    def dump(self):
        return json.loads(output("swift", "package", "dump-package", cwd=REPOSITORY))

    @cached_property
    def targets(self):
        """The names of the targets."""
        return [target["name"] for target in self.dump["targets"]]

    @cached_property
    def deployment(self):
        """The oldest version of each platform, by the platform's name in the language."""
        return {
            PLATFORMS[p["platformName"]][0]: version(p["version"]) for p in self.dump["platforms"]}

    @cached_property
    def triples(self):
        """The targets to compile for: each platform in its oldest version."""
        for platform in self.dump["platforms"]:
            for system in PLATFORMS[platform["platformName"]][1]:
                name, _, variant = system.partition("-")
                yield f"arm64-apple-{name}{platform['version']}" + (f"-{variant}" if variant else "")


class BuiltPackage:
    """A package that `swift build --build-tests` has built, and how it compiled each module."""

    # Flags that say how to read the sources; all others are about what is written where.
    WITH_VALUE = {
        "-I", "-F", "-Xcc", "-swift-version", "-package-name", "-target", "-module-name",
        "-enable-upcoming-feature", "-enable-experimental-feature", "-module-cache-path", "-Xfrontend",
    }
    ALONE = {"-parse-as-library", "-enable-testing"}

    def __init__(self, root):
        self.root = Path(root).resolve()

    @cached_property
    def commands(self):
        """The compiler's arguments for each module, as the last build wrote them down."""
        record = self.root / ".build/debug.yaml"
        if not record.exists():
            raise SystemExit(f"{self.root} was not built: there is no {record}.")
        lines = re.findall(r'^ +args: (\[".*swiftc",.*\])$', record.read_text(), re.MULTILINE)
        commands = {}
        for line in lines:
            arguments = json.loads(line)
            if "-module-name" in arguments and "-c" in arguments:
                commands[arguments[arguments.index("-module-name") + 1]] = arguments
        return commands

    @cached_property
    def target(self):
        """What the compiler says about the system that it compiles for, and where its modules are."""
        return json.loads(output("swiftc", "-print-target-info"))

    @property
    def modules(self):
        """The folder of the compiled modules."""
        return self.root / ".build/debug/Modules"

    def sources(self, module):
        """The source files of a module, relative to the package where they are below it."""
        lists = [a[1:] for a in self.commands[module] if a.startswith("@")]
        files = [Path(f.strip("'\"")) for l in lists for f in Path(l).read_text().splitlines() if f]
        return [f.relative_to(self.root) if f.is_relative_to(self.root) else f for f in files]

    def flags(self, module):
        """The flags with which a module's sources are read."""
        flags, rest = [], iter(self.commands[module][1:])
        for argument in rest:
            if argument in self.WITH_VALUE:
                flags += [argument, next(rest)]
            elif argument in self.ALONE or re.match(r"-D.", argument):
                flags.append(argument)
        return flags

    def places(self, module):
        """The flags that say where the modules are that a module needs."""
        flags, places = iter(self.flags(module) if module in self.commands else []), []
        for flag in flags:
            if flag in {"-I", "-Xcc"}:
                places += [flag, next(flags)]
        return places

    def compile(self, mode, module, *more, sources=None):
        """Runs the compiler over a whole module in one process, without writing anything."""
        # One batch: otherwise every file would be a process that reads all the others.
        command = ["swiftc", *mode, "-enable-batch-mode", "-driver-batch-count", "1"]
        command += [*self.flags(module), *more, *map(str, sources or self.sources(module))]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True)
