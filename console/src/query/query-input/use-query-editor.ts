import { Compartment } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useEditedValue } from '../../ui/code-field/use-edited-value.ts'
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
  const report = useEditedValue(editor, latest, value, atEnd)
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
    const onUpdate = (update: ViewUpdate) => {
      const { anchor, head } = update.state.selection.main
      caret.current = { anchor, head, hasFocus: update.view.hasFocus, hasTyped: false }
      report(update)
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
  }, [caret, report])
  return { host, editor, attributes, isCompletionDue }
}

const atEnd = (text: string) => ({ anchor: text.length })
