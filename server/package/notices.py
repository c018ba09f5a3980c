"""What of others is in the packages: their licences, and the bill of materials (SPDX)."""
import hashlib
import json
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass
class Part:
    name: str
    version: str
    licence: str  # as SPDX writes it
    text: str
    source: str  # as a package URL
    sha256: str = ""


def lines_of(file):
    text = (HERE / file).read_text().replace("\\\n", "")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def between(text, begin, end):
    return text[text.index(begin) : text.index(end) + len(end)] + "\n"


def libraries_in_c(libraries):
    texts = {
        "sqlite": ("SQLite", "blessing", r'SQLITE_VERSION +"([^"]+)"', "sqlite3.h"),
        "zlib": ("zlib", "Zlib", r'ZLIB_VERSION "([^"]+)"', "zlib.h"),
    }
    for package, sha256, _, library in lines_of("sources.txt"):
        name, licence, version, header = texts[library]
        text = (libraries / library / header).read_text()
        notice = text[text.index("/*") + 2 : text.index("*/")].replace("\n**", "\n").strip() + "\n"
        yield Part(name, re.search(version, text)[1], licence, notice, f"pkg:npm/{package}", sha256)


def libraries_of_the_terminal(libraries):
    for name, version, _, sha256, library, licence in lines_of("debian.txt"):
        text = (libraries / library / "COPYING").read_text()
        yield Part(name, version, licence, text, f"pkg:deb/debian/{name}@{version}", sha256)


def libraries_of_headers():
    for package, licence in sorted({(package, licence) for _, package, licence in lines_of("headers.txt")}):
        query = ["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package]
        name, version = subprocess.run(query, check=True, capture_output=True, text=True).stdout.split()
        text = Path(f"/usr/share/doc/{package}/copyright").read_text()
        yield Part(name, version, licence, text, f"pkg:deb/debian/{name}@{version}")


def compiler(tools):
    requirement = lines_of("tools.txt")[0][0]
    version = requirement.split("==")[1]
    llvm = (tools / "ziglang/lib/libcxx/LICENSE.TXT").read_text()
    zig = (tools / "ziglang/LICENSE").read_text()
    source = f"pkg:pypi/ziglang@{version}"
    yield Part("libc++, libc++abi and libunwind", version, "Apache-2.0 WITH LLVM-exception", llvm, source)
    yield Part("zig's compiler_rt", version, "MIT", zig, source)


def modules_of_extension(extension):
    """Those that the bundle may hold: everything that is no tool of development."""
    lock = json.loads((extension / "package-lock.json").read_text())
    for place, module in sorted(lock["packages"].items()):
        if place and not module.get("dev"):
            texts = sorted((extension / place).glob("[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))
            if not texts:
                raise SystemExit(f"package: {place} has no licence")
            name, version = place.rsplit("node_modules/")[-1], module["version"]
            yield Part(name, version, module["license"], texts[0].read_text(), f"pkg:npm/{name}@{version}")


def licences_text(parts):
    text = "What others wrote and is linked into this package, with its licence.\n"
    for part in parts:
        text += f"\n{'=' * 78}\n{part.name} {part.version} ({part.licence})\n{'=' * 78}\n\n{part.text.strip()}\n"
    return text


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)


def bill_of_materials(version, commit, epoch, parts, files):
    """SPDX 2.3 of all packages: what they are made of, and each file with its hash."""
    own = {
        "SPDXID": "SPDXRef-nsys-ai", "name": "nsys-ai", "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
        "sourceInfo": f"commit {commit}" if commit else "NOASSERTION",
    }
    packages, relations = [own], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-nsys-ai")]
    for part in parts:
        package = {
            "SPDXID": identifier(part.name), "name": part.name, "versionInfo": part.version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": part.licence,
            "licenseDeclared": part.licence, "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": part.source}],
        }
        if part.sha256:
            package["checksums"] = [{"algorithm": "SHA256", "checksumValue": part.sha256}]
        packages.append(package)
        relations.append(("SPDXRef-nsys-ai", "CONTAINS", package["SPDXID"]))
    listed = []
    for file in files:
        data = file.read_bytes()
        listed.append({
            "SPDXID": identifier("File-" + file.name), "fileName": "./" + file.name,
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                          {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}],
        })
        relations.append((listed[-1]["SPDXID"], "GENERATED_FROM", "SPDXRef-nsys-ai"))
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"nsys-ai-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/nsys-ai-{version}-{commit or 'no-commit'}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
                         "creators": ["Tool: nsys-ai-package"]},
        "packages": packages, "files": listed,
        "relationships": [{"spdxElementId": a, "relationshipType": how, "relatedSpdxElement": b}
                          for a, how, b in relations],
    }, indent=1) + "\n"
