// What a person does in VS Code: opens files, points at words, presses buttons, runs commands, looks.
import fs from 'node:fs';
import path from 'node:path';
import { startBrowser } from '../browser.mjs';

export class Workbench {
  static async open(url) {
    const browser = await startBrowser({ options: { viewport: { width: 1400, height: 900 }, colorScheme: 'light' } });
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(url);
    await page.locator('.monaco-workbench').waitFor();
    return new Workbench(browser, page);
  }

  constructor(browser, page) {
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
    for (let tries = 0; tries < 20; tries += 1) {
      const row = await this.findCommand(title);
      const known = await row.waitFor({ timeout: 3000 }).then(() => true, () => false);
      await this.page.keyboard.press('Escape');
      if (known) return;
    }
    throw new Error(`the command ${title} was never listed`);
  }

  // The list closes again when something else takes the focus meanwhile, and a person would press the key again.
  async findCommand(title) {
    const words = this.page.locator('.quick-input-widget input').first();
    for (let tries = 1; ; tries += 1) {
      await this.page.keyboard.press('F1');
      try {
        await words.fill(`>${title}`, { timeout: tries < 4 ? 5000 : 30000 });
        break;
      } catch (error) {
        if (tries === 4) throw error;
      }
    }
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
  }

  async command(title) {
    await (await this.findCommand(title)).waitFor();
    await this.page.keyboard.press('Enter');
  }

  async openFromExplorer(name) {
    await this.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).dblclick();
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
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
  }

  // Restarts the editor, once what the browser holds of it says `kept`: the editor writes down what is open every five
  // seconds, when it has the focus and nothing to do, and not when its page is left.
  async restart(kept) {
    const begin = Date.now();
    for (let written = ''; !kept.every((pattern) => pattern.test(written)); written = await this.written()) {
      if (Date.now() - begin > 30_000) throw new Error(`the editor wrote down no ${kept.join(' and ')}, but:\n${written}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
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
    const hover = rows.filter({ hasNotText: 'Loading...' }).first();
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

  notification(text) {
    return this.page.locator('.notification-list-item', { hasText: text });
  }

  // A picture in both themes, for a person to look at.
  async pictures(folder, name) {
    fs.mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark']) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.locator(`.monaco-workbench.vs${colorScheme === 'dark' ? '-dark' : ''}`).waitFor();
      await this.page.waitForTimeout(400); // colours change in steps
      await this.page.screenshot({ path: path.join(folder, `vscode-${name}-${colorScheme}.png`) });
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }
}
