/** Values of options by name; what is not given has its default. */
export type Values = Record<string, string>;

/** writeSpec writes a game or an agent with its options as gambito reads it. */
export function writeSpec(id: string, values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return given.length ? `${id}:${given.map(([name, value]) => `${name}=${value}`).join(',')}` : id;
}

/** readSpec takes a spec apart, as far as it names its options; undefined if it is
 * written in another way. Commas within brackets separate nothing. */
export function readSpec(spec: string, ids: string[]): { id: string; values: Values } | undefined {
  const id = ids.filter((i) => spec === i || spec.startsWith(i + ':')).sort((a, b) => b.length - a.length)[0];
  if (id === undefined) return undefined;
  const values: Values = {};
  for (const part of split(spec.slice(id.length + 1))) {
    const found = /^([\w-]+)=(.*)$/s.exec(part);
    if (!found) return undefined;
    values[found[1]] = found[2];
  }
  return { id, values };
}

function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if ((c === ',' || c === undefined) && depth === 0) {
      if (i > from) parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return parts;
}
