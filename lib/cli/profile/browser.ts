/** The parts of a browser that the page's script uses: this package is compiled without a browser's types. */

export interface Pen {
  fillStyle: string;
  strokeStyle: string;
  font: string;
  globalAlpha: number;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
}

export interface Pointer {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly deltaY: number;
  readonly buttons: number;
  readonly pointerId: number;
  preventDefault(): void;
}

export interface Item {
  value: string;
  textContent: string;
  innerHTML: string;
  readonly style: Record<string, string>;
  width: number;
  height: number;
  readonly clientWidth: number;
  getContext(kind: '2d'): Pen;
  addEventListener(name: string, heard: (event: Pointer) => void, options?: object): void;
  setPointerCapture(id: number): void;
}

export interface Page {
  getElementById(id: string): Item;
}

export interface Frame {
  readonly devicePixelRatio: number;
  requestAnimationFrame(draw: () => void): void;
  addEventListener(name: string, heard: () => void): void;
  matchMedia(query: string): { readonly matches: boolean };
}
