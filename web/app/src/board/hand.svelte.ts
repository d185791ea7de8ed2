import type { Point } from './geometry';
import type { Touching } from './touching.svelte';

interface Table {
  drawing: () => SVGSVGElement | undefined;
  /** The place that a point is in. */
  at: (p: Point) => number | undefined;
  /** Whether a piece that can be taken up stands at a place. */
  holds: (place: number) => boolean;
  touching: Touching;
  press: (place: number) => void;
  hover?: (place: number | undefined) => void;
}

/** Hand follows a pointer over a board: where it rests, what it presses, and the piece
 * that it drags. */
export class Hand {
  over = $state<number>();
  drag = $state.raw<{ place: number; at: Point; start: Point; moved: boolean; fresh: boolean }>();
  /** Whether the last move was dragged: the piece is where it belongs already. */
  dragged = false;

  #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  #point(event: PointerEvent): Point {
    const drawing = this.#table.drawing()!;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM()!.inverse());
    return { x, y };
  }

  hover(place: number | undefined) {
    if (place === this.over) return;
    this.over = place;
    this.#table.hover?.(place);
  }

  leave = () => this.hover(undefined);
  cancel = () => (this.drag = undefined);

  // A piece that can move is taken up; where it is put down tells a click from a drag.
  down = (event: PointerEvent) => {
    if (event.button) return;
    const { touching, holds, at, drawing } = this.#table;
    const start = this.#point(event);
    const place = at(start);
    this.dragged = false;
    if (place === undefined || touching.asked.length || !holds(place)) return;
    if (touching.touched.length && touching.next.has(place)) return;
    const fresh = touching.touched[0] !== place;
    if (fresh) {
      touching.clear();
      if (!touching.begun.includes(place)) touching.touch(place);
    }
    this.drag = { place, at: start, start, moved: false, fresh };
    drawing()!.setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent) => {
    const at = this.#point(event);
    if (event.pointerType !== 'touch' || this.drag) this.hover(this.#table.at(at));
    if (!this.drag) return;
    const far = Math.hypot(at.x - this.drag.start.x, at.y - this.drag.start.y) > 25;
    this.drag = { ...this.drag, at, moved: this.drag.moved || far };
  };

  up = (event: PointerEvent) => {
    if (event.button) return;
    const { touching, press } = this.#table;
    const place = this.#table.at(this.#point(event));
    const held = this.drag;
    this.drag = undefined;
    if (!held) {
      if (place !== undefined) press(place);
    } else if (place === held.place) {
      if (!held.fresh && !held.moved) touching.clear();
    } else if (place !== undefined && touching.next.has(place)) {
      this.dragged = true;
      press(place);
    } else {
      touching.clear();
    }
  };
}
