// The Perfetto UI itself: every capture opens in it without a complaint, and its trace processor counts on each GPU
// what plain SQL counts on the profile and what is known of it.
//
// Needs the UI (get-perfetto fetches it), chromium and sqlite3. Captures are those of NSYS_AI_PROFILES; the rest is
// shown with one of them, or with a profile that is made on the spot.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  complaintsOf, generator, missing, program, startBrowser, startServer, suite,
} from './browser.mjs';
import { captures, profiles, twoGpus, withoutCaptures } from './captures.mjs';
import { kOwnComplaints, PerfettoUi, perfettoFolder } from './perfetto_ui.mjs';

const lacking = lack();

// What is missing, in words, or false.
function lack() {
  if (missing) return missing;
  const absent = [program, generator].find((file) => !fs.existsSync(file));
  if (absent) return `${absent} is missing`;
  try {
    execFileSync('sqlite3', ['--version'], { stdio: 'ignore' });
    perfettoFolder();
  } catch (error) {
    return error.code === 'ENOENT' ? 'sqlite3 is missing' : error.message;
  }
  return false;
}

// --- what is true of a profile, by plain SQL ---

function rowsOf(file, sql) {
  const said = execFileSync('sqlite3', ['-json', `file:${file}?immutable=1`, sql], { encoding: 'utf8' });
  return said ? JSON.parse(said) : [];
}

const has = (file, table, column) =>
  rowsOf(file, `SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${column}'`).length > 0;

// A query for all operations of a profile: kind, gpu, process, id, start, end. Nothing where there are none.
function operationsOf(file) {
  const tables = { kernel: 'KERNEL', copy: 'MEMCPY', memset: 'MEMSET' };
  return Object.entries(tables).filter(([, table]) => has(file, `CUPTI_ACTIVITY_KIND_${table}`, 'start'))
    .map(([kind, table]) => {
      const process = has(file, `CUPTI_ACTIVITY_KIND_${table}`, 'globalPid') ? 'globalPid' : 'NULL';
      return `SELECT '${kind}' AS kind, deviceId AS device, ${process} AS process, correlationId AS id, start, end
        FROM CUPTI_ACTIVITY_KIND_${table}`;
    }).join(' UNION ALL ');
}

// "GPU 0 pid 144 kernel": "1993 of 270875926 ns".
const sums = (rows) => Object.fromEntries(
  rows.map(({ gpu, kind, count, ns }) => [`${gpu} ${kind}`, `${count} of ${ns} ns`]).sort());

function expectedOperations(file) {
  const operations = operationsOf(file);
  return sums(operations === '' ? [] : rowsOf(file, `SELECT 'GPU ' || device ||
    ifnull(' pid ' || ((process >> 24) & 0xFFFFFF), '') AS gpu, kind, count(*) AS count, sum(end - start) AS ns
    FROM (${operations}) GROUP BY 1, 2`));
}

function expectedRanges(file) {
  if (!has(file, 'NVTX_EVENTS', 'start')) return { count: 0, ns: 0 };
  return rowsOf(file, `SELECT count(*) AS count, ifnull(sum(ifnull(end, start) - start), 0) AS ns FROM NVTX_EVENTS
    WHERE eventType IN (59, 60, 70, 71) AND end IS NOT NULL OR eventType = 34`)[0];
}

// --- what the trace processor knows ---

const kKind = `CASE WHEN s.category IN ('compute', 'communication') THEN 'kernel' ELSE s.category END`;
const kOperation = `s.category IN ('compute', 'communication', 'copy', 'memset')`;
const kOnStreams = `slice s JOIN track t ON t.id = s.track_id AND t.name GLOB 'Stream *'
  JOIN track g ON g.id = t.parent_id`;

// "GPU 0 · pid 144 · NVIDIA H100" as "GPU 0 pid 144": a group is named with its ordinal and its process.
function gpuOf(name) {
  const [, ordinal, pid] = /^(GPU \d+)( · pid \d+)?(?: · .*)?$/.exec(name) ?? assert.fail(name);
  return ordinal + (pid ?? '').replace(' ·', '');
}
const named = (rows) => rows.map((row) => ({ ...row, gpu: gpuOf(row.gpu) }));

const shownOperations = async (ui) => sums(named(await ui.query(`SELECT g.name AS gpu, ${kKind} AS kind,
  count(*) AS count, sum(s.dur) AS ns FROM ${kOnStreams} WHERE ${kOperation} GROUP BY 1, 2`)));

const shownRanges = async (ui) => (await ui.query(`SELECT count(*) AS count, ifnull(sum(s.dur), 0) AS ns FROM slice s
  JOIN track t ON t.id = s.track_id WHERE (s.category = 'nvtx' OR s.category GLOB 'nvtx,*')
  AND ifnull(t.name, '') NOT GLOB 'NVTX on the GPU*' AND s.name NOT GLOB '*(never closed)'`))[0];

// The truths hold kernels by process and device, and write 0 for a process that the capture does not name.
async function equalsTruth(ui, truth) {
  const [all, communication] = await Promise.all([`1`, `s.category = 'communication'`].map(async (which) =>
    sums(named(await ui.query(`SELECT g.name AS gpu, 'kernel' AS kind, count(*) AS count, sum(s.dur) AS ns
      FROM ${kOnStreams} WHERE ${kKind} = 'kernel' AND ${which} GROUP BY 1`)))));
  for (const each of truth.devices) {
    const kernels = `GPU ${each.device}${each.pid ? ` pid ${each.pid}` : ''} kernel`;
    if (each.kernels > 0) assert.equal(all[kernels], `${each.kernels} of ${each.kernel_sum_ns} ns`, kernels);
    assert.equal(Number.parseInt(communication[kernels] ?? 0, 10), each.comm_kernels, `${kernels}, communication`);
  }
}

suite('the Perfetto UI itself', lacking, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfetto-'));
  const made = path.join(folder, 'made.sqlite');
  // Hosts, of all requests and of those that were answered.
  const asked = new Set();
  const answered = new Set();
  let server, browser, page, ui, subject, complaints;

  const open = async (file, how = {}) => {
    const { profile, ...info } = await server.request('nsys/openProfile', { path: file });
    return { ...info, ...await server.request('nsys/openInPerfetto', { profile, ...how }) };
  };

  // A click on "Open in Perfetto", on the one page; the UI starts anew.
  async function click(file, how) {
    const opened = await open(file, how);
    await page.goto(opened.url);
    ui = await PerfettoUi.of(page);
    return opened;
  }

  // What the program writes, opened as a file in the UI that is there.
  async function exported(file, name, ...words) {
    const output = path.join(folder, name);
    execFileSync(program, ['export', file, '-o', output, ...words], { stdio: 'ignore' });
    await ui.openFile(output);
    assert.equal(await ui.title(), name);
    assert.deepEqual(await ui.faults(), []);
    return output;
  }

  before(async () => {
    execFileSync(generator, ['--out', made, '--kernels', '20000', '--copies', '2000', '--memsets', '1000',
      '--calls', '30000', '--nvtx', '10000', '--os-calls', '0', '--samples', '0'], { stdio: 'ignore' });
    subject = fs.existsSync(twoGpus) ? twoGpus : made;
    server = startServer('--perfetto-dir', perfettoFolder());
    await server.begin();
    // The trace processor runs seconds at most: compiling it well takes longer than it gains.
    browser = await startBrowser({ switches: ['--js-flags=--liftoff-only'] });
    const note = (hosts) => (sent) => {
      const { protocol, host } = new URL(sent.url());
      if (!['blob:', 'data:'].includes(protocol)) hosts.add(host);
    };
    browser.context.on('request', note(asked));
    browser.context.on('response', note(answered));
    page = await browser.context.newPage();
    page.on('websocket', note(asked));
    await page.setViewportSize({ width: 1600, height: 1000 });
    complaints = complaintsOf(page, kOwnComplaints);
    await click(subject);
  });
  after(async () => {
    await browser?.close();
    server?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test('one click shows a run of several GPUs as it is', async () => {
    assert.equal(await ui.title(), path.basename(subject));
    assert.deepEqual(await ui.faults(), []);
    assert.deepEqual(await shownOperations(ui), expectedOperations(subject));
    assert.deepEqual(await ui.pinned(), []);
    const unfolded = await ui.unfolded();
    assert.deepEqual(unfolded.map((name) => name.replace(/^GPU (\d+).*$/, 'GPU $1')),
      ['Findings of the whole capture', 'GPU 0', 'GPU 1']);
    await ui.picture('perfetto-ui-whole');
  });

  test('a selected kernel has its details', async () => {
    const [{ id, name }] = await ui.query(`SELECT s.id, s.name FROM ${kOnStreams} WHERE s.category = 'compute'
      ORDER BY g.name, s.dur DESC LIMIT 1`);
    await ui.frame.evaluate((event) =>
      window.app.trace.selection.selectSqlEvent('slice', event, { scrollToSelection: true }), id);
    const details = ui.frame.locator('.pf-details-shell');
    await details.getByText('Duration').first().waitFor();
    assert.ok((await details.innerText()).includes(name.slice(0, 30)));
    // Its row is behind the panel that has opened.
    await ui.frame.evaluate(() => window.app.commands.runCommand('dev.perfetto.FocusSelection'));
    await ui.picture('perfetto-ui-kernel');
  });

  test('the window that was asked for is the one that is seen', async () => {
    const { startNs, endNs } = await open(subject);
    const length = endNs - startNs;
    const window = { startNs: startNs + Math.round(length / 4), endNs: startNs + Math.round(length / 3) };
    const { url } = await click(subject, { window });
    const { window: told } = await (await fetch(`${url}/shows`)).json();
    assert.equal(told.endNs - told.startNs, window.endNs - window.startNs);
    assert.deepEqual(await ui.visibleWindow(), told);
    const pinned = await ui.pinned();
    assert.ok(pinned.length >= 2, 'the busiest streams');
    for (const name of pinned) assert.match(name, /^Stream \d+$/);
    await ui.picture('perfetto-ui-window');
  });

  test('a window of the strip replaces the overview in the same UI', async () => {
    await click(subject, { detail: 'overview' });
    const merged = `SELECT count(*) AS count FROM ${kOnStreams} WHERE s.category = 'merged'`;
    assert.ok((await ui.query(merged))[0].count > 0);
    const chart = page.locator('#strip-chart');
    const { x, y, width, height } = await chart.boundingBox();
    await ui.opens(async () => {
      await page.mouse.move(x + width * 0.4, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.5, y + height / 2, { steps: 2 });
      await page.mouse.up();
    });
    assert.match(await ui.title(), new RegExp(`^${path.basename(subject)} from [\\d.]+ \\w+ to [\\d.]+ \\w+$`));
    assert.deepEqual(await ui.faults(), []);
    assert.equal((await ui.query(merged))[0].count, 0, 'in full');
    const shows = await page.evaluate(() => document.querySelector('#save').href.replace('/trace?', '/shows?'));
    assert.deepEqual(await ui.visibleWindow(), (await (await fetch(shows)).json()).window);
    await ui.picture('perfetto-ui-strip');
  });

  suite('of each capture', withoutCaptures, () => {
    for (const file of captures) {
      const name = path.basename(file);
      test(name, async () => {
        const { url } = await open(file);
        // As the page at that address does, and without a UI that starts anew for each.
        await ui.opens(() => page.evaluate(async (address) => {
          const { title, fileName } = await (await fetch(`${address}/shows`)).json();
          const buffer = await (await fetch(`${address}/trace`)).arrayBuffer();
          document.querySelector('#perfetto').contentWindow.postMessage(
            { perfetto: { buffer, title, fileName, localOnly: true, keepApiOpen: true } }, location.origin, [buffer]);
        }, url));
        assert.equal(await ui.title(), name);
        assert.deepEqual(await ui.faults(), []);
        assert.deepEqual(await shownOperations(ui), expectedOperations(file));
        assert.deepEqual(await shownRanges(ui), expectedRanges(file));
        const truth = path.join(profiles, 'truth', `${path.basename(name, '.sqlite')}.json`);
        if (fs.existsSync(truth)) await equalsTruth(ui, JSON.parse(fs.readFileSync(truth)));
      });
    }
  });

  test('arrows lead from each launch to what it launched, in its own process', async () => {
    await exported(subject, 'calls.pftrace', '--calls');
    const launched = rowsOf(subject, `SELECT (o.process >> 24) & 0xFFFFFF AS pid, o.kind, count(*) AS count
      FROM (${operationsOf(subject)}) o JOIN CUPTI_ACTIVITY_KIND_RUNTIME c
      ON c.correlationId = o.id AND c.globalTid & ~0xFFFFFF = o.process GROUP BY 1, 2 ORDER BY 1, 2`);
    const arrows = await ui.query(`SELECT p.pid, ${kKind} AS kind, count(*) AS count, g.name AS gpu,
      max(launch.ts > s.ts) AS late FROM ${kOnStreams}
      JOIN flow ON slice_in = s.id JOIN slice launch ON launch.id = slice_out
      JOIN thread_track r ON r.id = launch.track_id JOIN thread USING (utid) JOIN process p USING (upid)
      GROUP BY 1, 2, 4 ORDER BY 1, 2`);
    assert.deepEqual(arrows.map(({ pid, kind, count }) => ({ pid, kind, count })), launched);
    for (const { pid, gpu, late } of arrows) {
      assert.match(gpuOf(gpu), new RegExp(` pid ${pid}$`));
      assert.equal(late, 0, 'nothing runs before it was launched');
    }
    const all = (await ui.query('SELECT count(*) AS count FROM flow'))[0].count;
    assert.equal(all, launched.reduce((sum, { count }) => sum + count, 0));
    const truth = path.join(profiles, 'truth', `${path.basename(subject, '.sqlite')}.json`);
    if (!fs.existsSync(truth)) return;
    const kernels = launched.filter(({ kind }) => kind === 'kernel').reduce((sum, { count }) => sum + count, 0);
    assert.equal(kernels, JSON.parse(fs.readFileSync(truth)).kernels_with_launch);
  });

  test('arguments of a kernel tell its reference and its launch shape', async () => {
    await exported(subject, 'arguments.pftrace', '--arguments');
    const [{ deviceId, start, ...expected }] = rowsOf(subject, `SELECT deviceId, start,
      'kernel:' || rowid AS ref, gridX || '×' || gridY || '×' || gridZ AS grid,
      blockX || '×' || blockY || '×' || blockZ AS block, registersPerThread AS registers_per_thread
      FROM CUPTI_ACTIVITY_KIND_KERNEL ORDER BY end - start DESC LIMIT 1`);
    const args = await ui.query(`SELECT substr(key, 7) AS key, display_value AS value FROM args WHERE arg_set_id =
      (SELECT s.arg_set_id FROM ${kOnStreams} WHERE ${kKind} = 'kernel' ORDER BY s.dur DESC LIMIT 1)
      AND key GLOB 'debug.*'`);
    const got = Object.fromEntries(args.map(({ key, value }) => [key, value]));
    for (const [key, value] of Object.entries(expected)) assert.equal(got[key], String(value), key);
  });

  test("Chrome's JSON has the same operations", async () => {
    await exported(subject, 'run.json', '--format', 'json');
    const rows = await ui.query(`SELECT p.name AS gpu, ${kKind} AS kind, count(*) AS count, sum(s.dur) AS ns
      FROM slice s JOIN thread_track r ON r.id = s.track_id JOIN thread t USING (utid) JOIN process p USING (upid)
      WHERE t.name GLOB 'Stream *' AND ${kOperation} GROUP BY 1, 2`);
    assert.deepEqual(sums(named(rows)), expectedOperations(subject));
  });

  test('an overview counts every operation', async () => {
    await exported(made, 'overview.pftrace', '--detail', 'overview');
    const counts = await ui.query(`SELECT g.name AS gpu, sum(CASE s.category WHEN 'merged'
      THEN CAST(replace(s.name, ',', '') AS INT) ELSE 1 END) AS count, max(s.category = 'merged') AS merged
      FROM ${kOnStreams} GROUP BY 1 ORDER BY 1`);
    const expected = rowsOf(made, `SELECT 'GPU ' || device || ' pid ' || ((process >> 24) & 0xFFFFFF) AS gpu,
      count(*) AS count, 1 AS merged FROM (${operationsOf(made)}) GROUP BY 1 ORDER BY 1`);
    assert.deepEqual(named(counts), expected);
  });

  test('a window ends where it was cut, and opens compressed', async () => {
    const { startNs, endNs } = await open(subject);
    const from = Math.round(startNs / 1e6 + (endNs - startNs) / 3e6) / 1e3;
    const to = Math.round(startNs / 1e6 + (endNs - startNs) / 2e6) / 1e3;
    const output = await exported(subject, 'window.pftrace.gz', '--trim', String(from), String(to));
    assert.deepEqual([...fs.readFileSync(output).subarray(0, 2)], [0x1f, 0x8b]);
    const [{ first, last, count }] = await ui.query(`SELECT min(s.ts) AS first, max(s.ts + s.dur) AS last,
      count(*) AS count FROM slice s`);
    assert.ok(count > 0);
    assert.ok(first >= Math.round(from * 1e9), `${first} is before ${from} s`);
    assert.ok(last <= Math.round(to * 1e9), `${last} is behind ${to} s`);
  });

  test('a file that breaks off between two packets opens as far as it goes', async () => {
    const whole = fs.readFileSync(await exported(subject, 'whole.pftrace'));
    const all = (await ui.query('SELECT count(*) AS count FROM slice'))[0].count;
    const cut = path.join(folder, 'cut.pftrace');
    fs.writeFileSync(cut, whole.subarray(0, endOfPacket(whole, whole.length / 2)));
    await ui.openFile(cut);
    // Those that were open there.
    const faults = (await ui.faults()).filter(({ name }) => name !== 'slices without an end');
    assert.deepEqual(faults, []);
    const { count } = (await ui.query('SELECT count(*) AS count FROM slice'))[0];
    assert.ok(count > all / 10 && count < all, `${count} of ${all} slices`);
  });

  test('nothing left this computer, and nobody complained', () => {
    assert.deepEqual(complaints, []);
    const own = new URL(page.url()).host;
    assert.deepEqual([...answered], [own]);
    // The UI asks for these itself; the policy that it is served with refuses them.
    const refused = ['127.0.0.1:9001', 'storage.cloud.google.com'];
    assert.deepEqual([...asked].filter((host) => host !== own && !refused.includes(host)), []);
  });
});

// The end of the first packet that ends at `least` or later.
function endOfPacket(trace, least) {
  let at = 0;
  while (at < least) {
    assert.equal(trace[at], 0x0a, 'a packet begins here');
    let length = 0;
    let shift = 0;
    do {
      at += 1;
      length += (trace[at] & 0x7f) * 2 ** shift;
      shift += 7;
    } while (trace[at] & 0x80);
    at += 1 + length;
  }
  return at;
}
