import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import type { Language } from '../editor/editor';

// The Game Description Language as the editor sees it: words, variables, comments and
// parentheses.

const keywords = new Set(['role', 'init', 'true', 'does', 'next', 'legal', 'goal', 'terminal', 'base', 'input', 'sees', 'distinct', 'not', 'or', 'and', '<=', 'random']);

interface State {
  /** Where the parentheses stand that are open. */
  open: number[];
  /** Whether the next word is the first behind a parenthesis. */
  head: boolean;
}

function token(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  const c = stream.next();
  if (c === ';') {
    stream.skipToEnd();
    return 'comment';
  }
  if (c === '(') {
    state.open.push(stream.column());
    state.head = true;
    return 'paren';
  }
  if (c === ')') {
    state.open.pop();
    state.head = false;
    return 'paren';
  }
  stream.eatWhile(/[^\s();]/);
  const word = stream.current().toLowerCase();
  const head = state.head;
  state.head = false;
  if (word.startsWith('?')) return 'variableName';
  if (keywords.has(word)) return 'keyword';
  if (/^\d+$/.test(word)) return 'number';
  return head ? 'propertyName' : null;
}

const language = StreamLanguage.define<State>({
  name: 'kif',
  startState: () => ({ open: [], head: false }),
  copyState: (s) => ({ open: [...s.open], head: s.head }),
  token,
  indent: (state, after) => {
    const column = state.open.at(-1);
    return column === undefined ? 0 : after.startsWith(')') ? column : column + 4;
  },
  languageData: { commentTokens: { line: ';' }, closeBrackets: { brackets: ['('] }, wordChars: '?<=-_+' },
});

export const kif: Language = { support: new LanguageSupport(language), words: [...keywords], extent };

// extent is a word, or an expression as far as it is on the line.
function extent(rest: string): number {
  if (!rest.startsWith('(')) return /^[^\s();]+/.exec(rest)?.[0].length ?? 0;
  let depth = 0;
  let length = 0;
  for (; length < rest.length; length++) {
    if (rest[length] === '(') depth++;
    if (rest[length] === ')' && --depth === 0) break;
  }
  return Math.min(length + 1, rest.trimEnd().length);
}
