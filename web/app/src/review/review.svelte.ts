import type { Arrow, Tone } from '../board/types';
import type { components } from '../api';
import { answer, listen, sentence, server } from '../server';
import { settings } from '../settings.svelte';
import type { Position } from '../types';
import { number } from '../words';
import { inUnit, t } from './words';

type Schemas = components['schemas'];
export type ReviewGame = Schemas['ReviewGame'];
export type Review = Schemas['Review'];
export type ReviewedMove = Schemas['ReviewedMove'];

export type Class = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** The classes of moves, the best first. */
export const classes: Class[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

/** What players write behind a move. */
export const signs: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The colour of a class. */
export const tones: Record<string, Tone> = { best: 'best', good: 'good', inaccuracy: 'fair', mistake: 'bad', blunder: 'bad' };

/** bad tells whether a move is one that people want to see. */
export function bad(move: ReviewedMove): boolean {
  return !!signs[move.class ?? ''];
}

/** changeOf is what a move has made of the game where that is proven, as winLoss. */
function changeOf(move: ReviewedMove): 'winLoss' | 'winDraw' | 'drawLoss' | undefined {
  const { before, after } = move;
  if (!before.proven || !after.proven || before.value === null || after.value === null) return undefined;
  if (before.value > 0) return after.value < 0 ? 'winLoss' : after.value === 0 ? 'winDraw' : undefined;
  return before.value === 0 && after.value < 0 ? 'drawLoss' : undefined;
}

/** inWords is a number in the unit that people count in. */
function inWords(unit: string | undefined, count: number | undefined, share: number): string {
  if (!unit || count === undefined || (unit === 'stones' && share > 0)) return inUnit('share', { n: Number(share.toFixed(1)) });
  if (unit === 'equity') return inUnit('equity', { n: number(count, 3) });
  return inUnit(unit as 'discs', { n: Number(count.toFixed(1)) });
}

/** lossOf is what a move has lost, in short. */
export function lossOf(move: ReviewedMove): string {
  const change = move.unit === 'discs' ? undefined : changeOf(move);
  if (change) return t(`${change}Short`);
  if (move.unit === 'equity' && move.unit_loss !== undefined) return '−' + number(move.unit_loss, 3);
  const text = inWords(move.unit, move.unit_loss, move.loss);
  return '−' + (move.unit_loss === undefined || text.includes('%') ? `${number(move.loss, 1)} %` : text);
}

/** costOf says what a move has cost, as the end of a sentence that begins with it. */
export function costOf(move: ReviewedMove): string {
  const change = changeOf(move);
  return change ? t(change) : t('costs', { loss: inWords(move.unit, move.unit_loss, move.loss) });
}

/** inkOf is the colour by which a player is known: that of the pieces. */
export function inkOf(live: Live, seat: number): string {
  const colour = live.game?.first.board.colours?.[seat] ?? '';
  return inks[colour] ?? ['var(--first)', 'var(--second)'][seat] ?? 'var(--ink-soft)';
}

const inks: Record<string, string> = { black: '#2b2b2e', white: '#f4f2ec', red: '#d8392c', yellow: '#f2c230', blue: '#2a6fd0', green: '#2f9e57' };

/** signed writes a number of points with its sign. */
export function signed(n: number): string {
  return (n < 0 ? '−' : '+') + number(Math.abs(n), 3);
}

/** Live is a review as it comes: the game first, then how far it is, then the review. */
export class Live {
  readonly id: string;
  game = $state.raw<ReviewGame>();
  review = $state.raw<Review>();
  progress = $state.raw<Schemas['ReviewProgress']>();
  failed = $state('');
  /** Moves before the position that is looked at. */
  ply = $state(0);

  /** The verdicts by ply. */
  verdicts = $derived.by(() => {
    const by = new Map<number, ReviewedMove[]>();
    for (const m of this.review?.moves ?? []) by.set(m.ply, [...(by.get(m.ply) ?? []), m]);
    return by;
  });

  constructor(id: string) {
    this.id = id;
  }

  /** follow takes the events until the function it returns is called. */
  follow(agent: string): () => void {
    this.review = this.progress = undefined;
    this.failed = '';
    const query = agent ? `?agent=${encodeURIComponent(agent)}` : '';
    const done = (why = '') => {
      this.failed = why;
      stop();
    };
    const stop = listen(
      `/api/reviews/${encodeURIComponent(this.id)}${query}`,
      {
        game: (g: ReviewGame) => (this.game = g),
        progress: (p) => (this.progress = p),
        review: (r: Review) => {
          this.review = r;
          done();
        },
        failed: (f: { detail: string }) => done(f.detail),
      },
      { refused: done, pause: false },
    );
    return stop;
  }

  /** called is what a player is called: by name and role, or by the role alone. */
  called(seat: number): string {
    const role = this.game?.called[seat] ?? '';
    const name = this.game?.players[seat] ?? role;
    return name.toLowerCase() === role.toLowerCase() ? name : `${name} (${role})`;
  }

  /** seatOf is the seat of a role. */
  seatOf(role: string): number {
    return this.game?.roles.indexOf(role) ?? 0;
  }
}

/** Positions are those of one game, asked for once. */
export class Positions {
  #game: string;
  #start: string;
  #asked = new Map<string, Promise<Position>>();

  constructor(game: string, start: string) {
    this.#game = game;
    this.#start = start;
  }

  /** at is the position after moves; seat says whose moves are listed where all move at
   * once. */
  at(moves: string[], seat = 0): Promise<Position> {
    const line = moves.join(' ');
    const key = `${settings.language} ${seat} ${line}`;
    let promise = this.#asked.get(key);
    if (!promise) {
      promise = answer(server.POST('/api/position', { body: { game: this.#game, position: this.#start, moves: line, seat } }));
      promise.catch(() => this.#asked.delete(key));
      this.#asked.set(key, promise);
    }
    return promise;
  }

  /** step is what parts of a move come to. */
  step(moves: string[], parts: string[]) {
    return answer(server.POST('/api/position/step', { body: { game: this.#game, position: this.#start, moves: moves.join(' '), parts } }));
  }
}

/** arrowsOf shows a move on the board; none if it has no place there. */
export function arrowsOf(position: Position, seat: number, text: string, tone: Tone): Arrow[] {
  const touch = position.legal.find((m) => m.text === text)?.touch;
  if (touch?.length) return [{ from: touch[0], to: touch[touch.length - 1], tone }];
  return position.board.kind === 'backgammon' ? menMoved(text, seat, tone) : [];
}

// Turns of backgammon are written as 13/8 6/5*, bar/22, 6/off, 8/5(2) or 24/18/13.
function menMoved(text: string, seat: number, tone: Tone): Arrow[] {
  const place = (name: string) => (name === 'bar' ? 25 : name === 'off' ? 0 : seat === 1 ? 25 - Number(name) : Number(name));
  const arrows: Arrow[] = [];
  for (const word of text.replaceAll('*', '').replace(/\(\d\)/g, '').split(' ')) {
    const names = word.split('/');
    if (!names.every((n) => /^(bar|off|\d+)$/.test(n))) return [];
    for (let i = 1; i < names.length; i++) arrows.push({ from: place(names[i - 1]), to: place(names[i]), tone });
  }
  return arrows;
}

/** labelOf is a move for people to read. */
export function labelOf(position: Position | undefined, text: string): string {
  return position?.legal.find((m) => m.text === text)?.label ?? text;
}

/** why is the sentence of an error. */
export function why(error: unknown): string {
  return sentence(error) ?? String(error);
}
