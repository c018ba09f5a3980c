// A question that is completed while it is typed, in a real browser: by keys, by mouse, and where there is little room.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaintsOf, complaintsOfAxe, here, missing, picture, program, startBrowser, startProgram } from './browser.mjs';

const sketch = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/support/sketch');
const absent = [program, sketch].find((file) => !fs.existsSync(file));
const lacking = missing || (absent && `${absent} is missing`);

const kSketch = `process 100 "python"
thread 1 "main"
gpu 0 stream 7   gemm 100..500us [launch=90..95us]   softmax 900..990us
gpu 1 stream 7   gemm 100..300us   gemv_with_a_name_that_is_longer_than_any_line_of_a_narrow_window_has_room_for_so_that_it_has_to_be_cut 700..990us
`;

let browser, opened;
const closers = [];
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ask-complete-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const profile = path.join(folder, 'step.sqlite');
  fs.writeFileSync(path.join(folder, 'step.sketch'), kSketch);
  execFileSync(sketch, [path.join(folder, 'step.sketch'), profile]);
  opened = await startProgram({ after: (close) => closers.push(close) }, profile, '--viewer', 'web');
});
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

const line = (page) => page.getByLabel('Question', { exact: true }).getByRole('combobox');
const options = (page) => page.getByRole('listbox').getByRole('option');
const expanded = (page) => line(page).getAttribute('aria-expanded');
const answers = (page) => page.locator('.nsys-ask-entry > .nsys-ask-answer[aria-busy="false"]');

async function conversation(t, query = '?view=ask') {
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  await page.goto(opened.origin + opened.open + query);
  return { page, complaints };
}

// Types as a person does, so that each letter is asked about.
async function types(page, text) {
  await line(page).pressSequentially(text);
  await options(page).first().waitFor();
}

const activeText = (page) => line(page).evaluate((input) => {
  const id = input.getAttribute('aria-activedescendant');
  return id && document.getElementById(id).querySelector('.nsys-complete-text').textContent;
});

describe('completion of a question', { skip: lacking }, () => {
  test('goes through the list by arrows, and takes by Enter or Tab', async (t) => {
    const { page, complaints } = await conversation(t);
    await types(page, 'longest idle');
    assert.equal(await expanded(page), 'true');
    assert.equal(await activeText(page), null);
    await line(page).press('ArrowDown');
    const first = await activeText(page);
    assert.equal(first, await options(page).first().locator('.nsys-complete-text').innerText());
    assert.equal(await options(page).first().getAttribute('aria-selected'), 'true');
    await line(page).press('Enter');
    assert.ok((await line(page).inputValue()).endsWith(first));
    assert.equal(await answers(page).count(), 0, 'nothing is asked by what takes an entry');
    // What is taken is a question, or goes on.
    await line(page).fill('');
    await types(page, 'total time of sof');
    await line(page).press('Tab');
    assert.equal(await line(page).inputValue(), 'total time of softmax');
    assert.equal(await line(page).evaluate((input) => input === document.activeElement), true);
    await line(page).press('Enter');
    await answers(page).first().waitFor();
    assert.match(await answers(page).first().innerText(), /softmax.* 90\.00? us/);
    assert.equal(await line(page).inputValue(), '');
    assert.equal(await options(page).count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('is closed by Escape alone, and by leaving; Enter without a choice asks what was typed', async (t) => {
    const { page } = await conversation(t, '/timeline');
    await page.getByRole('button', { name: 'Ask beside' }).click();
    await types(page, 'longest idle');
    await line(page).press('Escape');
    assert.equal(await expanded(page), 'false');
    assert.equal(await options(page).count(), 0);
    assert.equal(await line(page).isVisible(), true, 'the conversation stays');
    await line(page).press('End');
    await types(page, ' gap');
    await line(page).press('Enter');
    await answers(page).first().waitFor();
    assert.deepEqual(await page.locator('.nsys-ask-words').allInnerTexts(), ['longest idle gap']);
    // With the list away, arrows go through the questions of before.
    await line(page).press('ArrowUp');
    assert.equal(await line(page).inputValue(), 'longest idle gap');
    await line(page).fill('');
    await types(page, 'longest');
    await page.locator('.nsys-ask-log').focus();
    await options(page).first().waitFor({ state: 'detached' }).catch(() => undefined);
    assert.equal(await options(page).count(), 0);
  });

  test('is opened by an arrow on an empty line, and taken by the mouse', async (t) => {
    const { page } = await conversation(t);
    await line(page).press('ArrowDown');
    await options(page).nth(1).waitFor();
    const second = await options(page).nth(1).locator('.nsys-complete-text').innerText();
    await options(page).nth(1).click();
    assert.equal(await line(page).inputValue(), second);
    assert.equal(await line(page).evaluate((input) => input === document.activeElement), true);
  });

  test('shows nothing of what was typed before', async (t) => {
    const { page } = await conversation(t);
    let held;
    const reached = new Promise((resolve) => {
      void page.route(/ask_complete\.json\?question=l$/, async (route) => {
        resolve();
        await new Promise((go) => { held = go; });
        await route.continue().catch(() => undefined);
      });
    });
    await line(page).pressSequentially('l');
    await reached;
    await line(page).fill('number of ker');
    await options(page).first().waitFor();
    const shown = await options(page).allInnerTexts();
    held();
    await page.waitForTimeout(150);
    assert.deepEqual(await options(page).allInnerTexts(), shown);
  });

  test('answers within the time of a keystroke', async (t) => {
    const { page } = await conversation(t);
    const took = await page.evaluate(async () => {
      const begun = performance.now();
      for (let at = 0; at < 50; ++at) await (await fetch(`${location.pathname}/ask_complete.json?question=total+time+of+g`)).json();
      return (performance.now() - begun) / 50;
    });
    t.diagnostic(`${took.toFixed(1)} ms`);
    assert.ok(took < 50, `${took} ms`);
  });

  test('fits, as axe sees it, in narrow windows, in dark ones and in forced colours', async (t) => {
    const { page } = await conversation(t);
    const looks = [['light', 1200, 'none'], ['dark', 1200, 'none'], ['light', 400, 'none'], ['dark', 400, 'none'],
      ['light', 340, 'none'], ['light', 400, 'active']];
    for (const [colorScheme, width, forcedColors] of looks) {
      await page.emulateMedia({ colorScheme, forcedColors });
      await page.setViewportSize({ width, height: 700 });
      for (const typed of ['long', 'total time of gem']) {
        await line(page).fill('');
        await types(page, typed);
        await line(page).press('ArrowDown');
        const box = await page.locator('.nsys-complete').boundingBox();
        const input = await line(page).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= input.y + 1,
          `${typed}, ${width} px: ${JSON.stringify(box)}`);
        if (forcedColors === 'none') assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
        await picture(page, `ask-complete-${colorScheme}-${width}-${forcedColors}-${typed.split(' ').length}`);
      }
    }
    // Below the line where there is room for it.
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.setViewportSize({ width: 1200, height: 800 });
    await line(page).fill('longest idle gap');
    await line(page).press('Enter');
    const understood = answers(page).first().getByLabel('Understood').getByRole('combobox');
    await understood.fill('');
    await understood.pressSequentially('lon');
    await options(page).first().waitFor();
    const [box, input] = await Promise.all([page.locator('.nsys-complete:not([hidden])').boundingBox(), understood.boundingBox()]);
    assert.ok(box.y >= input.y + input.height, JSON.stringify([box, input]));
    await picture(page, 'ask-complete-understood');
  });
});
