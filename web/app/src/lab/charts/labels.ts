import { settings } from '../../settings.svelte';
import type { Cell } from './types';

/** What the server writes on charts and tables of runs, in Spanish. Files are for papers
 * and stay as they are. A pattern takes over what it finds in parentheses. */
const spanish: [RegExp, string][] = [
  [/^Share of points, (.*)$/s, 'Porcentaje de puntos, $1'],
  [/^Share of points by game and round$/, 'Porcentaje de puntos por juego y ronda'],
  [/^Ratings, (.*)$/s, 'Puntuación Elo, $1'],
  [/^Course of the experiment$/, 'Curso del experimento'],
  [/^Sequential test: is (.*) better than (.*) by (\S+) Elo, or (\S+)\?$/s, 'Prueba secuencial: ¿es $1 mejor que $2 en $3 Elo, o en $4?'],
  [/^Score of (.*) against (.*), until its interval is (\S+) wide$/s, 'Resultado de $1 contra $2, hasta que su intervalo mida $3'],
  [/^% of the points that could be made, with 95 % intervals$/, '% de los puntos posibles, con intervalos del 95 %'],
  [/^Elo \(Bradley–Terry, mean 0\), with 95 % intervals$/, 'Elo (Bradley–Terry, media 0), con intervalos del 95 %'],
  [/^Elo \(Bradley–Terry, mean 0 in every run\), with 95 % intervals$/, 'Elo (Bradley–Terry, media 0 en cada experimento), con intervalos del 95 %'],
  [/^% of the points of one game in one round \((\d+) values an agent\)$/, '% de los puntos de un juego en una ronda ($1 valores por agente)'],
  [/^games of every pairing at every game$/, 'partidas de cada emparejamiento en cada juego'],
  [/^% of the points so far$/, '% de los puntos hasta entonces'],
  [/^pairs of games$/, 'pares de partidas'],
  [/^logarithm of the likelihood ratio$/, 'logaritmo de la razón de verosimilitud'],
  [/^(\S+) Elo accepted$/, 'se acepta $1 Elo'],
  [/^score of (.*)$/s, 'resultado de $1'],
  [/^score$/, 'resultado'],
  [/^Standings, (.*)$/s, 'Clasificación, $1'],
  [/^Points, (.*)$/s, 'Puntos, $1'],
  [/^Who against whom, (.*)$/s, 'Quién contra quién, $1'],
  [/^Points by round, (.*)$/s, 'Puntos por ronda, $1'],
  [/^Mean ranks$/, 'Rangos medios'],
  [/^Wilcoxon's signed ranks over the games$/, 'Rangos con signo de Wilcoxon sobre los juegos'],
  [/^Which agents differ, (.*)$/s, 'Qué agentes difieren, $1'],
  [/^What a game costs$/, 'Lo que cuesta una partida'],
  [/^Machines$/, 'Máquinas'],
  [/^Side by side, (.*)$/s, 'Lado a lado, $1'],
  [/^Share of points of the agent of the row against that of the column, in percent, every win worth one\.$/, 'Porcentaje de puntos del agente de la fila contra el de la columna; toda victoria vale uno.'],
  [/^points a round, mean ± standard deviation$/, 'puntos por ronda, media ± desviación típica'],
  [/^mean rank over the games \(1 is best\)$/, 'rango medio sobre los juegos (1 es el mejor)'],
  [/^further than Nemenyi's (\S+) from$/, 'a más de $1 (Nemenyi) de'],
  [/^sum of ranks for the first$/, 'suma de rangos del primero'],
  [/^for the second$/, 'del segundo'],
  [/^(.* )?95 % interval$/s, '$1intervalo del 95 %'],
];

/** Words of heads, and of cells that are no names. */
const words: Record<string, string> = {
  agent: 'agente', games: 'partidas', won: 'ganadas', drawn: 'empatadas', lost: 'perdidas', points: 'puntos', rank: 'puesto', median: 'mediana', range: 'rango',
  better: 'mejor', against: 'contra', first: 'primero', second: 'segundo', 'p (Holm)': 'p (Holm)', 'differ at 5 %': 'difieren al 5 %', '% of games': '% de partidas',
  machine: 'máquina', compared: 'comparadas', residual: 'residuo', 'deviates at 5 %': 'se desvía al 5 %',
  'points a game': 'puntos por partida', '% of points': '% de puntos', '% gammons won': '% de gammons ganados', '% gammons lost': '% de gammons perdidos',
  'simulations a game': 'simulaciones por partida', 'nodes a game': 'nodos por partida', 'seconds a game': 'segundos por partida',
};

/** said is a label of a chart or a table in the language chosen, or as it is. */
export function said(text: string | undefined): string {
  if (!text || settings.language !== 'es') return text ?? '';
  for (const [pattern, template] of spanish) {
    const found = pattern.exec(text);
    if (found) return template.replace(/\$(\d)/g, (_, n: string) => every(found[Number(n)] ?? ''));
  }
  return text;
}

/** headSaid is the head of a column. Series are named after agents, who may be called as
 * heads are: they keep their names. */
export function headSaid(text: string): string {
  return settings.language === 'es' && Object.hasOwn(words, text) ? words[text] : said(text);
}

// every is the game of a table, or that it is of all.
function every(game: string): string {
  if (game === 'all games') return 'todos los juegos';
  if (game === 'all games (a win of any is one point)') return 'todos los juegos (toda victoria es un punto)';
  return game;
}

const amount = /(?<![\w.,])([-−+]?)(\d+(?:,\d{3})*)(\.\d+)?(e[-+]\d+)?(?![\w]|[.,]\d)/g;
const amounts = /^(?:below )?[-−+]?[\d.,]+(?: ?(?:±|to|–|\/|of) ?[-−+]?[\d.,]+)*(?: ?%)?$/;

/** numbersSaid is a text whose numbers are written as people of the language do. */
export function numbersSaid(text: string): string {
  const es = settings.language === 'es';
  return text.replace(amount, (_, sign: string, whole: string, part = '', power = '') => (sign === '-' ? '−' : sign) + (es ? whole.replaceAll(',', '.') + part.replace('.', ',') : whole + part) + power.replace('-', '−'));
}

/** cellSaid is a cell that may hold a word of ours or numbers: yes, no, a range. Names,
 * which stand at the left, stay. */
export function cellSaid(cell: Cell, left: boolean): string {
  const number = cell.value !== undefined || cell.low !== undefined;
  if (left && !number) return settings.language === 'es' ? (yesNo[cell.text] ?? cell.text) : cell.text;
  const text = number || amounts.test(cell.text) ? numbersSaid(cell.text) : cell.text;
  if (settings.language !== 'es') return text;
  return yesNo[text] ?? text.replace(/^(\S+) to (\S+)$/, '$1 a $2').replace(/^below (\S+)$/, 'menos de $1');
}

const yesNo: Record<string, string> = { yes: 'sí', no: 'no', nobody: 'nadie' };
