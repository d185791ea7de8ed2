import { answer, listen, sentence, server } from '../server';
import type { components } from '../api';

// The queue of the laboratory: what waits, runs and was stopped. Pages come and go; the
// connection stays while one of them is there, and a moment longer.

export type Task = components['schemas']['WorkTask'];

let tasks = $state.raw<Task[]>([]);
let wrong = $state('');
let watchers = 0;
let close: (() => void) | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** work is what every page of the laboratory shows of the queue. */
export const work = {
  get tasks() {
    return tasks;
  },
  /** What the server did not want, in one sentence. */
  get wrong() {
    return wrong;
  },
  /** watch follows the queue until the function that it returns is called. */
  watch(): () => void {
    watchers++;
    clearTimeout(leaving);
    close ??= listen('/api/work/events', { work: (w: { tasks: Task[] }) => (tasks = w.tasks) });
    return () => {
      if (--watchers) return;
      leaving = setTimeout(() => {
        close?.();
        close = undefined;
      }, 2_000);
    };
  },
  stop: (task: Task) => act(() => server.POST('/api/work/{kind}/{name}/stop', { params: { path: at(task) } })),
  goOn: (task: Task) => act(() => server.POST('/api/work/{kind}/{name}/go-on', { params: { path: at(task) } })),
  remove: (task: Task) => act(() => server.DELETE('/api/work/{kind}/{name}', { params: { path: at(task) } })),
  prioritise: (task: Task, priority: number) => act(() => server.POST('/api/work/{kind}/{name}/priority', { params: { path: at(task) }, body: { priority } })),
};

const at = (task: Task) => ({ kind: task.kind, name: task.name });

async function act(call: () => Promise<{ data?: unknown; error?: unknown; response: Response }>) {
  wrong = '';
  try {
    await answer(call());
  } catch (error) {
    wrong = sentence(error) ?? String(error);
  }
}
