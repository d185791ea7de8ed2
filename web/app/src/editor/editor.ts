import { autocompletion, closeBrackets, closeBracketsKeymap, completeAnyWord, completeFromList, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import { crosshairCursor, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** A problem of a text: line and column, from 1, in bytes. */
export interface Problem {
  line: number;
  column: number;
  message: string;
  /** Whether the text is good for something nevertheless. */
  warning?: boolean;
}

/** What an editor knows of the language that is written in it. */
export interface Language {
  support: LanguageSupport;
  /** Words that are offered. */
  words: string[];
  /** How much of the rest of a line is marked when a problem begins there. */
  extent: (rest: string) => number;
}

/** The colours are those of the page, light or dark. */
const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.variableName, color: 'var(--second)' },
  { tag: tags.propertyName, color: 'var(--first)' },
  { tag: tags.string, color: 'var(--second)' },
  { tag: tags.number, color: 'var(--good)' },
  { tag: tags.paren, color: 'var(--ink-soft)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: '14px' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent-soft) 35%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--focus) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)', color: 'var(--ink)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)', outline: '1px solid var(--bad)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-textfield, .cm-button': { backgroundColor: 'var(--panel)', backgroundImage: 'none', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: '4px' },
  '.cm-searchMatch': { backgroundColor: 'var(--fair-soft)', outline: '1px solid var(--fair)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fair)', textUnderlineOffset: '3px' },
  '.cm-diagnostic': { fontFamily: 'system-ui, sans-serif' },
});

/** Editing is an editor on the page. */
export interface Editing {
  text: () => string;
  setText: (text: string) => void;
  show: (problems: Problem[], kinds: { error: string; warning: string }) => void;
  goTo: (problem: Problem) => void;
  focus: () => void;
  destroy: () => void;
}

/** edit makes an editor in a place of its own, whose styles are sheets that the page's
 * rules about styles allow. */
export function edit(host: HTMLElement, language: Language, text: string, label: string, onchange: (text: string) => void, onsave: () => void): Editing {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const extensions = [
    lineNumbers(), lintGutter(), history(), drawSelection(), crosshairCursor(), indentOnInput(), bracketMatching(), closeBrackets(),
    highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), EditorView.lineWrapping,
    autocompletion({ activateOnTyping: false, override: [completeFromList(language.words), completeAnyWord] }),
    language.support, syntaxHighlighting(colours), look,
    keymap.of([{ key: 'Mod-s', run: () => (onsave(), true) }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onchange(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    show(problems, kinds) {
      const list = problems.map((p): Diagnostic => {
        const { from, to } = range(view.state.doc, p, language);
        return { from, to, severity: p.warning ? 'warning' : 'error', message: p.message, source: p.warning ? kinds.warning : kinds.error };
      });
      view.dispatch(setDiagnostics(view.state, list));
    },
    goTo(problem) {
      const { from, to } = range(view.state.doc, problem, language);
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

// What is marked is what begins where the problem is, as far as it is on the line.
function range(doc: Text, problem: Problem, language: Language): { from: number; to: number } {
  const line = doc.line(Math.max(1, Math.min(doc.lines, problem.line)));
  const before = new TextDecoder().decode(new TextEncoder().encode(line.text).slice(0, problem.column - 1));
  const start = Math.min(before.length, line.text.length);
  const rest = line.text.slice(start);
  return { from: line.from + start, to: line.from + start + Math.max(language.extent(rest), rest ? 1 : 0) };
}
