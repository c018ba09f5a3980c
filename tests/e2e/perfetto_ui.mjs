// The Perfetto UI itself: where it lies on disk, and what a test asks of one that is open in a browser.
import fs from 'node:fs';
import path from 'node:path';
import { here, picture } from './browser.mjs';

/** The folder of a Perfetto UI; throws a sentence where there is none. */
export function perfettoFolder() {
  const folder = process.env.NSYS_AI_PERFETTO ?? path.join(here, '../../build/perfetto');
  if (fs.existsSync(path.join(folder, 'index.html'))) return folder;
  throw new Error('there is no Perfetto UI: tests/e2e/get-perfetto build/perfetto fetches it');
}

/** What the UI complains about wherever it is served with a policy by which it reaches nobody else. */
export const kOwnComplaints = [
  // It looks for a trace processor that runs natively.
  /^(Connecting to|Fetch API cannot load) '?http:\/\/127\.0\.0\.1:9001\/status/,
  // It asks whether the person works at Google.
  /^Loading the script 'https:\/\/storage\.cloud\.google\.com\/perfetto-ui-internal\/is-internal-user\//,
  // A directive of its own policy, which browsers have dropped.
  /^Unrecognized Content-Security-Policy directive 'navigate-to'/,
  // It is asked whether it is there until it is.
  /^Ignoring message - document not ready yet/,
];

/** A UI that is open in the frame of the launcher page. */
export class PerfettoUi {
  static async of(page) {
    const frame = await (await page.locator('#perfetto').elementHandle()).contentFrame();
    await frame.waitForFunction(() => window.app?.trace && !window.app.isLoadingTrace);
    return new PerfettoUi(page, frame);
  }

  constructor(page, frame) {
    this.page = page;
    this.frame = frame;
  }

  /** Waits until the trace that `act` hands over is open. */
  async opens(act) {
    const last = await this.frame.evaluateHandle(() => window.app.trace);
    await act();
    await this.frame.waitForFunction((before) => {
      const { trace, isLoadingTrace } = window.app;
      return trace && trace !== before && !isLoadingTrace;
    }, last);
    await last.dispose();
  }

  /** As a person does who chooses a file. */
  openFile(file) {
    return this.opens(() => this.frame.locator('input.trace_file').setInputFiles(file));
  }

  /** The title of the trace, without the size that the UI puts behind it. */
  async title() {
    const title = await this.frame.evaluate(() => window.app.trace.traceInfo.traceTitle);
    return title.replace(/ \(\d+ MB\)$/, '');
  }

  /** Rows of an answer of the trace processor, as objects. */
  query(sql) {
    return this.frame.evaluate(async (text) => {
      const answer = await window.app.trace.engine.query(text);
      const columns = answer.columns();
      const plain = (value) => (typeof value === 'bigint' ? Number(value) : value);
      const rows = [];
      for (const row = answer.iter({}); row.valid(); row.next()) {
        rows.push(Object.fromEntries(columns.map((column) => [column, plain(row.get(column))])));
      }
      return rows;
    }, sql);
  }

  /** What is wrong with the trace by the trace processor's own account, which makes little of packets it skips. */
  faults() {
    return this.query(`SELECT name, value FROM stats WHERE value > 0
      AND (severity IN ('error', 'data_loss') OR name = 'tokenizer_skipped_packets')
      UNION ALL SELECT 'slices without an end', count(*) FROM slice WHERE dur = -1 HAVING count(*) > 0`);
  }

  /** Names of the groups at the top that are unfolded, as they are drawn from above. */
  unfolded() {
    return this.frame.evaluate(() => window.app.trace.workspace.children
      .filter((node) => node.hasChildren && node.expanded).map((node) => node.name));
  }

  /** Names of the rows that are pinned at the top. */
  pinned() {
    return this.frame.evaluate(() => window.app.trace.workspace.pinnedTracks.map((node) => node.name));
  }

  /** The times at the left and the right border, in ns on the trace's clock. */
  visibleWindow() {
    return this.frame.evaluate(() => {
      const { start, end } = window.app.trace.timeline.visibleWindow;
      return { startNs: start.toTime('round').toString(), endNs: end.toTime('round').toString() };
    });
  }

  /** A picture of all that it draws, which goes on for a while after the trace is open. */
  async picture(name) {
    await this.frame.evaluate(() => window.waitForPerfettoIdle(500));
    await picture(this.page, name);
  }
}
