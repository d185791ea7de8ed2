import type { Cell, Column, Sheet } from '../charts/types';
import type { Finding, PublishedPart, PublishedTable, Show } from './types';
import { difference, toneOf, value } from './verdicts';

// Tables of a study as files take them: what the page shows of them, cell by cell.

const marks = { agrees: 'good', doubt: '', differs: 'bad', few: '', other: '', none: '' };

/** sheets are the files of a table: one if its parts have the same columns, else one a part. */
export function sheets(study: string, table: PublishedTable, findings: Finding[], show: Show): Sheet[] {
  const same = table.parts.every((p) => JSON.stringify(p.columns) === JSON.stringify(table.parts[0].columns));
  const base = `${study.replaceAll('/', '-')}-${slug(table.table)}`;
  const title = `${study}, ${/^\d/.test(table.table) ? 'table ' : ''}${table.table}: ${table.title}`;
  if (!same) return table.parts.map((part) => ({ name: `${base}-${slug(part.title)}`, title: `${title}, ${part.title}`, columns: columns([part], show), rows: rows(part, false, findings, show) }));
  const several = table.parts.length > 1;
  return [{ name: base, title, columns: columns(table.parts, show), rows: table.parts.flatMap((part) => rows(part, several, findings, show)) }];
}

const slug = (text: string) => text.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-+|-+$/g, '') || 'x';

function columns(parts: PublishedPart[], show: Show): Column[] {
  const labels: Column[] = [...(parts.length > 1 ? [{ title: '', align: 'left', key: 'part' }] : []), { title: '', align: 'left', key: 'row' }];
  for (const c of parts[0].columns) {
    if (show !== 'both') labels.push({ title: c.title, ...(c.group && { group: c.group }) });
    else {
      const group = [c.group, c.title].filter(Boolean).join(', ');
      labels.push({ title: 'published', group }, { title: 'measured', group });
    }
  }
  return labels;
}

function rows(part: PublishedPart, labelled: boolean, findings: Finding[], show: Show): Cell[][] {
  return part.rows.map((row) => [
    ...(labelled ? [{ text: part.title }] : []),
    { text: row.title },
    ...row.cells.flatMap((at) => cells(at < 0 ? undefined : findings[at], show)),
  ]);
}

function cells(f: Finding | undefined, show: Show): Cell[] {
  if (!f) return show === 'both' ? [{ text: '' }, { text: '' }] : [{ text: '' }];
  const published = number(f.published, f.unit);
  const measured: Cell = { ...number(f.measured, f.unit), mark: marks[toneOf(f)], detail: f.verdict };
  if (show === 'published') return [published];
  if (show === 'measured') return [measured];
  if (show === 'both') return [published, measured];
  const d = difference(f);
  return [d ? { text: d, value: f.measured! - f.published!, mark: measured.mark } : { text: '' }];
}

function number(x: number | null, unit: string): Cell {
  return x === null ? { text: '' } : { text: value(x, unit), value: x };
}
