#!/usr/bin/env python3
"""Makes the packages of what was built: assemble.py --work FOLDER --out FOLDER --extension FOLDER --example FILE.

The work folder has MACHINE/nsys-ai, libraries/ and tools/; the extension is bundled, with its modules installed.
"""
import argparse
import base64
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from archives import Contents, read_zip, write_tarball, write_zip
from notices import (bill_of_materials, compiler, libraries_in_c, libraries_of_headers,
                     libraries_of_the_terminal, licences_text, modules_of_extension)

ROOT = Path(__file__).resolve().parents[2]
MACHINES = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}
WHEEL = "nsight_profile_server"  # `nsys-ai` is another project's on the public index
VSCE = "@vscode/vsce@3.9.2"
WITHOUT_PROGRAM = "This package of the extension brings no nsys-ai program: install one on the machine of the profiles."


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"package: {' '.join(map(str, words))} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def help_tags(folder):
    """What :helptags would write, so that :help finds the pages of a plugin that was only unpacked."""
    tags = [f"{tag}\t{page.name}\t/*{tag}*\n" for page in folder.glob("*.txt")
            for tag in re.findall(r"(?<!\S)\*(\S+)\*(?!\S)", page.read_text())]
    return "".join(sorted(tags))


class Release:
    def __init__(self, options):
        self.work, self.out = options.work.resolve(), options.out.resolve()
        self.extension, self.example = options.extension.resolve(), options.example.resolve()
        self.machines = options.machines
        self.version = re.search(r"project\(nsys-ai VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.commit = self.git("describe", "--always", "--dirty", "--exclude=*", "--abbrev=12")
        self.epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or self.git("log", "-1", "--format=%ct") or 0)
        self.linked = [*libraries_in_c(self.work / "libraries"),
                       *libraries_of_the_terminal(self.work / "libraries"), *libraries_of_headers(),
                       *compiler(self.work / "tools")]
        self.bundled = list(modules_of_extension(self.extension))

    @staticmethod
    def git(*words):
        try:
            return subprocess.run(("git", *words), cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        except (subprocess.CalledProcessError, FileNotFoundError):
            return ""

    def program(self, machine):
        return self.work / machine / "nsys-ai"

    def ask(self, *words):
        """What the program of this machine says."""
        return run(self.program(platform.machine()), *words)

    def tarball(self, machine):
        """Unpacked into a prefix such as ~/.local, everything lies where it is looked for."""
        name = f"nsys-ai-{self.version}-{MACHINES[machine]}"
        contents = Contents()
        contents.add_file(f"{name}/bin/nsys-ai", self.program(machine), program=True)
        share = f"{name}/share"
        contents.add(f"{share}/man/man1/nsys-ai.1", self.ask("manual"))
        contents.add(f"{share}/bash-completion/completions/nsys-ai", self.ask("completion", "bash"))
        contents.add(f"{share}/zsh/site-functions/_nsys-ai", self.ask("completion", "zsh"))
        contents.add(f"{share}/fish/vendor_completions.d/nsys-ai.fish", self.ask("completion", "fish"))
        plugin = f"{share}/nvim/site/pack/nsys-ai/start/nsys-ai"
        contents.add_folder(plugin, ROOT / "extensions/nvim", without=(".luacheckrc", "stylua.toml"))
        contents.add(f"{plugin}/doc/tags", help_tags(ROOT / "extensions/nvim/doc"))
        contents.add_file(f"{share}/doc/nsys-ai/LICENSE", ROOT / "LICENSE")
        contents.add(f"{share}/doc/nsys-ai/LICENSES-OF-OTHERS", licences_text(self.linked))
        contents.add_file(f"{share}/doc/nsys-ai/INSTALL.md", ROOT / "docs/INSTALL.md")
        contents.add_file(f"{share}/doc/nsys-ai/CHANGELOG.md", ROOT / "docs/CHANGELOG.md")
        contents.add_file(f"{share}/nsys-ai/example.sqlite", self.example)
        write_tarball(self.out / f"{name}.tar.gz", contents, self.epoch)

    def wheel(self, machine):
        info, scripts = f"{WHEEL}-{self.version}.dist-info", f"{WHEEL}-{self.version}.data/scripts"
        tag = f"py3-none-manylinux_2_28_{machine}"
        contents = Contents()
        contents.add_folder(WHEEL, ROOT / "server/package/wheel", without=("__pycache__",))
        contents.add_file(f"{scripts}/nsys-ai", self.program(machine), program=True)
        contents.add(f"{info}/METADATA",
                     f"Metadata-Version: 2.1\nName: {WHEEL.replace('_', '-')}\nVersion: {self.version}\n"
                     "Summary: The nsys-ai language server for GPU profiles of NVIDIA Nsight Systems, as a program\n"
                     "License: MIT\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n"
                     "`nsys-ai PROFILE.sqlite` shows what stands out in a profile; `nsys-ai --help` what else there is.\n"
                     "No other distribution that is called nsys-ai has to do with this one.\n")
        contents.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: nsys-ai\nRoot-Is-Purelib: false\nTag: {tag}\n")
        contents.add_file(f"{info}/LICENSE", ROOT / "LICENSE")
        contents.add(f"{info}/LICENSES-OF-OTHERS", licences_text(self.linked))
        record = ""
        for name, (data, _) in contents.sorted():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
        contents.add(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
        write_zip(self.out / f"{WHEEL}-{self.version}-{tag}.whl", contents, self.epoch)

    def vsix(self, machine=None):
        target = MACHINES.get(machine)
        stage = self.work / "vsix"
        shutil.rmtree(stage, ignore_errors=True)
        for folder in ("dist", "images", "syntaxes", "walkthrough"):
            shutil.copytree(self.extension / folder, stage / folder)
        shutil.copy(self.extension / ".vscodeignore", stage)
        shutil.copy(ROOT / "LICENSE", stage)
        shutil.copy(ROOT / "docs/CHANGELOG.md", stage)
        (stage / "example").mkdir()
        shutil.copy(self.example, stage / "example")
        (stage / "LICENSES-OF-OTHERS").write_text(licences_text(self.bundled + (self.linked if machine else [])))
        manifest = json.loads((self.extension / "package.json").read_text())
        for left in ("scripts", "devDependencies", "dependencies"):
            manifest.pop(left)
        readme = (self.extension / "README.md").read_text()
        if machine:
            (stage / "bin").mkdir()
            shutil.copy(self.program(machine), stage / "bin" / "nsys-ai")
            (stage / "bin" / "nsys-ai").chmod(0o755)
        else:
            manifest["description"] += " " + WITHOUT_PROGRAM
            title, rest = readme.split("\n", 1)
            readme = f"{title}\n\n{WITHOUT_PROGRAM}\n{rest}"
        (stage / "package.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
        (stage / "README.md").write_text(readme)
        path = self.out / f"nsys-ai-{self.version}{'-' + target if target else ''}.vsix"
        words = ["--target", target] if target else []
        run("npx", "--yes", VSCE, "package", "--no-dependencies", "--allow-missing-repository",
            "--no-rewrite-relative-links", "-o", str(path), *words,
            cwd=stage)
        write_zip(path, read_zip(path), self.epoch)

    def make(self):
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        for machine in self.machines:
            self.tarball(machine)
            self.wheel(machine)
            self.vsix(machine)
        self.vsix()
        bill = self.out / f"nsys-ai-{self.version}.spdx.json"
        files = sorted(self.out.iterdir())
        bill.write_text(bill_of_materials(self.version, self.commit, self.epoch, self.linked + self.bundled, files))
        sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(self.out.iterdir())]
        (self.out / "SHA256SUMS").write_text("".join(sums))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("work", "out", "extension", "example"):
        parser.add_argument("--" + name, type=Path, required=True)
    parser.add_argument("--machines", nargs="+", choices=MACHINES, default=list(MACHINES))
    Release(parser.parse_args()).make()


main()
