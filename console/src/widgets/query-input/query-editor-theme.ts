import { EditorView } from '@codemirror/view'

/** The editor in the looks of the plain field; colours are tokens, so that it follows the page's theme. */
export const queryEditorTheme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'inherit', maxHeight: '176px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '7px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--mantine-color-error)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
})
