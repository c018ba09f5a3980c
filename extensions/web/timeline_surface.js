// A canvas with coordinates in CSS pixels, at the resolution of the screen.

export class Surface {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.width = 1;
    this.height = 1;
  }

  /**
   * Sets the size in CSS pixels.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const scale = globalThis.devicePixelRatio || 1;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
  }

  clear() {
    this.pen.clearRect(0, 0, this.width, this.height);
  }
}
