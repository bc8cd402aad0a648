/** The template in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderOf, type ViewUpdate } from '@codemirror/view'
import { parseJmte } from '@logyard/languages/jmte/parse-jmte'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { queryEditorTheme } from '../../query/query-input/query-editor-theme.ts'
import { queryProblems, setProblems } from '../../query/query-input/query-problems.ts'
import { useEditedValue } from '../../query/query-input/use-edited-value.ts'
import { templateCompletion } from './template-completion-source.ts'
import { templateHighlighting } from './template-highlighting.ts'
import classes from './template-input.module.css'
import type { TemplateFieldProps } from './template-input-props.ts'

export function TemplateEditor(props: TemplateFieldProps) {
  const { label, value, describedBy, isInvalid, isRequired = false, isOneLine = false, caret } = props
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

  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-label': label,
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      'aria-invalid': String(isInvalid),
      'aria-required': String(isRequired),
      'aria-multiline': String(!isOneLine),
    })
    editor.current?.dispatch({ effects: attributes.current.reconfigure(content) })
  }, [label, describedBy, isInvalid, isRequired, isOneLine])

  const problems = useMemo(() => problemsIn(value), [value])
  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [problems])
  return <div ref={host} className={classes['editor']} />
}

/** The whole expression is underlined. */
const problemsIn = (template: string) =>
  parseJmte(template).problems.map(({ message, at }) => {
    const end = template.indexOf('}', at)
    return { severity: 'error' as const, message, from: at, to: end < 0 ? template.length : end + 1 }
  })

function initialState(
  props: () => TemplateFieldProps,
  caret: number,
  attributes: Compartment,
  onUpdate: (update: ViewUpdate) => void,
): EditorState {
  const { value, placeholder = '', isOneLine = false } = props()
  return EditorState.create({
    doc: value,
    selection: { anchor: Math.min(caret, value.length) },
    extensions: [
      history(),
      EditorView.lineWrapping,
      queryEditorTheme,
      Prec.high(EditorView.theme({ '&': { maxHeight: '420px' } })),
      templateHighlighting,
      queryProblems,
      templateCompletion(() => props().names),
      isOneLine ? [EditorState.transactionFilter.of(oneLine), keymap.of([{ key: 'Enter', run: submit }])] : [],
      placeholderOf(placeholder),
      EditorView.contentAttributes.of({
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
