/** The query in CodeMirror. Loaded after the page is usable; takes over text, caret and focus of the plain field. */
import { startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history as editHistory, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderExtension } from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { type CompletionTexts, queryCompletion } from './query-completion-source.ts'
import { queryEditorTheme } from './query-editor-theme.ts'
import classes from './query-input.module.css'
import type { Caret, QueryInputProps } from './query-input-props.ts'
import { queryHighlightStyle, queryLanguage } from './query-language.ts'
import { hasErrors } from './query-problem.ts'
import { queryProblems, setProblems } from './query-problems.ts'

export interface QueryEditorProps extends QueryInputProps {
  readonly caret: RefObject<Caret>
}

export function QueryEditor(props: QueryEditorProps) {
  const { label, placeholder, value, describedBy, problems, handle, caret } = props
  const isInvalid = hasErrors(problems)
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | undefined>(undefined)
  const latest = useRef(props)
  const isCompletionDue = useRef(false)
  /** What the page was told of and has not given back as the value yet. */
  const told = useRef<string[]>([])
  const t = useText()
  const texts = useRef<CompletionTexts>({ notInStreams: '', count: String })
  const attributes = useRef(new Compartment())
  useLayoutEffect(() => {
    latest.current = props
    texts.current = {
      notInStreams: t('search.completion.notInStreams'),
      count: (count) => t('search.completion.count', { count }),
    }
  })
  useImperativeHandle(handle, () => ({ focus: () => editor.current?.focus() }), [])

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const { anchor, head, hasFocus, hasTyped } = caret.current
    isCompletionDue.current = hasTyped
    const text = latest.current.value
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        selection: { anchor: Math.min(anchor, text.length), head: Math.min(head, text.length) },
        extensions: [
          editHistory(),
          EditorView.lineWrapping,
          queryEditorTheme,
          queryLanguage,
          queryHighlightStyle,
          queryProblems,
          queryCompletion(() => ({
            completion: latest.current.completion,
            texts: texts.current,
            onTooEarly: () => {
              isCompletionDue.current = true
            },
          })),
          placeholderExtension(latest.current.placeholder),
          attributes.current.of([]),
          Prec.high(keymap.of(searchKeys(() => latest.current))),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            const { main } = update.state.selection
            caret.current = { anchor: main.anchor, head: main.head, hasFocus: update.view.hasFocus, hasTyped: false }
            const next = update.state.doc.toString()
            if (!update.docChanged || next === latest.current.value) return
            told.current.push(next)
            latest.current.onChange(next)
          }),
        ],
      }),
    })
    editor.current = view
    if (hasFocus) view.focus()
    return () => view.destroy()
  }, [caret])

  useEffect(() => {
    const view = editor.current
    // Our own words coming back, maybe after somebody typed on.
    const echo = told.current.indexOf(value)
    told.current = echo < 0 ? [] : told.current.slice(echo + 1)
    if (echo >= 0 || view === undefined || view.state.doc.toString() === value) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      selection: { anchor: value.length },
    })
  }, [value])

  useEffect(() => {
    const content = {
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      'aria-placeholder': placeholder,
      'aria-multiline': 'true',
      // Says that what is too long for the field is scrolled to by keyboard.
      tabindex: '0',
      autocorrect: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      // Escape puts the completion away; a dialog around the query stays, and what was changed in it.
      'data-mantine-stop-propagation': 'true',
    }
    editor.current?.dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(content)),
    })
  }, [label, describedBy, isInvalid, placeholder])

  const hasFields = (props.completion?.fields.length ?? 0) > 0
  useEffect(() => {
    const view = editor.current
    if (!hasFields || !isCompletionDue.current || view === undefined || !view.hasFocus) return
    isCompletionDue.current = false
    startCompletion(view)
  }, [hasFields])

  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [problems])

  return <div ref={host} className={classes['editor']} />
}

/** Enter runs, Shift+Enter makes a line, the arrows beyond the first and the last line go through the history. */
function searchKeys(props: () => QueryEditorProps) {
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
      run: () => {
        props().onRun()
        return true
      },
    },
    { key: 'ArrowUp', run: step(1) },
    { key: 'ArrowDown', run: step(-1) },
    // Tab leaves the field.
  ]
}
