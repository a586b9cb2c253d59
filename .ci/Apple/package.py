"""What the checks for Apple's platforms ask of packages: targets, versions and compiler flags."""

import json
import re
import subprocess
from functools import cached_property
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# The names of the platforms: in a manifest, in the language, and in target triples around the version.
PLATFORMS = {
    "macos": ("macOS", ["arm64-apple-macosx{}"]),
    "ios": ("iOS", ["arm64-apple-ios{}", "arm64-apple-ios{}-simulator"]),
    "tvos": ("tvOS", ["arm64-apple-tvos{}"]),
    # Older watches have pointers of 32 bits.
    "watchos": ("watchOS", ["arm64-apple-watchos{}", "arm64_32-apple-watchos{}"]),
    "visionos": ("visionOS", ["arm64-apple-xros{}"]),
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
    def tests(self):
        """The names of the targets that are tests."""
        return [target["name"] for target in self.dump["targets"] if target["type"] == "test"]

    @cached_property
    def c_folders(self):
        """The folders of the targets that are written in C."""
        folders = [
            REPOSITORY / target.get("path", f"Sources/{target['name']}")
            for target in self.dump["targets"]]
        return [folder for folder in folders if any(folder.glob("*.c"))]

    @cached_property
    def deployment(self):
        """The oldest version of Swift, and of each platform by its name in the language."""
        oldest = {"Swift": version(self.dump["toolsVersion"]["_version"])}
        return oldest | {
            PLATFORMS[p["platformName"]][0]: version(p["version"]) for p in self.dump["platforms"]}

    @cached_property
    def triples(self):
        """The targets to compile for: each platform in its oldest version."""
        return [
            triple.format(platform["version"])
            for platform in self.dump["platforms"] for triple in PLATFORMS[platform["platformName"]][1]]


class BuiltPackage:
    """A package that `swift build --build-tests` has built, and how it compiled each module."""

    # Flags that say how to read the sources; all others are about what is written where.
    WITH_VALUE = {
        "-I", "-F", "-Xcc", "-swift-version", "-package-name", "-target", "-module-name",
        "-enable-upcoming-feature", "-enable-experimental-feature", "-module-cache-path",
        "-Xfrontend",
    }
    ALONE = {"-parse-as-library", "-enable-testing"}

    def __init__(self, root):
        self.root = Path(root).resolve()

    @cached_property
    def record(self):
        """The arguments of every run of the compiler, as the last build wrote them down."""
        record = self.root / ".build/debug.yaml"
        if not record.exists():
            raise SystemExit(f"{self.root} was not built: there is no {record}.")
        lines = re.findall(r'^ +args: (\[".*swiftc",.*\])$', record.read_text(), re.MULTILINE)
        return [json.loads(line) for line in lines]

    def recorded_with(self, flag):
        return {
            arguments[arguments.index("-module-name") + 1]: arguments for arguments in self.record
            if "-module-name" in arguments and flag in arguments}

    @cached_property
    def commands(self):
        """The compiler's arguments for each module."""
        return self.recorded_with("-c")

    @cached_property
    def links(self):
        """The arguments with which each program is linked."""
        return self.recorded_with("-emit-executable")

    @cached_property
    def target_info(self):
        """What the compiler says of itself and of the system that it compiles for."""
        return json.loads(output("swiftc", "-print-target-info"))

    @property
    def triple(self):
        """The system that the package was compiled for."""
        return self.target_info["target"]["triple"]

    @property
    def toolchain(self):
        """The folder of the compiler's own modules and macros."""
        return Path(self.target_info["paths"]["runtimeResourcePath"])

    @property
    def modules(self):
        """The folder of the compiled modules."""
        return self.root / ".build/debug/Modules"

    def sources(self, module):
        """The source files of a module, relative to the package unless the build made them."""
        lists = [a[1:] for a in self.commands[module] if a.startswith("@")]
        files = [Path(f.strip("'\"")) for l in lists for f in Path(l).read_text().splitlines() if f]
        made = self.root / ".build"
        return [f if f.is_relative_to(made) else f.relative_to(self.root) for f in files]

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

    def compile(self, mode, module, sources=None, root=None):
        """Runs the compiler over a module in one process; the sources may be those of a copy."""
        # One batch: otherwise every file would be a process that reads all the others.
        command = ["swiftc", *mode, "-enable-batch-mode", "-driver-batch-count", "1"]
        command += [*self.flags(module), *map(str, sources or self.sources(module))]
        return subprocess.run(command, cwd=root or self.root, capture_output=True, text=True)

    def compile_one(self, module, path, to, root):
        """Compiles one file of a module, whose sources are those of a copy."""
        others = [["-primary-file", f] if str(f) == path else [f] for f in self.sources(module)]
        host = self.toolchain / "host"
        macros = ["-plugin-path", host / "plugins",
                  "-in-process-plugin-server-path", host / "libSwiftInProcPluginServer.so"]
        command = ["swiftc", "-frontend", "-c", *macros, *self.flags(module), *sum(others, [])]
        command += ["-o", to]
        # What the driver passes on to the frontend is said to the frontend here.
        command = [str(argument) for argument in command if argument != "-Xfrontend"]
        return subprocess.run(command, cwd=root, capture_output=True, text=True)

    def link(self, product, object_file, to):
        """Links a product anew, with another object file in the place of the one of its name."""
        arguments = self.links[product]
        objects = next(Path(a[1:]) for a in arguments if a.startswith("@"))
        mine = Path(object_file).resolve()
        lines = [
            str(mine) if line.endswith(f"/{mine.parent.name}/{mine.name}") else line
            for line in objects.read_text().splitlines()]
        if str(mine) not in lines:
            raise SystemExit(f"{product} is not linked of any {mine.name}")
        changed = mine.with_suffix(".objects")
        changed.write_text("\n".join(lines))
        swap = {f"@{objects}": f"@{changed}", arguments[arguments.index("-o") + 1]: str(to)}
        output(*[swap.get(argument, argument) for argument in arguments])
