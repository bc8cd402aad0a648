import { Compartment } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { CompletionTexts } from './query-completion-source.ts'
import type { QueryEditorProps } from './query-editor-props.ts'
import { queryEditorState } from './query-editor-state.ts'

/** Creates the editor in its host element once, and keeps its text equal to the value of the page. */
export function useQueryEditor(props: QueryEditorProps) {
  const { value, caret } = props
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | undefined>(undefined)
  const attributes = useRef(new Compartment())
  const latest = useRef(props)
  const texts = useRef<CompletionTexts>({ notInStreams: '', count: String })
  const isCompletionDue = useRef(false)
  /** Values that were passed to `onChange` and have not come back as `value` yet. */
  const reported = useRef<string[]>([])
  useLayoutEffect(() => {
    latest.current = props
    texts.current = {
      notInStreams: t('search.completion.notInStreams'),
      count: (count) => t('search.completion.count', { count }),
    }
  })

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const { hasFocus, hasTyped } = caret.current
    isCompletionDue.current = hasTyped
    const onUpdate = ({ state, view, docChanged }: ViewUpdate) => {
      const { anchor, head } = state.selection.main
      caret.current = { anchor, head, hasFocus: view.hasFocus, hasTyped: false }
      const next = state.doc.toString()
      if (!docChanged || next === latest.current.value) return
      reported.current.push(next)
      latest.current.onChange(next)
    }
    const view = new EditorView({
      parent: host.current,
      state: queryEditorState({
        props: () => latest.current,
        texts: () => texts.current,
        attributes: attributes.current,
        onTooEarly: () => {
          isCompletionDue.current = true
        },
        onUpdate,
      }),
    })
    editor.current = view
    if (hasFocus) view.focus()
    return () => view.destroy()
  }, [caret])

  useEffect(() => {
    const view = editor.current
    // A value that this editor reported, possibly after the user typed on.
    const echo = reported.current.indexOf(value)
    reported.current = echo < 0 ? [] : reported.current.slice(echo + 1)
    if (echo >= 0 || view === undefined || view.state.doc.toString() === value) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      selection: { anchor: value.length },
    })
  }, [value])
  return { host, editor, attributes, isCompletionDue }
}
