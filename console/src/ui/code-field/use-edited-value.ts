import type { EditorView, ViewUpdate } from '@codemirror/view'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

interface EditedValue {
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Keeps the text of an editor equal to the value of the page. Returns what the editor calls at each update, which
 * reports what the user types. `selectionOf` places the caret in a text that the page has set.
 */
export function useEditedValue(
  editor: RefObject<EditorView | undefined>,
  latest: RefObject<EditedValue>,
  value: string,
  selectionOf?: (text: string) => { readonly anchor: number },
): (update: ViewUpdate) => void {
  /** Values that were reported and have not come back as `value` yet. */
  const reported = useRef<string[]>([])
  const place = useRef(selectionOf)
  useEffect(() => {
    const view = editor.current
    // A value that this editor reported, possibly after the user typed on.
    const echo = reported.current.indexOf(value)
    reported.current = echo < 0 ? [] : reported.current.slice(echo + 1)
    if (echo >= 0 || view === undefined || view.state.doc.toString() === value) return
    const changes = { from: 0, to: view.state.doc.length, insert: value }
    view.dispatch(place.current === undefined ? { changes } : { changes, selection: place.current(value) })
  }, [editor, value])
  return useCallback(
    ({ state, docChanged }) => {
      const next = state.doc.toString()
      if (!docChanged || next === latest.current.value) return
      reported.current.push(next)
      latest.current.onChange(next)
    },
    [latest],
  )
}
