import { answer, sentence, server } from '../server';
import type { Setup } from './types';

interface Place {
  game: string;
  position: string;
  moves: string;
}

/** Drafting is putting a position together; the server tells what changes come to. */
export class Drafting {
  setup = $state.raw<Setup>();
  piece = $state(0);
  wrong = $state('');
  #game = '';
  #asked = 0;

  async open(place: Place): Promise<boolean> {
    this.#game = place.game;
    this.piece = 0;
    return this.#ask(place);
  }

  close() {
    this.setup = undefined;
    this.wrong = '';
  }

  /** put changes a cell: to the piece chosen, or to nothing if it holds that already. */
  put(cell: number) {
    const { board, pieces } = this.setup!;
    const wanted = pieces[this.piece];
    const holds = board.cells?.[cell];
    const same = wanted.glyph && holds?.glyph === wanted.glyph && holds?.owner === wanted.owner;
    const piece = same ? this.#nothing() : this.piece;
    return this.#change({ put: [{ cell, piece }] });
  }

  clear() {
    const piece = this.#nothing();
    const men = this.setup!.board.men;
    if (men) {
      // Who has no man left has won: each side keeps one.
      const away = [...men.points, men.bar[0] + men.bar[1]].flatMap((n, i) => Array.from({ length: Math.abs(n) }, () => ({ cell: i + 1, piece })));
      return this.#change({ put: [...away, { cell: 1, piece: 0 }, { cell: 24, piece: 1 }] });
    }
    return this.#change({ put: this.setup!.board.cells!.map((_, cell) => ({ cell, piece })).filter(({ cell }) => this.#taken(cell)) });
  }

  side(side: number) {
    return this.#change({ side });
  }

  dice(dice: string) {
    return this.#change({ dice });
  }

  begin() {
    return this.#ask({ game: this.#game, position: '', moves: '' });
  }

  text(draft: string) {
    return this.#ask({ game: this.#game, draft });
  }

  // What nobody owns stays, such as the holes of a board.
  #taken(cell: number): boolean {
    const holds = this.setup!.board.cells![cell];
    return !!holds.glyph && holds.owner !== undefined;
  }

  #nothing(): number {
    return Math.max(0, this.setup!.pieces.findIndex((p) => !p.glyph));
  }

  #change(change: object) {
    return this.#ask({ game: this.#game, draft: this.setup!.draft, ...change });
  }

  async #ask(body: { game: string; draft?: string; position?: string; moves?: string }): Promise<boolean> {
    const mine = ++this.#asked;
    try {
      const setup = await answer(server.POST('/api/setup', { body }));
      if (mine !== this.#asked) return false;
      this.setup = setup;
      this.wrong = '';
      return true;
    } catch (error) {
      if (mine === this.#asked) this.wrong = sentence(error) ?? String(error);
      return false;
    }
  }
}
