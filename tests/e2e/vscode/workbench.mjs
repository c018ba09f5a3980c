// What a person does in VS Code: opens files, points at words, presses buttons, runs commands, looks.
import fs from 'node:fs';
import path from 'node:path';
import { startBrowser } from '../browser.mjs';

export class Workbench {
  // `settingsFile` is where the editor keeps the settings of its machine.
  static async open(url, settingsFile) {
    const browser = await startBrowser({ options: { viewport: { width: 1400, height: 900 }, colorScheme: 'light' } });
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(url);
    await page.locator('.monaco-workbench').waitFor();
    return new Workbench(browser, page, settingsFile);
  }

  constructor(browser, page, settingsFile) {
    this.settingsFile_ = settingsFile;
    this.browser = browser;
    this.page = page;
    // What a webview did against its content policy.
    this.violations = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) this.violations.push(message.text());
    });
  }

  close() {
    return this.browser.close();
  }

  // Until the extension host has spoken, a profile would open as a plain binary file.
  async waitForCommand(title) {
    await this.findCommand(title, 20);
    await this.page.keyboard.press('Escape');
  }

  // Until the list of commands shows this one, whose row is returned. The list closes again when something else takes the
  // focus meanwhile, and does not learn of a command that comes later: a person would press the key again.
  async findCommand(title, times = 6) {
    const words = this.page.locator('.quick-input-widget input').first();
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    for (let time = 1; ; time += 1) {
      await this.page.keyboard.press('F1');
      try {
        await words.fill(`>${title}`, { timeout: 5000 });
        await row.waitFor({ timeout: 5000 });
        return row;
      } catch (error) {
        if (time === times) throw error;
      }
      if (await words.isVisible()) await this.page.keyboard.press('Escape');
    }
  }

  async command(title) {
    await this.findCommand(title);
    await this.page.keyboard.press('Enter');
  }

  async openFromExplorer(name) {
    await this.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).dblclick();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
  }

  // Shows what is in front in another editor, chosen by its name: a row that moves under the pointer would be missed.
  async reopenWith(name) {
    await this.command('View: Reopen Editor With...');
    const rows = this.page.locator('.quick-input-list .monaco-list-row', { hasText: name });
    await rows.first().waitFor();
    await this.page.keyboard.type(name);
    await rows.and(this.page.locator('.focused')).waitFor();
    await this.page.keyboard.press('Enter');
    await rows.first().waitFor({ state: 'hidden' });
  }

  // Replaces the settings of the machine in their own editor, as a person would.
  async writeSettings(settings) {
    await this.command('Preferences: Open Remote Settings (JSON)');
    await this.page.locator('.tab.active', { hasText: 'settings.json' }).waitFor();
    await this.page.locator('.editor-instance .view-line').first().click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(JSON.stringify(settings));
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.tab.active:not(.dirty)', { hasText: 'settings.json' }).waitFor();
    // A tab is marked a moment after it was typed in, and a page that is left takes what is not written yet with it.
    const wanted = JSON.stringify(settings);
    for (let tries = 0; fs.readFileSync(this.settingsFile_, 'utf8') !== wanted; tries += 1) {
      if (tries === 100) throw new Error(`the editor did not write ${wanted}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  // Until what the browser holds of the editor says `kept`: the editor writes down what is open every five seconds, when
  // it has the focus and nothing to do, and not when its page is left.
  async writesDown(kept) {
    const begin = Date.now();
    for (let written = ''; !kept.every((pattern) => pattern.test(written)); written = await this.written()) {
      if (Date.now() - begin > 30_000) throw new Error(`the editor wrote down no ${kept.join(' and ')}, but:\n${written}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  // Restarts the editor, once it has written down `kept`.
  async restart(kept) {
    await this.writesDown(kept);
    await this.page.reload();
  }

  // What the browser holds of the editors that are open, and of what the extension keeps in this folder.
  written() {
    return this.page.evaluate(async (keys) => {
      const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const written = [];
      for (const { name } of await indexedDB.databases()) {
        if (!name.startsWith('vscode-web-state-db-')) continue;
        const database = await done(indexedDB.open(name));
        const items = database.transaction('ItemTable').objectStore('ItemTable');
        for (const text of await Promise.all(keys.map((key) => done(items.get(key))))) written.push(text ?? '');
        database.close();
      }
      return written.join('\n');
    }, ['memento/workbench.parts.editor', 'nsys-ai.nsys-ai']);
  }

  // The text that an act puts into the clipboard.
  async copies(act) {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await act();
    await this.page.waitForFunction(() => {
      navigator.clipboard.readText().then((text) => { window.copied_ = text; }, () => undefined);
      return Boolean(window.copied_);
    });
    return this.page.evaluate(() => {
      const text = window.copied_;
      delete window.copied_;
      return text;
    });
  }

  // Follows a link to an extension, as the system hands it over.
  async openLink(link) {
    await this.command('Open URL');
    await this.page.locator('.quick-input-widget input').first().fill(link);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true }).click();
  }

  async openCopied(text) {
    await this.command('nsys-ai: Open Link');
    const input = this.page.locator('.quick-input-widget input').first();
    await this.page.locator('.quick-input-widget', { hasText: 'Open the place that a link shows' }).waitFor();
    await input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  async closeAllEditors() {
    await this.command('View: Close All Editors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  // The document of our webview that is in front.
  view() {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  // Brings the first place of a text into sight: lines outside are not drawn.
  async findText(text) {
    await this.page.keyboard.press('Control+F');
    const words = this.page.locator('.find-widget.visible .find-part textarea').first();
    await words.fill(text);
    await words.press('Enter');
    await words.press('Escape');
  }

  // The hover of the text editor in front over the first place where `text` stands, on the first line that is like
  // `line`. The pointer comes again until there is one: a server that has just started may not know the document yet.
  async hoverText(text, line = text) {
    const rows = this.page.locator('.monaco-hover:not(.hidden) .hover-row');
    // What the editor says of a link by itself may come before the card.
    const hover = rows.filter({ hasNotText: /Loading\.\.\.|^\s*Follow link/ }).first();
    for (let tries = 0; tries < 8; tries += 1) {
      await this.leaveHover();
      const place = await this.placeOf(text, line);
      await this.page.mouse.move(place.x - 4, place.y);
      await this.page.mouse.move(place.x, place.y, { steps: 3 });
      // Lenses that arrive move the lines, and a hover goes with what it was over.
      const words = await hover.innerText({ timeout: 1500 }).catch(() => undefined);
      if (words) return words;
    }
    throw new Error(`there was no hover on ${text}`);
  }

  async placeOf(text, like) {
    const line = this.page.locator('.editor-instance .view-line', { hasText: like }).first();
    await line.waitFor();
    const place = await line.evaluate((element, wanted) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent.indexOf(wanted);
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + Math.min(width / 2, 30), y: y + height / 2 };
      }
      return undefined;
    }, text);
    if (!place) throw new Error(`${text} is split over tokens`);
    return place;
  }

  async leaveHover() {
    await this.page.mouse.move(5, 5);
    await this.page.keyboard.press('Escape');
  }

  // The documents of our webviews that are there.
  views() {
    return this.page.frames().filter((frame) => /\/fake\.html/.test(frame.url()));
  }

  // Until the view in front has read all that it shows.
  async settled() {
    await this.view().locator('.nsys-tab').first().waitFor();
    await this.views()[0].waitForFunction(() => {
      const isShown = (element) => element.offsetParent !== null;
      return ![...document.querySelectorAll('[aria-busy="true"]')].some(isShown) && !isShown(document.querySelector('.nsys-later-text') ?? {offsetParent: null});
    });
  }

  // Until so many groups of editors show a view, and each of them has drawn it.
  async drawnIn(groups, drawn, timeout = 5000) {
    await this.page.waitForFunction((wanted) => {
      const shown = [...document.querySelectorAll('iframe.webview.ready')].filter((frame) => {
        const box = frame.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && getComputedStyle(frame).visibility !== 'hidden';
      });
      return shown.length === wanted;
    }, groups, { timeout });
    for (const frame of await this.page.locator('iframe.webview.ready:visible').all())
      await frame.contentFrame().frameLocator('iframe#active-frame').locator(drawn).waitFor({ timeout });
  }

  // Drags the first tab of a name to the right half of the first group, which is split.
  async dragToRight(name) {
    const tab = await this.page.locator('.tab', { hasText: name }).first().boundingBox();
    const group = await this.page.locator('.editor-group-container').first().boundingBox();
    const y = group.y + group.height / 2;
    await this.page.mouse.move(tab.x + 40, tab.y + tab.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(group.x + group.width / 2, y, { steps: 8 });
    await this.page.mouse.move(group.x + group.width * 0.93, y, { steps: 8 });
    // The half that it would take is marked.
    await this.page.waitForFunction((half) => {
      const box = document.querySelector('.editor-group-overlay-indicator')?.getBoundingClientRect();
      return box && box.width > 0 && box.left >= half - 1;
    }, group.x + group.width / 2);
    await this.page.mouse.up();
  }

  // Until the views have the colours of a theme of that kind, which change in steps.
  async themed(kind) {
    const views = this.views();
    // A view may go meanwhile.
    await Promise.all(views.map((frame) => frame.waitForFunction((wanted) => {
      const moving = document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');
      return document.body.dataset.vscodeThemeKind === wanted && !moving;
    }, kind).catch((error) => {
      if (!frame.isDetached()) throw error;
    })));
  }

  // The tabs in front, where the views stand and what they say, and the notifications, each in a line.
  async inFront() {
    const tabs = await this.page.locator('.tab').evaluateAll((all) => all.map((tab) => `${tab.className}: ${tab.innerText}`));
    const frames = await this.page.locator('iframe.webview').evaluateAll((all) => all.map((frame) => {
      const { x, y, width, height } = frame.getBoundingClientRect();
      const { visibility } = getComputedStyle(frame);
      return `${frame.className} at ${[x, y, width, height].map(Math.round)}, ${visibility}`;
    }));
    const views = await Promise.all(this.page.frames().slice(1).map(async (frame) => {
      const says = await frame.evaluate(() => document.body?.innerText ?? 'has no body').catch((error) => error.message);
      return `${new URL(frame.url(), this.page.url()).pathname.split('/').at(-1)}: ${says}`;
    }));
    const notes = await this.page.locator('.notification-list-item').allInnerTexts();
    return [...tabs, ...frames, ...views, ...notes].map((text) => text.replace(/\s+/g, ' ').slice(0, 300)).join('\n');
  }

  notification(text) {
    return this.page.locator('.notification-list-item', { hasText: text });
  }

  // A picture in both themes, for a person to look at.
  async pictures(folder, name) {
    fs.mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark']) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.locator(`.monaco-workbench.vs${colorScheme === 'dark' ? '-dark' : ''}`).waitFor();
      await this.themed(`vscode-${colorScheme}`);
      await this.page.screenshot({ path: path.join(folder, `vscode-${name}-${colorScheme}.png`) });
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }
}
