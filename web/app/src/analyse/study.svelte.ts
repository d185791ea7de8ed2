import { answer, sentence, server } from '../server';
import type { Position } from '../types';
import type { Line, Outcome } from './types';

/** A move of a study, and what follows it: the main line first, variations after it. */
export interface Ply {
  text: string;
  label: string;
  seat?: number;
  /** The line up to here, as the API reads it. */
  moves: string;
  ply: number;
  parent?: Ply;
  children: Ply[];
}

interface Place {
  game: string;
  position: string;
}

const root = (): Ply => ({ text: '', label: '', moves: '', ply: 0, children: [] });

/** Study is a position, the moves tried from it with all their variations, and where
 * among them one is. */
export class Study {
  place = $state.raw<Place>({ game: '', position: '' });
  /** Counts changes of the tree, which is a plain value. */
  changes = $state(0);
  at = $state.raw<Ply>(root());
  position = $state.raw<Position>();
  outcomes = $state.raw<Outcome[]>([]);
  wrong = $state('');
  busy = $state(false);
  /** Where all move at once: whose move is chosen, and what was chosen before. */
  seat = $state(0);
  chosen = $state.raw<string[]>([]);

  root: Ply = root();
  #asked = 0;
  #seen = new Map<string, Line>();

  /** The line that one is on, to its end. */
  line(): Ply[] {
    void this.changes;
    const list: Ply[] = [];
    for (let p: Ply | undefined = this.at; p?.parent; p = p.parent) list.unshift(p);
    for (let p = this.at.children[0]; p; p = p.children[0]) list.push(p);
    return list;
  }

  /** open shows a place; ply tells after how many of the moves. */
  async open(place: Place, moves = '', ply?: number): Promise<boolean> {
    const line = await this.#ask({ ...place, moves });
    if (!line) return false;
    this.place = { game: place.game, position: place.position };
    this.#seen.clear();
    this.root = root();
    let last = this.root;
    let shown = this.root;
    for (const p of line.plies) {
      const next: Ply = { text: p.text, label: p.label, seat: p.seat, moves: p.moves, ply: last.ply + 1, parent: last, children: [] };
      last.children.push(next);
      last = next;
      if (ply === undefined || next.ply <= ply) shown = next;
    }
    this.changes++;
    if (shown === last) this.#show(shown, line);
    else await this.go(shown);
    return true;
  }

  /** go shows the position after a move. */
  async go(to: Ply | undefined) {
    if (!to) return;
    this.at = to;
    const line = await this.#ask({ ...this.place, moves: to.moves });
    if (line && this.at === to) this.#show(to, line);
  }

  /** play makes moves from here, one after another; those tried before are found again. */
  async play(...texts: string[]) {
    let from = this.at;
    let known = 0;
    while (known < texts.length) {
      const next: Ply | undefined = from.children.find((c) => c.text === texts[known]);
      if (!next) break;
      from = next;
      known++;
    }
    if (known === texts.length) return this.go(from);
    const line = await this.#ask({ ...this.place, moves: from.moves, add: texts.slice(known) });
    if (line) this.#grow(from, line);
  }

  /** choose makes the move of one player where all move at once; the last one moves. */
  async choose(text: string) {
    const all = [...this.chosen, text];
    if (all.length < this.position!.roles.length) {
      this.chosen = all;
      this.seat = all.length;
      return this.#look();
    }
    const from = this.at;
    const line = await this.#ask({ ...this.place, moves: from.moves, joint: all });
    if (line) this.#grow(from, line);
  }

  /** forget drops a move and all that follows it. */
  forget(ply: Ply) {
    if (!ply.parent) return;
    const parent = ply.parent;
    let gone = false;
    for (let p: Ply | undefined = this.at; p; p = p.parent) gone ||= p === ply;
    parent.children = parent.children.filter((c) => c !== ply);
    this.changes++;
    if (gone) void this.go(parent);
  }

  /** ahead is what some moves from here would lead to, without making them. */
  async ahead(texts: string[]): Promise<Line | undefined> {
    const key = `${this.at.moves}|${texts.join('|')}`;
    const known = this.#seen.get(key);
    if (known) return known;
    try {
      const line = await answer(server.POST('/api/line', { body: { ...this.place, moves: this.at.moves, add: texts } }));
      if (this.#seen.size > 500) this.#seen.clear();
      this.#seen.set(key, line);
      return line;
    } catch {
      return undefined; // a line that ends where chance decides is shown no further
    }
  }

  #grow(from: Ply, line: Line) {
    let last = from;
    for (const p of line.plies.slice(from.ply)) {
      let next = last.children.find((c) => c.text === p.text);
      if (!next) {
        next = { text: p.text, label: p.label, seat: p.seat, moves: p.moves, ply: last.ply + 1, parent: last, children: [] };
        last.children.push(next);
      }
      last = next;
    }
    this.changes++;
    this.#show(last, line);
  }

  #show(to: Ply, line: Line) {
    this.at = to;
    this.position = line.position;
    this.outcomes = line.outcomes ?? [];
    this.chosen = [];
    if (this.seat) {
      this.seat = 0;
      if (line.position.turn === 'together') void this.#look();
    }
  }

  // The moves of the player who chooses next.
  async #look() {
    const line = await this.#ask({ ...this.place, moves: this.at.moves });
    if (line) this.position = line.position;
  }

  async #ask(body: Place & { moves: string; add?: string[]; joint?: string[] }): Promise<Line | undefined> {
    const mine = ++this.#asked;
    this.busy = true;
    try {
      const line = await answer(server.POST('/api/line', { body: { ...body, seat: this.seat } }));
      if (mine !== this.#asked) return undefined;
      this.wrong = '';
      return line;
    } catch (error) {
      if (mine === this.#asked) this.wrong = sentence(error) ?? String(error);
      return undefined;
    } finally {
      if (mine === this.#asked) this.busy = false;
    }
  }
}
