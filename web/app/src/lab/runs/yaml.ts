import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import type { Language } from '../../editor/editor';

// Experiment files as the editor sees them: keys, values, texts and comments.

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return 'comment';
  if (stream.match(/^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/)) {
    return stream.match(/^\s*:(?=\s|$)/, false) ? 'propertyName' : 'string';
  }
  if (stream.match(/^[\w.-]+(?=\s*:(\s|$))/)) return 'propertyName';
  if (stream.match(/^-?\d+(\.\d+)?(?=[\s,\]}]|$)/)) return 'number';
  if (stream.match(/^[-:,[\]{}](?=\s|$)|^[[\]{},]/)) return 'paren';
  stream.match(/^[^\s,[\]{}#]+/) || stream.next();
  return null;
}

const language = StreamLanguage.define<object>({
  name: 'yaml',
  token,
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['[', '{', '"'] } },
});

const keys = ['name', 'games', 'agents', 'rounds', 'games-per-pair', 'schedule', 'openings', 'pairs', 'draw', 'seed', 'stop', 'max-plies', 'resign', 'limits', 'spec'];
const values = ['round-robin', 'gauntlet', 'swiss', 'ladder', 'none', 'random:4', 'half', 'loss', 'fixed', 'sprt', 'width', 'decided', 'rule', 'elo0', 'elo1', 'alpha', 'beta', 'model', 'level', 'value', 'moves', 'sims', 'nodes', 'depth', 'time'];

/** A problem marks the rest of its line: what stands there is one value. */
export const yaml: Language = {
  support: new LanguageSupport(language),
  words: [...keys, ...values],
  extent: (rest) => rest.replace(/\s+#.*$/, '').trimEnd().length,
};
