import { link } from '../router.svelte';
import { inLanguage, Refusal, sentence } from '../server';
import { bring, mostBytes } from '../saved/games';
import { keep } from './runs/draft.svelte';
import { t } from './words';

// Files from elsewhere: what they are is told by how they begin, or by their names.

/** What came of a file. */
export interface Taken {
  words: string;
  href: string;
  /** Whether it is shown at once. */
  show?: boolean;
}

/** takeIn brings a file along: an archive of a run, a network, an experiment file, or
 * records of games. */
export async function takeIn(file: File, as: string): Promise<Taken> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const run = await upload<{ name: string; played: number }>('/api/runs/import', file, { as });
    return { words: t('tookRun', { file: file.name, name: run.name, n: run.played }), href: `/lab/runs/${encodeURIComponent(run.name)}` };
  }
  if (/\.safetensors$/i.test(file.name)) {
    const network = await upload<{ name: string }>('/api/networks', file, { name: as || file.name.replace(/\.safetensors$/i, '') });
    return { words: t('tookNetwork', { file: file.name, name: network.name }), href: '/lab/networks' };
  }
  if (file.size > mostBytes) throw new Refusal(t('tooLarge'), 413);
  if (/\.ya?ml$/i.test(file.name)) {
    keep(await file.text());
    return { words: t('tookExperiment', { file: file.name }), href: '/lab/new', show: true };
  }
  const kept = await bring({ file });
  return { words: t('tookGames', { file: file.name, n: kept.length }), href: '/games' };
}

// upload sends a file as it is, and takes what comes back.
async function upload<T>(address: string, file: Blob, query: Record<string, string>): Promise<T> {
  const url = inLanguage(link(address, query));
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file });
  } catch {
    throw new Refusal(t('unsent'), 0);
  }
  const told: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refusal(sentence(told) ?? response.statusText, response.status);
  return told as T;
}
