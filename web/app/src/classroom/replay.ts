import type { Lesson, LessonState } from './types';

/** Moment is what is known after some steps of a lesson. */
export interface Moment {
  states: (LessonState | undefined)[];
  /** The best move of a position so far, by the number of where it leads. */
  best: (number | undefined)[];
  /** Positions that the simulation under way has come by. */
  way: Set<number>;
}

/** replay is the moment after so many steps. Steps say all that they change. */
export function replay(lesson: Lesson, count: number): Moment {
  const m: Moment = { states: new Array(lesson.nodes.length), best: new Array(lesson.nodes.length), way: new Set() };
  let counted = false;
  for (const step of lesson.steps.slice(0, count)) {
    if (counted) m.way.clear();
    counted = step.kind === 'backup';
    for (const s of step.states) {
      if (s.visits > (m.states[s.node]?.visits ?? 0) && !step.simulation) m.best[s.node] = undefined;
      m.states[s.node] = s;
    }
    if (step.better && step.child !== undefined) m.best[step.node] = step.child;
    if (step.simulation && step.child !== undefined) {
      m.way.add(step.node);
      m.way.add(step.child);
    }
  }
  return m;
}

/** kindOfWalk tells apart what is shown of a walk. */
export function kindOfWalk(lesson: Lesson): 'monte' | 'bounds' | 'passes' | 'windows' {
  if (lesson.simulations) return 'monte';
  if (lesson.steps.some((s) => s.kind === 'strategy')) return 'bounds';
  if (lesson.steps.some((s) => s.kind === 'pass')) return 'passes';
  return 'windows';
}

/** milestone is the next step of note after some: a cut-off, a pass or a simulation. */
export function milestone(lesson: Lesson, after: number): number | undefined {
  const notable = lesson.simulations ? ['backup'] : ['cut', 'pass', 'strategy'];
  const next = lesson.steps.findIndex((s, i) => i >= after && notable.includes(s.kind));
  return next < 0 ? undefined : next + 1;
}
