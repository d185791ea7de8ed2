import { link } from '../router.svelte';
import { listen } from '../server';
import type { Live, TreeNode } from './types';

/** What is searched: a position, and for whom where all move at once. */
export interface Asked {
  game: string;
  position: string;
  moves: string;
  seat: number;
  /** Who is to move in it. */
  mover: number;
}

/** A moment of a search, for its curve. */
export interface Moment {
  seconds: number;
  value: number | null;
  work: number;
}

type State = 'off' | 'waiting' | 'thinking' | 'done' | 'stopped' | 'refused';

/** Search is the live search of an agent. It follows the position while it is on. */
export class Search {
  /** Agent spec; empty for the strongest judge. */
  spec = $state('');
  /** Whether it is to think about every position that is shown. */
  on = $state(false);
  seconds = $state(10);
  /** How much longer than that it may think about this position. */
  factor = $state(1);
  /** Whether the tree is wanted. */
  wantsTree = $state(false);

  state = $state<State>('off');
  live = $state.raw<Live>();
  tree = $state.raw<TreeNode>();
  /** The position that live is about. */
  of = $state.raw<Asked>();
  why = $state('');
  curve = $state.raw<Moment[]>([]);

  #close: (() => void) | undefined;
  /** What was done before a search goes on: the same seed leads the same way, and what is
   * known stays until more is. */
  #before = 0;
  #spec = '';

  get thinking() {
    return this.state === 'waiting' || this.state === 'thinking';
  }

  /** begin searches a position; what was known of it stays until more is known. */
  begin(asked: Asked, path = '/api/analysis') {
    this.#end();
    const same = this.of && key(this.of) === key(asked) && this.#spec === this.spec;
    this.#before = same && this.live ? workOf(this.live) : 0;
    this.#spec = this.spec;
    if (!same) this.clear();
    this.of = asked;
    this.state = 'waiting';
    this.why = '';
    if (!this.#before) this.curve = [];
    const query: Record<string, string | number> = { game: asked.game, position: asked.position, moves: asked.moves };
    if (path === '/api/analysis') {
      Object.assign(query, { agent: this.spec, time: Math.min(600, this.seconds * this.factor), lines: 8, for: asked.seat || '' });
      if (this.wantsTree) query.tree = 600;
    } else {
      query.time = Math.min(300, 20 * this.factor);
    }
    this.#close = listen(
      link(path, query),
      {
        analysis: (live: Live) => this.#take(live, 'thinking'),
        end: (live: Live) => {
          this.#take(live, 'done');
          this.#end();
        },
        failed: (failed: { detail: string }) => this.#refuse(failed.detail),
      },
      { refused: (why) => this.#refuse(why) },
    );
  }

  stop() {
    if (this.thinking) this.state = 'stopped';
    this.#end();
  }

  clear() {
    this.live = undefined;
    this.tree = undefined;
    this.of = undefined;
    this.curve = [];
    this.why = '';
    if (!this.thinking) this.state = 'off';
  }

  #take(live: Live, state: State) {
    if (live.tree) this.tree = live.tree;
    this.state = state;
    const work = workOf(live);
    if (work < this.#before && state === 'thinking') return;
    this.live = live;
    const last = this.curve.at(-1);
    if (last && live.seconds <= last.seconds) return;
    const next = this.curve.length > 400 ? this.curve.filter((_, i) => i % 2 === 0) : this.curve;
    this.curve = [...next, { seconds: live.seconds, value: live.value, work }];
  }

  #refuse(why: string) {
    this.state = 'refused';
    this.why = why;
    this.#end();
  }

  #end() {
    this.#close?.();
    this.#close = undefined;
  }
}

/** workOf is how much was done: simulations, or positions. */
const workOf = (live: Live) => live.simulations ?? live.nodes ?? 0;

/** key tells positions apart. */
export const key = (a: Asked) => [a.game, a.position, a.moves, a.seat].join('|');
