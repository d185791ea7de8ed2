/** Charts and tables as the server describes them: package report/chart and
 * report/sheet. The page draws them by itself, and sends them back for a file. */
export interface Chart {
  title: string;
  x: Axis;
  y?: Axis;
  series?: Series[];
  rows?: Row[];
  palette?: string;
}

export interface Axis {
  label?: string;
  log?: boolean;
  include?: Values;
}

/** Values are numbers; null is drawn as nothing. */
export type Values = (number | null)[];

export interface Series {
  name?: string;
  x: Values;
  y: Values;
  low?: Values;
  high?: Values;
  marks?: boolean;
  open?: boolean;
  noLine?: boolean;
  dashed?: boolean;
  like?: number;
}

export interface Row {
  name: string;
  bar?: number | null;
  dot?: number | null;
  interval?: { low: number; high: number };
  box?: { low: number; q1: number; median: number; q3: number; high: number; outliers?: Values };
  colour?: number;
}

export interface Sheet {
  name: string;
  title: string;
  columns: Column[];
  rows: Cell[][];
  note?: string;
}

export interface Column {
  title: string;
  align?: string;
  group?: string;
  key?: string;
}

export interface Cell {
  text: string;
  value?: number;
  low?: number;
  high?: number;
  mark?: string;
  detail?: string;
}

/** Origin is told in every file: what made it. */
export interface Origin {
  command?: string;
  seed?: string;
  build?: string;
}
