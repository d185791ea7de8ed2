// The little of Markdown that docs/results is written in, as values: what draws them
// makes elements, never text that is read as HTML.

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** blocks reads a text. */
export function blocks(text: string): Block[] {
  const lines = text.replaceAll('\r', '').split('\n');
  const list: Block[] = [];
  for (let i = 0; i < lines.length; ) {
    const taken = fence(lines, i, list) || heading(lines, i, list) || table(lines, i, list) || items(lines, i, list) || paragraph(lines, i, list);
    i += taken || 1;
  }
  return list;
}

function fence(lines: string[], i: number, list: Block[]): number {
  if (!lines[i].startsWith('```')) return 0;
  let end = i + 1;
  while (end < lines.length && !lines[end].startsWith('```')) end++;
  list.push({ kind: 'code', text: lines.slice(i + 1, end).join('\n') });
  return end + 1 - i;
}

function heading(lines: string[], i: number, list: Block[]): number {
  const found = /^(#{1,6}) (.*)$/.exec(lines[i]);
  if (!found) return 0;
  list.push({ kind: 'heading', level: found[1].length, inside: inline(found[2]) });
  return 1;
}

const isRow = (line: string | undefined) => line !== undefined && /^\|.*\|\s*$/.test(line);
const cells = (line: string) => line.trim().slice(1, -1).split('|').map((cell) => inline(cell.trim()));

function table(lines: string[], i: number, list: Block[]): number {
  if (!isRow(lines[i]) || !/^\|[\s|:-]+\|\s*$/.test(lines[i + 1] ?? '')) return 0;
  let end = i + 2;
  while (isRow(lines[end])) end++;
  list.push({ kind: 'table', head: cells(lines[i]), rows: lines.slice(i + 2, end).map(cells) });
  return end - i;
}

function items(lines: string[], i: number, list: Block[]): number {
  if (!/^[-*] /.test(lines[i])) return 0;
  const texts: string[] = [];
  let end = i;
  for (; end < lines.length && lines[end].trim(); end++) {
    if (/^[-*] /.test(lines[end])) texts.push(lines[end].slice(2));
    else if (/^\s/.test(lines[end])) texts[texts.length - 1] += ' ' + lines[end].trim();
    else break;
  }
  list.push({ kind: 'list', items: texts.map(inline) });
  return end - i;
}

function paragraph(lines: string[], i: number, list: Block[]): number {
  let end = i;
  while (end < lines.length && lines[end].trim() && (end === i || !/^(#{1,6} |```|[-*] |\|)/.test(lines[end]))) end++;
  if (end > i) list.push({ kind: 'paragraph', inside: inline(lines.slice(i, end).map((line) => line.trim()).join(' ')) });
  return end - i;
}

const mark = /\\([\\`*_[\]|])|`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]*)\]\(([^()\s]*)\)/;

/** inline reads what stands within a line. */
export function inline(text: string): Inline[] {
  const list: Inline[] = [];
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found.index) list.push({ kind: 'text', text: text.slice(0, found.index) });
    const [all, escaped, code, strong, em, link, href] = found;
    if (escaped !== undefined) list.push({ kind: 'text', text: escaped });
    else if (code !== undefined) list.push({ kind: 'code', text: code });
    else if (strong !== undefined) list.push({ kind: 'strong', inside: inline(strong) });
    else if (em !== undefined) list.push({ kind: 'em', inside: inline(em) });
    else list.push({ kind: 'link', href, inside: inline(link) });
    text = text.slice(found.index + all.length);
  }
  if (text) list.push({ kind: 'text', text });
  return list;
}
