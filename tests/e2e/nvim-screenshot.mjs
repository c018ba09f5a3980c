// A terminal's screen as a picture: node nvim-screenshot.mjs SCREEN.ansi PICTURE.png dark|light
// Reads what `tmux capture-pane -e -p` prints (colours as SGR sequences) and has chromium draw it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [source, picture, background = "dark"] = process.argv.slice(2);
const [paper, ink] = background === "dark" ? ["#14161b", "#e0e2ea"] : ["#e0e2ea", "#14161b"];
const basic = "000000 c0392b 27ae60 c9a227 2980b9 8e44ad 16a085 bdc3c7 7f8c8d e74c3c 2ecc71 f1c40f 3498db 9b59b6 1abc9c ffffff"
  .split(" ").map((colour) => `#${colour}`);

function indexed(n) {
  if (n < 16) return basic[n];
  if (n >= 232) return `rgb(${Array(3).fill(8 + (n - 232) * 10)})`;
  const level = (v) => (v ? 55 + v * 40 : 0);
  return `rgb(${[Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map(level)})`;
}

const plain = () => ({ fg: null, bg: null, bold: false, italic: false, underline: false, reverse: false });

// Applies the numbers of one SGR sequence.
function apply(style, codes) {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) Object.assign(style, plain());
    else if (code === 1) style.bold = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.reverse = true;
    else if (code === 22) style.bold = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.reverse = false;
    else if (code === 39) style.fg = null;
    else if (code === 49) style.bg = null;
    else if (code === 38 || code === 48) {
      const key = code === 38 ? "fg" : "bg";
      if (codes[i + 1] === 2) {
        style[key] = `rgb(${codes.slice(i + 2, i + 5)})`;
        i += 4;
      } else {
        style[key] = indexed(codes[i + 2]);
        i += 2;
      }
    } else if (code >= 30 && code <= 37) style.fg = basic[code - 30];
    else if (code >= 40 && code <= 47) style.bg = basic[code - 40];
    else if (code >= 90 && code <= 97) style.fg = basic[code - 82];
    else if (code >= 100 && code <= 107) style.bg = basic[code - 92];
  }
}

function css(style) {
  let [fg, bg] = [style.fg ?? ink, style.bg ?? paper];
  if (style.reverse) [fg, bg] = [bg, fg];
  return `color:${fg};background:${bg}` + (style.bold ? ";font-weight:bold" : "") +
    (style.italic ? ";font-style:italic" : "") + (style.underline ? ";text-decoration:underline" : "");
}

const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const style = plain();
const rows = readFileSync(source, "utf8").replace(/\n$/, "").split("\n").map((row) => {
  let html = "";
  for (const part of row.split(/(\x1b\[[0-9;:]*m)/)) {
    const sgr = /^\x1b\[([0-9;:]*)m$/.exec(part);
    if (sgr) apply(style, sgr[1].split(/[;:]/).map(Number));
    else if (part) html += `<span style="${css(style)}">${escaped(part.replace(/\x1b[()][A-Z0-9]|[\x0e\x0f]/g, ""))}</span>`;
  }
  return `<div>${html || " "}</div>`;
});

const folder = mkdtempSync(join(tmpdir(), "screen-"));
const page = join(folder, "screen.html");
writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>
body { margin: 8px; background: ${paper}; font: 14px/18px "DejaVu Sans Mono", monospace; }
div { white-space: pre; height: 18px; } span { display: inline-block; height: 18px; }
</style>${rows.join("\n")}`);
try {
  execFileSync("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    `--user-data-dir=${join(folder, "chromium")}`, `--window-size=1030,${rows.length * 18 + 16}`,
    `--screenshot=${resolve(picture)}`, `file://${page}`], { stdio: "ignore", env: { ...process.env, HOME: folder } });
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
