import createClient from 'openapi-fetch';
import type { paths } from './api';
import { connection } from './connection.svelte';
import { settings } from './settings.svelte';
import { t } from './words';

/** server calls the API; every path, parameter and answer has the type that the API's
 * document says. Answers come in the language chosen. */
export const server = createClient<paths>({
  baseUrl: location.origin,
  querySerializer(query) {
    const q = new URLSearchParams({ lang: settings.language });
    for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
      if (value !== undefined && value !== '') q.set(name, String(value));
    }
    return q.toString();
  },
  async fetch(request) {
    try {
      return await fetch(request);
    } catch (error) {
      if (error instanceof TypeError) throw new Refusal(t('unanswered'), 0); // so browsers say that nobody answers
      throw error;
    }
  },
});

/** inLanguage adds the language chosen to an address of the API. */
export function inLanguage(address: string): string {
  const url = new URL(address, location.origin);
  if (!url.searchParams.has('lang')) url.searchParams.set('lang', settings.language);
  return url.href;
}

/** Refusal is what the server would not do, told in one sentence. */
export class Refusal extends Error {
  status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** answer takes what a call of server brought, or throws a Refusal with its sentence. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new Refusal(sentence(error) ?? response.statusText, response.status);
  return data as T;
}

/** sentence is what an error of the API says. */
export function sentence(error: unknown): string | undefined {
  if (error instanceof Error) return error.message;
  const e = error as { detail?: string; title?: string } | undefined;
  return e?.detail ?? e?.title;
}

type Handlers = Record<string, (data: any) => void>;

interface Listening {
  /** The server will not send these events: the reason in one sentence. */
  refused?: (why: string, status: number) => void;
  /** Whether the events may pause while nobody looks at the page; browsers open few
   * connections at once, whatever the number of tabs. */
  pause?: boolean;
}

const hiddenFor = 20_000;

/** listen takes events of a route until the function it returns is called. It connects
 * again whenever the connection breaks, also after the server was away, and says so on
 * the page; every event holds a whole state, so that nothing is missed. */
export function listen(address: string, handlers: Handlers, { refused, pause = true }: Listening = {}): () => void {
  const url = inLanguage(address);
  let source: EventSource | undefined;
  let wait = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const me = Symbol(address);

  function open() {
    const mine = new EventSource(url);
    source = mine;
    mine.onopen = () => {
      wait = 0;
      connection.found(me);
    };
    mine.onerror = () => {
      if (source !== mine) return;
      if (mine.readyState === EventSource.CLOSED) void tryAgain(mine);
      else connection.lost(me);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      mine.addEventListener(name, (event) => {
        if (source === mine) handle(JSON.parse((event as MessageEvent<string>).data));
      });
    }
  }

  // A browser gives up after some errors: was it the server's word, or is it away?
  async function tryAgain(mine: EventSource) {
    const why = await reason(url);
    if (source !== mine) return;
    if (why) {
      connection.found(me);
      refused?.(why.message, why.status);
      return;
    }
    connection.lost(me);
    wait = Math.min(wait ? wait * 2 : 500, 5_000);
    retry = setTimeout(open, wait);
  }

  function look() {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(shut, hiddenFor);
    } else if (!source && !ended) {
      open();
    }
  }

  // Nothing is known of the server from now on: who had lost it has not found it again.
  function shut() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  // A browser keeps pages that one has left, with their connections, of which it has few.
  function back(event: PageTransitionEvent) {
    if (event.persisted) look();
  }

  open();
  if (pause) document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', shut);
  addEventListener('pageshow', back);
  return () => {
    ended = true;
    removeEventListener('pagehide', shut);
    removeEventListener('pageshow', back);
    document.removeEventListener('visibilitychange', look);
    clearTimeout(hiding);
    shut();
    connection.left(me);
  };
}

// reason asks why a route sends no events: a Refusal, or nothing if the server is away
// or would send them.
async function reason(url: string): Promise<Refusal | undefined> {
  const stop = new AbortController();
  try {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: stop.signal });
    if (response.status < 400 || response.status === 429 || response.status >= 500) return undefined;
    return new Refusal(sentence(await response.json()) ?? response.statusText, response.status);
  } catch {
    return undefined;
  } finally {
    stop.abort();
  }
}
