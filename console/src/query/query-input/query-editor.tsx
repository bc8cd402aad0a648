/** The query in CodeMirror. Loaded after the page is usable; takes over text, caret and focus of the plain field. */
import { closeCompletion, startCompletion } from '@codemirror/autocomplete'
import { HighlightStyle, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { queryParser } from '@logyard/languages/query/grammar/query-parser'
import { useEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { CodeEditorHost } from '../../ui/code-field/code-editor-host.tsx'
import type { CodeInputProps } from '../../ui/code-field/code-field-props.ts'
import { useCodeEditor, useMarkedProblems } from '../../ui/code-field/use-code-editor.ts'
import { type CompletionSource, queryCompletion } from './query-completion-source.ts'
import type { QueryTools } from './query-input-props.ts'
import { stepHighlighting } from './step-highlighting.ts'

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

const queryLanguage = LRLanguage.define({ name: 'query', parser: queryParser })

const color = (token: string) => ({ color: `var(--ly-syntax-${token})` })

/** Theme tokens, so that light and dark need no separate style. */
const queryHighlightStyle = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.logicOperator, ...color('operator'), fontWeight: '600' },
    { tag: [tags.compareOperator, tags.modifier], ...color('operator') },
    { tag: tags.propertyName, ...color('field') },
    { tag: tags.string, ...color('string') },
    { tag: [tags.regexp, tags.special(tags.literal)], ...color('pattern') },
    { tag: tags.number, ...color('number') },
    { tag: [tags.paren, tags.squareBracket, tags.punctuation], ...color('mark') },
    { tag: tags.invalid, color: 'var(--mantine-color-error)' },
  ]),
)

const extensionsOf = (props: () => QueryEditorProps & CompletionSource): Extension => [
  queryLanguage,
  queryHighlightStyle,
  props().completion?.steps === undefined ? [] : stepHighlighting,
  queryCompletion(props),
  Prec.high(keymap.of(searchKeys(props))),
]

const atEnd = (text: string) => ({ anchor: text.length })

/** Enter runs, Shift+Enter adds a line, the arrows at the first and last line go through the history. */
function searchKeys(props: () => QueryTools): readonly KeyBinding[] {
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
