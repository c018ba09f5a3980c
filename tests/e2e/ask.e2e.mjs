// A conversation with a profile in a real browser: as a view, and beside the timeline, which its references move.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fakeModel, startModel } from './fake_model.mjs';
import { complaintsOf, complaintsOfAxe, here, missing, picture, program, startBrowser, startProgram } from './browser.mjs';

const sketch = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/support/sketch');
const absent = [program, sketch].find((file) => !fs.existsSync(file));
const lacking = missing || (absent && `${absent} is missing`);

const kHostile = '<img src=x onerror=alert(1)>';
const kSketch = `process 100 "python"
thread 1 "main"
nvtx "${kHostile}" 0..1000us
gpu 0 stream 7   gemm 100..500us [launch=90..95us]   softmax 900..990us
gpu 1 stream 7   gemm 100..300us   softmax 700..990us
`;

let browser, opened, profile;
const closers = [];
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ask-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  profile = path.join(folder, 'step.sqlite');
  fs.writeFileSync(path.join(folder, 'step.sketch'), kSketch);
  execFileSync(sketch, [path.join(folder, 'step.sketch'), profile]);
  opened = await startProgram({ after: (close) => closers.push(close) }, profile, '--viewer', 'web');
});
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

const line = (page) => page.getByLabel('Question', { exact: true }).getByRole('combobox');
const answers = (page) => page.locator('.nsys-ask-entry > .nsys-ask-answer[aria-busy="false"]');

async function conversation(t, query = '?view=ask') {
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  await page.goto(opened.origin + opened.open + query);
  return { page, complaints };
}

async function asks(page, question, count) {
  await line(page).fill(question);
  await line(page).press('Enter');
  await answers(page).nth(count - 1).waitFor();
  return answers(page).nth(count - 1);
}

describe('the conversation', { skip: lacking }, () => {
  test('has its tab in sight in a narrow window', async (t) => {
    const { page } = await conversation(t);
    await page.setViewportSize({ width: 420, height: 800 });
    await page.reload();
    await line(page).waitFor();
    const [tab, tabs] = await Promise.all([page.locator('#tab-ask').boundingBox(), page.locator('.nsys-tabs').boundingBox()]);
    assert.ok(tab.x + 1 > tabs.x && tab.x + tab.width < tabs.x + tabs.width + 1, JSON.stringify([tab, tabs]));
  });

  test('answers in a sentence with its scope, and follow-ups refer back', async (t) => {
    const { page, complaints } = await conversation(t);
    await page.waitForFunction(() => document.activeElement?.matches('.nsys-ask-line input'));
    const first = await asks(page, 'longest idle gap on GPU 0', 1);
    assert.match(await first.innerText(), /The longest idle gap on GPU 0 is 400\.0 us\./);
    assert.match(await first.innerText(), /scope\s+GPU 0/);
    assert.equal(await first.getByLabel('Understood').getByRole('combobox').inputValue(), 'longest idle gap on GPU 0');
    assert.equal(await first.locator('.nsys-folded').getAttribute('open'), null);
    const second = await asks(page, 'and on GPU 1?', 2);
    assert.match(await second.innerText(), /The longest idle gap on GPU 1 is 400\.0 us\./);
    // The line as it was understood is edited and asked again.
    const understood = second.getByLabel('Understood').getByRole('combobox');
    await understood.fill('number of kernels on GPU 1');
    await understood.press('Enter');
    await answers(page).nth(2).waitFor();
    assert.match(await answers(page).nth(2).innerText(), /number of kernels on GPU 1 is 2/);
    await line(page).press('ArrowUp');
    assert.equal(await line(page).inputValue(), 'number of kernels on GPU 1');
    assert.deepEqual(complaints, []);
  });

  test('says what it does not know, and what to capture, to be copied', async (t) => {
    const { page } = await conversation(t, '?view=ask&question=what+is+the+occupancy+trend%3F');
    await answers(page).first().waitFor();
    assert.match(await answers(page).first().innerText(), /counts nothing inside kernels/);
    assert.equal(await line(page).inputValue(), 'what is the occupancy trend?');
    const none = await asks(page, 'which collective takes the most time?', 2);
    assert.match(await none.innerText(), /\w/);
    assert.equal(await page.locator('img').count(), 0);
  });

  test('keeps its questions for the tab, and asks again what is unfolded', async (t) => {
    const { page } = await conversation(t);
    await asks(page, 'number of kernels on GPU 0', 1);
    await asks(page, 'longest idle gap', 2);
    await page.reload();
    await answers(page).nth(0).waitFor();
    assert.deepEqual(await page.locator('.nsys-ask-words').allInnerTexts(), ['number of kernels on GPU 0', 'longest idle gap']);
    assert.equal(await answers(page).count(), 1);
    await page.locator('.nsys-ask-question').first().press('Enter');
    await answers(page).nth(1).waitFor();
    assert.match(await answers(page).first().innerText(), /The number of kernels on GPU 0 is 2\./);
    // What is asked next refers back to the last one all the same.
    await asks(page, 'and on GPU 1?', 3);
    assert.match(await answers(page).nth(2).innerText(), /The longest idle gap on GPU 1/);
  });

  test('beside the timeline, its references move that', async (t) => {
    const { page, complaints } = await conversation(t, '/timeline');
    await page.getByRole('button', { name: 'Ask beside' }).click();
    await asks(page, 'longest kernel', 1);
    const reference = answers(page).first().locator('p').getByRole('link', { name: /^kernel:/ });
    await reference.focus();
    await page.locator('.nsys-card:not(.nsys-waiting)').waitFor();
    await reference.press('Enter');
    await page.locator('#details-text', { hasText: 'gemm' }).waitFor();
    await picture(page, 'ask-beside-timeline');
    assert.match(new URL(page.url()).hash, /^#start=/);
    // It goes along to other views, and away again.
    await page.getByRole('link', { name: 'Overview' }).click();
    await answers(page).first().waitFor();
    await line(page).press('Escape');
    await answers(page).first().waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
  });

  test('puts an answer in words of a model once a person agrees, and says what was checked', async (t) => {
    if (!fs.existsSync(fakeModel)) return t.skip(`${fakeModel} is missing`);
    const said = 'say The longest idle gap takes 400.0 us, and 77 ms are lost besides (gap:0:500000).\nsplit 40\npause 40\ntokens 6000 30\n';
    const url = await startModel(t, `turn\n${said}turn\n${said}turn\nsay A gap is time without work.\ntokens 6000 30\nturn\nsay It runs 2 times.\ntokens 6000 30\n`);
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'ask-home-'));
    t.after(() => fs.rmSync(home, { recursive: true, force: true }));
    const own = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, NSYS_AI_MODEL: 'ollama:fake', NSYS_AI_MODEL_URL: url };
    const asked = await startProgram(t, profile, '--viewer', 'web', own);
    const page = await browser.page(t);
    const complaints = complaintsOf(page);
    await page.goto(`${asked.origin}${asked.open}?view=ask&question=longest+idle+gap+on+GPU+0`);
    const words = page.locator('.nsys-words');
    await words.getByRole('button', { name: 'Answer in words' }).click();
    await words.getByText('May nsys-ai send your questions').waitFor();
    await picture(page, 'ask-consent');
    await words.getByRole('button', { name: 'Agree' }).press('Enter');
    await words.locator('[aria-busy="true"]', { hasText: 'longest idle' }).waitFor();
    await words.getByText(/1 of 2 figures checked/).waitFor();
    assert.equal(await words.locator('mark').innerText(), '(unverified)');
    assert.equal(await words.locator('.nsys-words-text a').innerText(), 'gap:0:500000');
    assert.deepEqual(await complaintsOfAxe(page), []);
    await picture(page, 'ask-words');
    // In words that explain, which are asked for once more.
    await words.getByRole('button', { name: 'Teach me' }).click();
    await words.getByText('A gap is time without work.').waitFor();
    assert.equal(await words.getByRole('button', { name: 'Teach me' }).count(), 0);
    // What was paid for once costs nothing when it is asked again.
    await page.reload();
    await words.getByText(/1 of 2 figures checked/).waitFor();
    await words.getByRole('button', { name: 'Show what was sent' }).click();
    const sent = await words.locator('.nsys-words-sent').innerText();
    assert.match(sent, /longest idle gap on GPU 0/);
    assert.ok(!sent.includes(path.dirname(profile)), 'a path was sent');
    // A card has a line that asks.
    await page.goto(`${asked.origin}${asked.open}`);
    await page.locator('td .nsys-target', { hasText: 'gemm' }).first().click();
    await page.locator('.nsys-card').getByRole('button', { name: 'Explain in words' }).click();
    await page.locator('.nsys-words').last().getByText('It runs 2 times').waitFor();
    await picture(page, 'ask-explained');
    assert.equal((await fetch(`${asked.origin}${asked.open}/words.json?question=x`)).status, 405);
    assert.deepEqual(complaints, []);
    return undefined;
  });

  test('is found by axe as it should be, and fits a narrow window', async (t) => {
    const { page } = await conversation(t);
    await asks(page, 'top 5 kernels by time', 1);
    await asks(page, 'longest idle gap on GPU 1', 2);
    await page.locator('.nsys-folded-head').last().click();
    for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['light', 800], ['dark', 600]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} px`);
      await picture(page, `ask-${colorScheme}-${width}`);
    }
    await page.goto(`${opened.origin}${opened.open}`);
    await page.getByRole('button', { name: 'Ask beside' }).click();
    await answers(page).last().waitFor();
    for (const [colorScheme, width] of [['light', 1280], ['dark', 600]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await complaintsOfAxe(page), [], `beside, ${colorScheme}, ${width} px`);
      await picture(page, `ask-beside-${colorScheme}-${width}`);
    }
  });
});
