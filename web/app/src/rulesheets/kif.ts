import { HighlightStyle, LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';

// The Game Description Language as the editor sees it: words, variables, comments and
// parentheses.

const keywords = new Set(['role', 'init', 'true', 'does', 'next', 'legal', 'goal', 'terminal', 'base', 'input', 'sees', 'distinct', 'not', 'or', 'and', '<=', 'random']);

export const words = [...keywords];

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

export const kif = () => new LanguageSupport(language);

/** The colours are those of the page, light or dark. */
export const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.variableName, color: 'var(--second)' },
  { tag: tags.propertyName, color: 'var(--first)' },
  { tag: tags.number, color: 'var(--good)' },
  { tag: tags.paren, color: 'var(--ink-soft)' },
]);
