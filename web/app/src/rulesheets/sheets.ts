import type { components } from '../api';
import { anew } from '../catalogue.svelte';
import { answer, server } from '../server';

type Schemas = components['schemas'];
export type Sheet = Schemas['Rulesheet'];
export type SheetText = Schemas['RulesheetText'];
export type Check = Schemas['SheetCheck'];
export type Problem = Schemas['SheetProblem'];
export type Speed = Schemas['SheetSpeed'];

export function list(): Promise<Sheet[]> {
  return answer(server.GET('/api/rulesheets'));
}

export function open(name: string): Promise<SheetText> {
  return answer(server.GET('/api/rulesheets/{name}', { params: { path: { name } } }));
}

export async function keep(name: string, text: string): Promise<Sheet> {
  const kept = await answer(server.PUT('/api/rulesheets/{name}', { params: { path: { name } }, body: { text } }));
  anew();
  return kept;
}

export async function forget(name: string): Promise<void> {
  await answer(server.DELETE('/api/rulesheets/{name}', { params: { path: { name } } }));
  anew();
}

/** check tells what is wrong with a text; a check that nobody waits for any more ends. */
export function check(text: string, signal: AbortSignal): Promise<Check> {
  return answer(server.POST('/api/rulesheets/check', { body: { text }, signal }));
}

export function measure(text: string, signal: AbortSignal): Promise<Speed> {
  return answer(server.POST('/api/rulesheets/measure', { body: { text }, signal }));
}

/** What names of rulesheets are like. */
export const names = /^[a-z0-9][a-z0-9-]{0,39}$/;

// Changes that were not saved stay in the browser.

const drafts = 'gambito-sheet:';

export function draft(name: string): string | undefined {
  try {
    return localStorage.getItem(drafts + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, text: string | undefined) {
  try {
    if (text === undefined) localStorage.removeItem(drafts + name);
    else localStorage.setItem(drafts + name, text);
  } catch {
    // a browser that stores nothing still edits
  }
}

/** What a sheet of one's own begins with. */
export const beginning = `; My game
; Take one, two or three of twelve sticks in turn; who takes the last one wins.

(role first)
(role second)

(init (sticks 12))
(init (control first))

(number 1) (number 2) (number 3)
(other first second) (other second first)

(<= (legal ?p (take ?n))
    (true (control ?p)) (number ?n)
    (true (sticks ?s)) (less ?n ?s ?rest))
(<= (legal ?p noop)
    (role ?p) (not (true (control ?p))))

(<= (next (sticks ?rest))
    (does ?p (take ?n)) (true (sticks ?s)) (less ?n ?s ?rest))
(<= (next (control ?q))
    (true (control ?p)) (other ?p ?q))

(<= terminal (true (sticks 0)))
(<= (goal ?p 100)
    (role ?p) (not (true (control ?p))))
(<= (goal ?p 0)
    (true (control ?p)))

; (less n s rest): from s sticks n can be taken, and rest are left.
(<= (less 1 ?s ?rest) (before ?rest ?s))
(<= (less 2 ?s ?rest) (before ?a ?s) (before ?rest ?a))
(<= (less 3 ?s ?rest) (before ?a ?s) (before ?b ?a) (before ?rest ?b))
(before 0 1) (before 1 2) (before 2 3) (before 3 4) (before 4 5) (before 5 6)
(before 6 7) (before 7 8) (before 8 9) (before 9 10) (before 10 11) (before 11 12)
`;
