// Whether the server answers, for the line that the page shows when it does not.

const waiting = new Set<symbol>();
let state = $state<'fine' | 'lost' | 'back'>('fine');
let timer: ReturnType<typeof setTimeout> | undefined;

export const connection = {
  get state() {
    return state;
  },
  lost(who: symbol) {
    waiting.add(who);
    clearTimeout(timer);
    state = 'lost';
  },
  found(who: symbol) {
    waiting.delete(who);
    if (waiting.size || state !== 'lost') return;
    state = 'back';
    timer = setTimeout(() => (state = 'fine'), 3_000);
  },
  /** Who listens no longer does not know whether the server answers. */
  left(who: symbol) {
    waiting.delete(who);
    if (!waiting.size && state === 'lost') state = 'fine';
  },
};
