/** The pattern in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderOf, type ViewUpdate } from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { queryEditorTheme } from '../../query/query-input/query-editor-theme.ts'
import { queryProblems, setProblems } from '../../query/query-input/query-problems.ts'
import { useEditedValue } from '../../query/query-input/use-edited-value.ts'
import { patternCompletion } from './pattern-completion-source.ts'
import classes from './pattern-input.module.css'
import type { PatternInputProps } from './pattern-input-props.ts'
import { patternHighlighting, patternLanguages } from './pattern-language.ts'

export interface PatternFieldProps extends PatternInputProps {
  readonly describedBy: string | undefined
  /** Where the caret is, and whether the field has the focus; for the change from one field to the other. */
  readonly caret: RefObject<{ position: number; hasFocus: boolean }>
}

const NONE: NonNullable<PatternInputProps['problems']> = []

export function PatternEditor(props: PatternFieldProps) {
  const { label, value, problems = NONE, describedBy, error, handle, isRequired = false, caret } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | undefined>(undefined)
  const attributes = useRef(new Compartment())
  const latest = useRef(props)
  const report = useEditedValue(editor, latest, value)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const onUpdate = (update: ViewUpdate) => {
      caret.current = { position: update.state.selection.main.head, hasFocus: update.view.hasFocus }
      report(update)
    }
    const state = initialState(() => latest.current, caret.current.position, attributes.current, onUpdate)
    const view = new EditorView({ parent: host.current, state })
    editor.current = view
    if (caret.current.hasFocus) view.focus()
    return () => view.destroy()
  }, [caret, report])

  const isInvalid = error !== undefined && error !== null && error !== false
  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-label': label,
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      'aria-invalid': String(isInvalid),
      'aria-required': String(isRequired),
    })
    editor.current?.dispatch({ effects: attributes.current.reconfigure(content) })
  }, [label, describedBy, isInvalid, isRequired])

  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [problems])

  useImperativeHandle(handle, () => ({
    focus: () => editor.current?.focus(),
    insert(text) {
      const view = editor.current
      if (view === undefined) return
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
  }))
  return <div ref={host} className={classes['editor']} />
}

function initialState(
  props: () => PatternInputProps,
  caret: number,
  attributes: Compartment,
  onUpdate: (update: ViewUpdate) => void,
): EditorState {
  const { value, language, placeholder = '' } = props()
  return EditorState.create({
    doc: value,
    selection: { anchor: Math.min(caret, value.length) },
    extensions: [
      history(),
      EditorView.lineWrapping,
      queryEditorTheme,
      patternEditorTheme,
      patternLanguages[language],
      patternHighlighting,
      queryProblems,
      language === 'grok'
        ? patternCompletion(() => props().patterns ?? [])
        : [EditorState.transactionFilter.of(oneLine), keymap.of([{ key: 'Enter', run: submit }])],
      placeholderOf(placeholder),
      EditorView.contentAttributes.of({
        'aria-multiline': String(language === 'grok'),
        tabindex: '0',
        autocorrect: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        // Escape closes the completion, not the dialog around the field.
        'data-mantine-stop-propagation': 'true',
      }),
      attributes.of([]),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(onUpdate),
    ],
  })
}

/** A pasted text loses its line breaks. */
const oneLine: Parameters<typeof EditorState.transactionFilter.of>[0] = (transaction) => {
  if (transaction.newDoc.lines === 1) return transaction
  const insert = transaction.newDoc.toString().replaceAll(/[\r\n]/g, '')
  return { changes: { from: 0, to: transaction.startState.doc.length, insert }, selection: { anchor: insert.length } }
}

/** Enter submits the form around a field of one line. */
function submit(view: EditorView): boolean {
  view.dom.closest('form')?.requestSubmit()
  return true
}

const patternEditorTheme = Prec.high(
  EditorView.theme({
    '&': { maxHeight: '320px' },
    '.cm-completionLabel': { flex: 'none', overflow: 'visible' },
    '.cm-completionDetail': {
      flex: '0 1 auto',
      fontFamily: 'inherit',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
)
