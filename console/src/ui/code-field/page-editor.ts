/** The appearance of an editor that fills its field: line numbers, and a text that scrolls. */
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'

export const pageEditor: Extension = [
  lineNumbers(),
  Prec.high(
    EditorView.theme({
      '&': { height: '100%', maxHeight: 'none' },
      '.cm-scroller': { overflow: 'auto' },
      '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
      '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 10px' },
      '.cm-line': { padding: '0 10px 0 4px' },
    }),
  ),
]
