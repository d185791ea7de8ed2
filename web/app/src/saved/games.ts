import type { components } from '../api';
import { answer, server } from '../server';
import { t } from './words';

type Schemas = components['schemas'];
export type SavedGame = Schemas['SavedGame'];
export type Picture = Schemas['SavedPicture'];

/** savedGames are the games that are kept, the latest first. */
export function savedGames(): Promise<SavedGame[]> {
  return answer(server.GET('/api/games'));
}

/** pictureOf is how a game stands. */
export function pictureOf(id: string): Promise<Picture> {
  return answer(server.GET('/api/games/{id}/picture', { params: { path: { id } } }));
}

/** forget deletes a game. */
export async function forget(id: string): Promise<void> {
  await answer(server.DELETE('/api/games/{id}', { params: { path: { id } } }));
}

/** The most that is taken of a file. */
export const mostBytes = 4 << 20;

/** bring keeps the games of a text or of a file. */
export async function bring(from: { text?: string; file?: File; game?: string }): Promise<SavedGame[]> {
  const body: Schemas['ImportRequest'] = { game: from.game || undefined };
  if (from.file) {
    body.name = from.file.name;
    body.data = await base64(from.file);
  } else {
    body.text = from.text;
  }
  return answer(server.POST('/api/games/import', { body }));
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}

/** fileOf is where a game can be downloaded. */
export function fileOf(id: string, ending: string): string {
  return `/api/games/${encodeURIComponent(id)}/file?format=${encodeURIComponent(ending.replace(/^\./, ''))}`;
}

/** playerName is what a player is called in a list: by name, level or agent. */
export function playerName(player: string): string {
  const level = /^level:(\d+)$/.exec(player)?.[1];
  return player === 'human' ? t('person') : level ? t('level', { n: Number(level) }) : player;
}
