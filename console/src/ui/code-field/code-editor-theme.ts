import { EditorView } from '@codemirror/view'

/** The editor with the appearance of the plain field; tokens make it follow the page's theme. */
export const codeEditorTheme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'inherit', maxHeight: '176px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': {
    color: 'var(--mantine-color-placeholder)',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-warning': {
    textDecoration: 'underline wavy var(--ly-warn)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--mantine-color-error)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--ly-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '280px',
    maxWidth: 'min(560px, 90vw)',
    minWidth: '260px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    alignItems: 'baseline',
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    padding: '4px 10px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--ly-accent-soft)',
    color: 'var(--ly-accent-text)',
  },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionDetail': {
    color: 'var(--mantine-color-dimmed)',
    flex: 'none',
    fontFamily: 'var(--mantine-font-family)',
    fontStyle: 'normal',
    marginLeft: 0,
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
})
