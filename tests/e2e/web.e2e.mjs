// A page of a profile in a real browser: what it shows, how its cards behave, and that names stay text.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  complaintsOf, here, missing, picture, startBrowser, startFixture, startPrefixProxy,
} from './browser.mjs';

const kPage = path.join(here, 'web.page.json');
const kCard = path.join(here, 'web.card.json');
const kHostile = '<img src=x onerror=alert(1)>**bold** [link](https://evil.example) {{nonce}}';

let browser;
before(async () => {
  if (!missing) browser = await startBrowser();
});
after(() => browser?.close());

/** The page, drawn, with what the browser had to complain about and which cards were asked for. */
async function shown(t, { from = browser, prefix = (fixture) => fixture.origin } = {}) {
  const fixture = await startFixture(t, '--page', kPage, '--card', kCard);
  const page = await from.page(t);
  const complaints = complaintsOf(page);
  const asked = [];
  page.on('request', (request) => {
    if (request.url().includes('/explain')) asked.push(new URL(request.url()).searchParams.get('target'));
  });
  await page.goto(await prefix(fixture) + fixture.view);
  await page.locator('.nsys-page .nsys-table').first().waitFor();
  return { fixture, page, complaints, asked, card: page.locator('.nsys-card') };
}

/** Makes what a module of the page exports global, under the nonce of the page's own script. */
async function imported(page, module, name) {
  await page.evaluate(([from, what]) => {
    const [own] = document.querySelectorAll('script[src]');
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = own.nonce;
    script.textContent = `import { ${what} } from '${new URL(from, own.src)}'; globalThis.${what} = ${what};`;
    document.head.append(script);
  }, [module, name]);
  await page.waitForFunction((what) => globalThis[what], name);
}

const kernel = (page, row) => page.locator(`[data-target="kernel-name:${row}"]`);

describe('the page', { skip: missing }, () => {
  test('shows all blocks that it knows, and nothing outside its content policy', async (t) => {
    const { page, complaints } = await shown(t);
    assert.equal(await page.title(), 'train_step.sqlite');
    assert.equal(await page.locator('h2').count(), 3);
    assert.equal(await page.locator('.nsys-tiles .nsys-fact').count(), 6);
    assert.equal(await page.locator('.nsys-fact-lines .nsys-fact').count(), 3);
    assert.equal(await page.locator('.nsys-table').count(), 2);
    assert.equal(await page.locator('.nsys-finding').count(), 4);
    assert.equal(await page.locator('.nsys-finding.nsys-high .nsys-severity').innerText(), 'high');
    assert.equal(await page.getByText('Clients ignore').count(), 0);
    assert.deepEqual(complaints, []);
    await picture(page, 'web-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'web-dark');
  });

  test('keeps a place for what comes later, and moves nothing when it has come', async (t) => {
    const fixture = await startFixture(t, '--page', kPage, '--card', kCard);
    const page = await browser.page(t);
    const complaints = complaintsOf(page);
    const whole = JSON.parse(fs.readFileSync(kPage, 'utf8'));
    const findings = whole.blocks.filter(({ kind }) => kind === 'finding');
    const view = { view: 'overview', params: { part: 'findings' } };
    let come;
    const judged = new Promise((resolve) => { come = resolve; });
    await page.route('**/page.json*', async (route) => {
      if (route.request().url().includes('part=findings')) {
        await judged;
        return route.fulfill({ json: { title: whole.title, blocks: findings } });
      }
      const at = whole.blocks.indexOf(findings[0]);
      const blocks = whole.blocks.filter((block) => !findings.includes(block));
      blocks.splice(at, 0, { kind: 'later', view, text: 'The run is being judged.', lines: 12 });
      return route.fulfill({ json: { title: whole.title, blocks } });
    });
    await page.goto(fixture.origin + fixture.view);
    const heading = page.getByRole('heading', { name: 'GPUs', exact: true });
    await page.getByText('The run is being judged.').waitFor();
    const before = await heading.boundingBox();
    await picture(page, 'web-later');
    come();
    await page.locator('.nsys-finding').first().waitFor();
    assert.equal(await page.locator('.nsys-later').getAttribute('aria-busy'), 'false');
    assert.deepEqual(await heading.boundingBox(), before);
    await picture(page, 'web-later-come');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'web-later-come-dark');
    await page.getByRole('button', { name: 'Show all' }).click();
    assert.ok((await heading.boundingBox()).y > before.y);
    await page.locator('[data-target="finding:straggler"]').hover();
    await page.locator('.nsys-card').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('draws a share as wide as it is', async (t) => {
    const { page } = await shown(t);
    const bars = await page.locator('td.nsys-share').evaluateAll((cells) =>
      cells.map((cell) => [cell.innerText, cell.style.getPropertyValue('--nsys-bar-length')]));
    assert.deepEqual(bars.slice(0, 2), [['72.7 %', '0.727'], ['69.9 %', '0.699']]);
    assert.equal(await kernel(page, 0).evaluate((name) => getComputedStyle(name).textOverflow), 'ellipsis');
  });

  test('keeps hostile names as text', async (t) => {
    const { page, complaints } = await shown(t);
    assert.equal(await kernel(page, 4).evaluate((name) => name.textContent), kHostile);
    assert.equal(await page.locator('#page img, #page script, #page a').count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('leads to Perfetto', async (t) => {
    const { page, fixture } = await shown(t);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'), page.getByRole('link', { name: 'Open in Perfetto' }).click()]);
    await tab.waitForURL(fixture.origin + fixture.open);
    await tab.close();
  });

  test('works behind a path prefix', async (t) => {
    const prefix = async (fixture) => {
      const proxy = await startPrefixProxy(t, fixture.port);
      return `http://localhost:${proxy.port}${proxy.prefix}`;
    };
    const { page, card } = await shown(t, { prefix });
    await kernel(page, 0).hover();
    await card.getByText('Tensor cores').waitFor();
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('#perfetto').click()]);
    await tab.waitForURL(/\/proxy\/\d+\/open\//);
    await tab.close();
  });

  test('fits a narrow window without sideways scrolling', async (t) => {
    const { page } = await shown(t);
    await page.setViewportSize({ width: 420, height: 800 });
    const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `${wide} of ${seen} px`);
    const cut = await page.locator('.nsys-wide .nsys-text').evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
    assert.deepEqual(cut, [], 'names are whole: cut they could read the same');
    await picture(page, 'web-narrow');
  });
});

describe('a card', { skip: missing }, () => {
  test('opens on hover, is asked for once, and closes when the mouse leaves', async (t) => {
    const { page, card, asked } = await shown(t);
    for (let look = 0; look < 3; look += 1) {
      await kernel(page, 0).hover();
      await card.getByText('Tensor cores').waitFor();
      if (look === 0) await picture(page, 'web-card-light');
      await page.mouse.move(5, 5);
      await card.waitFor({ state: 'detached' });
    }
    assert.deepEqual(asked, ['kernel-name:0']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await kernel(page, 3).hover();
    await card.getByText('Tensor cores').waitFor();
    await picture(page, 'web-card-dark');
  });

  test('stays while the mouse is over it, and within the window', async (t) => {
    const { page, card } = await shown(t);
    for (const target of [kernel(page, 0), page.locator('[data-target="finding:idle"]'), kernel(page, 4)]) {
      await target.hover();
      await card.getByText('Tensor cores').waitFor();
      const box = await card.boundingBox();
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800);
      await card.hover();
      await page.waitForTimeout(500);
      assert.equal(await card.count(), 1);
      await page.mouse.move(2, 2);
      await card.waitFor({ state: 'detached' });
    }
  });

  test('opens by keyboard, follows the arrows, and closes on Escape', async (t) => {
    const { page, card } = await shown(t);
    await kernel(page, 0).focus();
    await page.keyboard.press('ArrowDown');
    await card.getByText('kernel-name:1').waitFor();
    await page.keyboard.press('ArrowUp');
    await card.getByText('kernel-name:0').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await card.getByText('kernel-name:0').waitFor();
    assert.match(await kernel(page, 0).getAttribute('class'), /nsys-selected/);
    await page.keyboard.press('Tab');
    await card.getByText('kernel-name:1').waitFor();
  });

  test('is pinned by a click, and by another click let go', async (t) => {
    const { page, card } = await shown(t);
    await kernel(page, 0).click();
    await card.getByText('Tensor cores').waitFor();
    await page.mouse.move(5, 5);
    await page.waitForTimeout(500);
    assert.equal(await card.count(), 1);
    await kernel(page, 1).hover();
    await page.waitForTimeout(500);
    assert.equal(await card.locator('strong').first().innerText(), 'kernel-name:0');
    await page.locator('h1').click();
    await card.waitFor({ state: 'detached' });
  });

  test('says why it has nothing to say, and asks again on the next look', async (t) => {
    const { page, card, asked } = await shown(t);
    for (let look = 0; look < 2; look += 1) {
      await page.locator('[data-target="nothing:0"]').hover();
      await card.getByText('The profile has no such name.').waitFor();
      await page.mouse.move(5, 5);
      await card.waitFor({ state: 'detached' });
    }
    assert.equal(asked.length, 2);
  });

  test('shows its blocks as nodes, and every word as it is', async (t) => {
    const { page, card, complaints } = await shown(t);
    await kernel(page, 4).click();
    await card.getByText('Tensor cores').waitFor();
    assert.equal(await card.locator('a, img, script, b, iframe').count(), 0);
    assert.deepEqual(await card.locator('strong').allInnerTexts(), ['kernel-name:4', '9,216', '402.881 ms']);
    assert.deepEqual(await card.locator('table th').allInnerTexts(), ['Quantity', 'Median', '99th']);
    assert.deepEqual(await card.locator('tbody tr').nth(1).locator('td').allInnerTexts(),
      ['Grid | block', '264 x 1', '384']);
    assert.deepEqual(await card.locator('.nsys-number').allInnerTexts(),
      ['Median', '99th', '42.1 us', '51.0 us', '264 x 1', '384']);
    assert.equal(await card.locator('ul').count(), 2);
    assert.equal(await card.locator('ul li').count(), 3);
    assert.deepEqual(await card.locator('ul code').allInnerTexts(), ['bf16', 'f32']);
    assert.equal(await card.locator('em').first().innerText(), '33.5 %');
    assert.equal(await card.locator('[data-target="kernel:1234"]').innerText(), 'kernel:1234');
    assert.equal(await card.locator('[data-timeline="kernel:1234"]').innerText(), 'Show on the timeline');
    const text = await card.innerText();
    assert.match(text, /Never followed: \[a link\]\(https:\/\/evil\.example\/x\) !\[an image\]/);
    assert.match(text, /Never run: <script>alert\(1\)<\/script> &lt;b&gt; \*\*plain\*\*/);
    assert.match(text, /Some rows were not read\./);
    assert.doesNotMatch(text, /Clients ignore/);
    assert.deepEqual(complaints, []);
  });
});

describe('words of a model', { skip: missing }, () => {
  test('are Markdown that becomes nodes, without links, images or scripts', async (t) => {
    const { page, complaints } = await shown(t);
    const words = fs.readFileSync(path.join(here, 'web.words.md'), 'utf8');
    await imported(page, 'markdown.js', 'markdownNodes');
    await page.evaluate((markdown) => {
      const box = document.createElement('section');
      box.id = 'words';
      box.append(...globalThis.markdownNodes(markdown));
      document.body.append(box);
    }, words);
    const card = page.locator('#words');
    assert.equal(await card.locator('a, img, script, b, iframe').count(), 0);
    assert.deepEqual(await card.locator('table th').allInnerTexts(), ['Quantity', 'Median', '99th']);
    assert.deepEqual(await card.locator('tbody tr').nth(1).locator('td').allInnerTexts(),
      ['Grid | block', '264 x 1', '384']);
    assert.equal(await card.locator('ul li').count(), 3);
    assert.equal(await card.locator('ol li').count(), 2);
    assert.deepEqual(await card.locator('ul code').allInnerTexts(), ['bf16', 'f32', 'kernel:1234']);
    assert.equal(await card.locator('em').innerText(), '33.5 %');
    const text = await card.innerText();
    assert.match(text, /Never followed: a link an image/);
    assert.match(text, /Never run: <script>alert\(1\)<\/script> <b> \*plain\*/);
    assert.match(await card.locator('pre').innerText(), /# \*\*not bold\*\*/);
    assert.doesNotMatch(text, /evil\.example/);
    assert.deepEqual(complaints, []);
  });
});

describe('in an editor', { skip: missing }, () => {
  // The colours of an editor's dark theme, as its webview sets them.
  const kTheme = {
    '--vscode-editor-background': '#1f1f1f', '--vscode-foreground': '#cccccc',
    '--vscode-descriptionForeground': '#9d9d9d', '--vscode-textLink-foreground': '#4daafc',
    '--vscode-editorWidget-background': '#202020', '--vscode-widget-border': '#313131',
    '--vscode-list-hoverBackground': '#2a2d2e', '--vscode-button-background': '#0078d4',
    '--vscode-button-foreground': '#ffffff', '--vscode-focusBorder': '#0078d4',
    '--vscode-editorHoverWidget-background': '#202020', '--vscode-editorHoverWidget-border': '#454545',
  };

  test('the colours are those of the theme, whatever the system prefers', async (t) => {
    const { page, card } = await shown(t);
    await page.evaluate((theme) => {
      document.body.className = 'vscode-dark';
      const { style } = document.documentElement;
      for (const [name, value] of Object.entries(theme)) style.setProperty(name, value);
      document.body.style.background = theme['--vscode-editor-background'];
    }, kTheme);
    const colours = await page.locator('article.nsys-page').evaluate((root) => {
      const style = getComputedStyle(root);
      return [style.backgroundColor, style.color];
    });
    assert.deepEqual(colours, ['rgb(31, 31, 31)', 'rgb(204, 204, 204)']);
    await kernel(page, 1).click();
    await card.getByText('Tensor cores').waitFor();
    await picture(page, 'web-vscode-dark');
  });

  test('renderPage replaces what was there, and dispose empties it', async (t) => {
    const { page } = await shown(t);
    const text = fs.readFileSync(kPage, 'utf8');
    await imported(page, 'page.js', 'renderPage');
    const counts = await page.evaluate((json) => {
      const { renderPage } = globalThis;
      const container = document.getElementById('page');
      const count = () => container.querySelectorAll('.nsys-page').length;
      const selected = [];
      const options = { container, select: (target) => selected.push(target) };
      renderPage(JSON.parse(json), options);
      const drawn = renderPage(JSON.parse(json), options);
      const before = count();
      const buttons = container.querySelectorAll('button').length;
      container.querySelector('[data-target="device:1"]').click();
      drawn.dispose();
      return { before, buttons, after: count(), selected };
    }, text);
    assert.deepEqual(counts, { before: 1, buttons: 0, after: 0, selected: ['device:1'] });
  });
});
