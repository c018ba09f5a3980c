"""Archives that depend on what is in them alone: sorted, of one time and one owner."""
import gzip
import io
import stat
import tarfile
import time
import zipfile
from pathlib import Path


class Contents:
    """The files of an archive by name: bytes, and whether they are a program."""

    def __init__(self):
        self.files = {}

    def add(self, name, data, program=False):
        self.files[name] = (data if isinstance(data, bytes) else data.encode(), program)

    def add_file(self, name, path, program=False):
        self.add(name, Path(path).read_bytes(), program)

    def add_folder(self, name, folder, *, without=()):
        for path in sorted(Path(folder).rglob("*")):
            inside = path.relative_to(folder).as_posix()
            if path.is_file() and inside.split("/")[0] not in without:
                self.add_file(f"{name}/{inside}", path)

    def sorted(self):
        return sorted(self.files.items())


def mode_of(program):
    return 0o755 if program else 0o644


def write_tarball(path, contents, epoch):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, (data, program) in contents.sorted():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), epoch, mode_of(program)
            tar.addfile(entry, io.BytesIO(data))
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=epoch) as packed:
        packed.write(plain.getvalue())


def write_zip(path, contents, epoch):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, program) in contents.sorted():
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.external_attr = (stat.S_IFREG | mode_of(program)) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def read_zip(path):
    contents = Contents()
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                contents.add(entry.filename, archive.read(entry), bool(entry.external_attr >> 16 & 0o111))
    return contents
