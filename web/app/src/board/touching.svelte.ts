import type { Move } from '../types';

/** Touching finds out which move somebody means who touches one cell after another. */
export class Touching {
  /** The cells touched so far. */
  touched = $state.raw<number[]>([]);
  /** Moves that the cells touched stand for, if there are several. */
  asked = $state.raw<Move[]>([]);

  #legal: () => Move[];
  #columns: () => number;
  #cells: () => number;
  #make: (move: Move) => void;

  constructor(legal: () => Move[], size: { columns: () => number; cells: () => number }, make: (move: Move) => void) {
    this.#legal = legal;
    this.#columns = size.columns;
    this.#cells = size.cells;
    this.#make = make;
  }

  // Where all moves start at one place, as those of a single piece do, nobody needs to
  // touch it first.
  #only = $derived.by(() => {
    const moves = this.#legal().filter((m) => m.touch?.length);
    const first = moves[0]?.touch![0];
    return moves.length > 0 && moves.every((m) => m.touch!.length > 1 && m.touch![0] === first) ? first : undefined;
  });

  /** What is touched, with what need not be. */
  begun = $derived.by(() => (this.touched.length || this.#only === undefined ? this.touched : [this.#only]));

  #open = $derived.by(() => this.#legal().filter((m) => m.touch && this.begun.every((cell, i) => this.#stands(m, i, cell))));

  /** Cells that may be touched next. */
  next = $derived.by(() => {
    const cells = new Set<number>();
    for (const m of this.#open) {
      const cell = m.touch![this.begun.length];
      if (cell !== undefined) cells.add(cell);
    }
    return cells;
  });

  #stands(move: Move, index: number, cell: number): boolean {
    const is = move.touch![index];
    if (is === undefined) return false;
    return is === cell || (!!move.column && is % this.#columns() === cell % this.#columns());
  }

  /** What touching each cell would mean now: itself, or another one of its column where
   * pieces fall. */
  targets = $derived.by(() => {
    const cells = new Map<number, number>();
    const at = this.begun.length;
    for (const m of this.#open) {
      const cell = m.touch![at];
      if (cell === undefined) continue;
      const columns = this.#columns();
      for (let c = m.column ? cell % columns : cell; c < (m.column ? this.#cells() : cell + 1); c += columns) {
        if (!cells.has(c)) cells.set(c, cell);
      }
    }
    return cells;
  });

  /** touch takes a cell; false if it means nothing. */
  touch(cell: number): boolean {
    const moves = this.#open.filter((m) => this.#stands(m, this.begun.length, cell));
    if (!moves.length) return this.#again(cell);
    this.asked = [];
    this.touched = [...this.begun, cell];
    const whole = moves.filter((m) => m.touch!.length === this.touched.length);
    if (whole.length === 1 && moves.length === 1) {
      this.clear();
      this.#make(whole[0]);
    } else if (whole.length) {
      this.asked = whole;
    }
    return true;
  }

  // Whoever touches something else than what may come next starts anew, there if that
  // means anything.
  #again(cell: number): boolean {
    const same = this.touched.length === 1 && this.touched[0] === cell;
    const had = this.touched.length > 0;
    this.clear();
    if (!had || same) return had;
    return this.targets.has(cell) && this.touch(cell);
  }

  choose(move: Move) {
    this.clear();
    this.#make(move);
  }

  clear() {
    if (this.touched.length) this.touched = [];
    if (this.asked.length) this.asked = [];
  }
}
