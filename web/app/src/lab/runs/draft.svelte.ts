import type { components } from '../../api';
import type { Problem } from '../../editor/editor';
import { answer, sentence, server } from '../../server';

type Schemas = components['schemas'];
export type Form = Schemas['File'];
export type Reading = Schemas['ExperimentRead'];

/** Where a problem is: a key of the experiment and, of a list, which entry. */
export interface Place {
  key: string;
  item?: number;
}

const soon = 350;

/** Draft is an experiment that is being written, as a form and as text: a change of one
 * changes the other. The server reads and writes both. */
export class Draft {
  text = $state('');
  form = $state.raw<Form>();
  reading = $state.raw<Reading>();
  /** Something was changed, and what comes of it is not known yet. */
  busy = $state(false);
  /** Why the server cannot be asked. */
  wrong = $state('');
  problems = $derived<Problem[]>((this.reading?.problems ?? []).map((p) => ({ line: p.line, column: p.column, message: p.detail })));
  places = $derived((this.reading?.problems ?? []).map((p) => ({ ...placeOf(p.key), message: p.detail })));

  /** The text before the form wrote it anew, if something in it was lost by that. */
  lost = $state<string>();

  /** What the editor is told when the form has changed. */
  onwritten: (text: string) => void = () => undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** type takes a text; the form follows when nothing was typed for a moment. */
  type(text: string, wait = soon) {
    if (text === this.text && this.reading) return;
    this.text = text;
    this.lost = undefined;
    this.#later(wait, (turn) => this.#read(turn, true));
  }

  /** change takes a change of the form; the text follows. */
  change(part: Partial<Form>) {
    if (!this.form) return;
    this.form = { ...this.form, ...part };
    this.#later(soon / 2, async (turn) => {
      const { yaml } = await answer(server.POST('/api/experiments/write', { body: { form: this.form!, yaml: this.text } }));
      if (turn !== this.#turn) return;
      if (!kept(this.text, yaml)) this.lost ??= this.text;
      this.text = yaml;
      this.onwritten(yaml);
      await this.#read(turn, false);
    });
  }

  /** restore brings back the text that the form has written anew. */
  restore() {
    const text = this.lost;
    if (text === undefined) return;
    this.type(text, 0);
    this.onwritten(text);
  }

  /** again asks anew, in another language for example. */
  again() {
    this.#later(0, (turn) => this.#read(turn, false));
  }

  close() {
    this.#turn++;
    clearTimeout(this.#timer);
  }

  async #read(turn: number, anew: boolean) {
    const reading = await answer(server.POST('/api/experiments/read', { body: { yaml: this.text } }));
    if (turn !== this.#turn) return;
    this.reading = reading;
    if (anew && reading.form) this.form = reading.form;
  }

  // What comes of an older change is of no interest any more.
  #later(wait: number, ask: (turn: number) => Promise<void>) {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(async () => {
      try {
        await ask(turn);
        if (turn === this.#turn) this.wrong = '';
      } catch (error) {
        if (turn === this.#turn) this.wrong = sentence(error) ?? String(error);
      }
      if (turn === this.#turn) this.busy = false;
    }, wait);
  }
}

// Whether all comments of a text are still there in another one, and all keys.
function kept(before: string, after: string): boolean {
  const parts = before.split('\n').flatMap((line) => [/(?:^|\s)#.*$/.exec(line)?.[0], /^[\w-]+(?=\s*:)/.exec(line)?.[0]]);
  return parts.every((part) => !part || usual.has(part) || after.includes(part.trim()));
}

// Keys that may be left out, for then they have their defaults.
const usual = new Set(['rounds', 'games-per-pair', 'schedule', 'openings', 'pairs', 'draw', 'seed', 'stop', 'max-plies', 'resign', 'limits']);

/** placeOf tells the key of the form, and the entry of a list, from a problem's key, such
 * as rounds, agents[1].spec or stop.elo1. */
function placeOf(key: string): Place {
  const found = /^([\w-]+)(?:\[(\d+)\])?/.exec(key);
  return { key: found?.[1] ?? '', item: found?.[2] === undefined ? undefined : Number(found[2]) };
}

/** What a first experiment begins with. */
export const beginning = `name: my-experiment
games: [connect4]
agents:
  - {name: 100 simulations, spec: "mcts:sims=100"}
  - {name: 400 simulations, spec: "mcts:sims=400"}
games-per-pair: 100
openings: random:4
seed: 1
`;

/** freeName is a name like another that no run has yet: NAME-2, NAME-3, … */
export function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(name)) return name;
  const before = name.replace(/-\d+$/, '');
  const stem = (taken.has(before) ? before : name).slice(0, 58);
  for (let n = 2; ; n++) {
    if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`;
  }
}

/** renamed is the text of an experiment under another name. */
export function renamed(text: string, name: string): string {
  return text.replace(/^(["']?)name\1\s*:.*$/m, `name: ${name}`);
}

// An experiment that was not started yet stays in the browser.

const key = 'gambito-experiment';

export function keptText(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(text: string | undefined) {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // a browser that stores nothing still writes experiments
  }
}
