import { settings } from '../settings.svelte';
import { en } from './en';
import { es } from './es';

export type Values = Record<string, string | number>;

/** dictionary gives a function that says things in the language chosen. An area of the
 * page keeps the words that only it needs beside its components:
 * export const t = dictionary({ hello: 'Hello {name}' }, { hello: 'Hola, {name}' }).
 * {name} is a value; {n|a move|# moves} is the first if n is 1, else the second with the
 * number. */
export function dictionary<K extends string>(english: Record<K, string>, spanish: Record<NoInfer<K>, string>) {
  return (key: K, values: Values = {}) => fill((settings.language === 'es' ? spanish : english)[key], values);
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (one === undefined) return typeof value === 'number' ? number(value) : String(value);
    return value === 1 ? one : many!.replace('#', number(Number(value)));
  });
}

/** number writes a number as people of the language do. */
export function number(n: number, digits = 2): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(n);
}

/** t says what several areas of the page need. */
export const t = dictionary(en, es);
