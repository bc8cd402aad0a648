/** The query in CodeMirror. Loaded after the page is usable; takes over text, caret and focus of the plain field. */
import { startCompletion } from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import type { CodeInputProps } from '../../ui/code-field/code-field-props.ts'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'
import { type CompletionSource, queryCompletion } from './query-completion-source.ts'
import { searchKeys } from './query-editor-keys.ts'
import type { QueryTools } from './query-input-props.ts'
import { queryHighlightStyle, queryLanguage } from './query-language.ts'

type QueryEditorProps = CodeInputProps & QueryTools

export function QueryEditor(props: QueryEditorProps) {
  const t = useText()
  /** Completion was requested before the fields had been loaded. */
  const isCompletionDue = useRef(false)
  const texts = {
    notInStreams: t('search.completion.notInStreams'),
    count: (count: number) => t('search.completion.count', { count }),
  }
  const onTooEarly = () => {
    isCompletionDue.current = true
  }
  const codeEditor = useCodeEditor({ ...props, texts, onTooEarly }, extensionsOf, atEnd)
  useMarkedProblems(codeEditor, props.problems)

  const { editor } = codeEditor
  const hasFields = (props.completion?.fields.length ?? 0) > 0
  useEffect(() => {
    const view = editor.current
    if (!hasFields || !isCompletionDue.current || view === undefined || !view.hasFocus) return
    isCompletionDue.current = false
    startCompletion(view)
  }, [editor, hasFields])
  return <CodeEditorHost host={codeEditor.host} />
}

const extensionsOf = (props: () => QueryEditorProps & CompletionSource): Extension => [
  queryLanguage,
  queryHighlightStyle,
  queryCompletion(props),
  Prec.high(keymap.of(searchKeys(props))),
]

const atEnd = (text: string) => ({ anchor: text.length })
