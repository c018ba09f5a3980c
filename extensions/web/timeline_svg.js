// A pen that writes SVG, so that one drawing code serves both the screen and pictures.

/**
 * The part of a canvas context that the drawing code uses.
 * @typedef {Pick<CanvasRenderingContext2D, 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'globalAlpha' | 'font' |
 *   'textBaseline' | 'textAlign' | 'fillRect' | 'clearRect' | 'strokeRect' | 'fillText' | 'measureText' | 'beginPath' |
 *   'moveTo' | 'lineTo' | 'bezierCurveTo' | 'closePath' | 'rect' | 'clip' | 'fill' | 'stroke' | 'setLineDash' | 'save' |
 *   'restore' | 'translate'>} Pen
 */
/**
 * @typedef {{fillStyle: string | CanvasGradient | CanvasPattern, strokeStyle: string | CanvasGradient | CanvasPattern,
 *   lineWidth: number, globalAlpha: number, font: string, textBaseline: CanvasTextBaseline,
 *   textAlign: CanvasTextAlign, dash: number[], open: number}} State  `open`: how many groups are, that end with it.
 */

/** @implements {Pen} */
export class SvgPen {
  /**
   * @param {number} width
   * @param {number} height
   * @param {string} ground  the colour of empty areas
   */
  constructor(width, height, ground) {
    this.width_ = width;
    this.height_ = height;
    this.ground_ = ground;
    /** @type {string | CanvasGradient | CanvasPattern} */
    this.fillStyle = '#000';
    /** @type {string | CanvasGradient | CanvasPattern} */
    this.strokeStyle = '#000';
    this.lineWidth = 1;
    this.globalAlpha = 1;
    this.font = '10px sans-serif';
    /** @type {CanvasTextBaseline} */
    this.textBaseline = 'alphabetic';
    /** @type {CanvasTextAlign} */
    this.textAlign = 'left';
    /** @type {number[]} */
    this.dash_ = [];
    /** @type {State[]} */
    this.saved_ = [];
    this.open_ = 0;
    this.path_ = '';
    this.clips_ = 0;
    /** @type {string[]} */
    this.parts_ = [];
    // Measures text with a canvas, because the widths are the same.
    this.measure_ = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  }

  /** The complete picture. */
  text() {
    const size = `width="${round(this.width_)}" height="${round(this.height_)}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${round(this.width_)} ${round(this.height_)}">\n`
      + `<rect ${size} fill="${this.ground_}"/>\n${this.parts_.join('\n')}\n</svg>\n`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.parts_.push(`<rect ${boxOf(x, y, width, height)}${this.filled_()}/>`);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  clearRect(x, y, width, height) {
    this.parts_.push(`<rect ${boxOf(x, y, width, height)} fill="${this.ground_}"/>`);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  strokeRect(x, y, width, height) {
    this.parts_.push(`<rect ${boxOf(x, y, Math.max(0, width), Math.max(0, height))} fill="none"${this.stroked_()}/>`);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  fillText(text, x, y) {
    const size = parseFloat(/([\d.]+)px/.exec(this.font)?.[1] ?? '11');
    const family = this.font.slice(this.font.indexOf('px') + 2).trim();
    const weight = /^(bold|[1-9]00)/.exec(this.font)?.[1];
    const down = this.textBaseline === 'middle' ? size * 0.35 : 0;
    const anchor = this.textAlign === 'right' ? ' text-anchor="end"' : '';
    this.parts_.push(`<text x="${round(x)}" y="${round(y + down)}" font-family="${escaped(family)}" font-size="${size}"`
      + `${weight ? ` font-weight="${weight}"` : ''}${anchor}${this.filled_()}>${escaped(text)}</text>`);
  }

  /** @param {string} text */
  measureText(text) {
    this.measure_.font = this.font;
    return this.measure_.measureText(text);
  }

  beginPath() {
    this.path_ = '';
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    this.path_ += `M${round(x)} ${round(y)}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  lineTo(x, y) {
    this.path_ += `L${round(x)} ${round(y)}`;
  }

  /**
   * @param {number} x1
   * @param {number} y1
   * @param {number} x2
   * @param {number} y2
   * @param {number} x
   * @param {number} y
   */
  bezierCurveTo(x1, y1, x2, y2, x, y) {
    this.path_ += `C${[x1, y1, x2, y2, x, y].map(round).join(' ')}`;
  }

  closePath() {
    this.path_ += 'Z';
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  rect(x, y, width, height) {
    this.path_ += `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
  }

  clip() {
    this.clips_ += 1;
    this.parts_.push(`<clipPath id="clip${this.clips_}"><path d="${this.path_}"/></clipPath><g clip-path="url(#clip${this.clips_})">`);
    this.open_ += 1;
  }

  fill() {
    this.parts_.push(`<path d="${this.path_}"${this.filled_()}/>`);
  }

  stroke() {
    this.parts_.push(`<path d="${this.path_}" fill="none"${this.stroked_()}/>`);
  }

  /** @param {Iterable<number>} dash */
  setLineDash(dash) {
    this.dash_ = [...dash];
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  translate(x, y) {
    this.parts_.push(`<g transform="translate(${round(x)} ${round(y)})">`);
    this.open_ += 1;
  }

  save() {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, font, textBaseline, textAlign } = this;
    this.saved_.push({
      fillStyle, strokeStyle, lineWidth, globalAlpha, font, textBaseline, textAlign, dash: this.dash_, open: this.open_,
    });
    this.open_ = 0;
  }

  restore() {
    const saved = this.saved_.pop();
    if (!saved) return;
    if (this.open_ > 0) this.parts_.push('</g>'.repeat(this.open_));
    const { open, dash, ...state } = saved;
    Object.assign(this, state);
    this.dash_ = dash;
    this.open_ = open;
  }

  filled_() {
    return ` fill="${escaped(String(this.fillStyle))}"${this.faded_()}`;
  }

  stroked_() {
    const dash = this.dash_.length > 0 ? ` stroke-dasharray="${this.dash_.join(' ')}"` : '';
    return ` stroke="${escaped(String(this.strokeStyle))}" stroke-width="${this.lineWidth}"${dash}${this.faded_()}`;
  }

  faded_() {
    return this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : '';
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function boxOf(x, y, width, height) {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
