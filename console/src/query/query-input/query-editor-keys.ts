import { closeCompletion } from '@codemirror/autocomplete'
import type { EditorView, KeyBinding } from '@codemirror/view'
import type { QueryTools } from './query-input-props.ts'

/** Enter runs, Shift+Enter adds a line, the arrows at the first and last line go through the history. */
export function searchKeys(props: () => QueryTools): readonly KeyBinding[] {
  const step = (direction: 1 | -1) => (view: EditorView) => {
    const { main } = view.state.selection
    const line = view.state.doc.lineAt(main.head).number
    const isAtEdge = direction === 1 ? line === 1 : line === view.state.doc.lines
    if (!main.empty || !isAtEdge) return false
    const text = props().history.step(direction, view.state.doc.toString())
    if (text === undefined) return false
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length } })
    return true
  }
  return [
    {
      key: 'Enter',
      run: (view) => {
        closeCompletion(view)
        props().onRun()
        return true
      },
    },
    { key: 'ArrowUp', run: step(1) },
    { key: 'ArrowDown', run: step(-1) },
  ]
}
