/** The source in CodeMirror. Loaded after the plain field is shown, whose text and focus it takes over. */
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { queryEditorTheme } from '../../../query/query-input/query-editor-theme.ts'
import { useEditedValue } from '../../../query/query-input/use-edited-value.ts'
import { sourceCompletion } from './source-completion.ts'
import classes from './source-editor.module.css'
import type { SourceEditorProps } from './source-editor-props.ts'
import { sourceLanguages } from './source-language.ts'
import { offsetOf, setSourceProblems, sourceMarks } from './source-marks.ts'

export interface SourceFieldProps extends SourceEditorProps {
  readonly describedBy: string
  /** Where the caret is, and whether the field has the focus; for the change from one field to the other. */
  readonly caret: RefObject<{ position: number; hasFocus: boolean }>
}

export function CodeEditor(props: SourceFieldProps) {
  const { label, value, problems, isReadOnly = false, describedBy, caret, handle } = props
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
    const view = new EditorView({
      parent: host.current,
      state: initialState(() => latest.current, caret.current.position, attributes.current, report),
    })
    editor.current = view
    if (caret.current.hasFocus) view.focus()
    return () => view.destroy()
  }, [caret, report])

  const isInvalid = problems.length > 0
  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
    })
    editor.current?.dispatch({
      effects: attributes.current.reconfigure([content, EditorState.readOnly.of(isReadOnly)]),
    })
  }, [label, describedBy, isInvalid, isReadOnly])

  useEffect(() => editor.current?.dispatch({ effects: setSourceProblems.of(problems) }), [problems])

  useImperativeHandle(handle, () => handleOf(() => editor.current))
  return <div ref={host} className={classes['editor']} />
}

function handleOf(view: () => EditorView | undefined) {
  const withFocus = (run: (current: EditorView) => unknown) => () => {
    const current = view()
    if (current === undefined) return
    run(current)
    current.focus()
  }
  return {
    insert: (text: string) => withFocus((current) => current.dispatch(current.state.replaceSelection(text)))(),
    goTo: (problem: Parameters<typeof offsetOf>[1]) =>
      withFocus((current) =>
        current.dispatch({ selection: { anchor: offsetOf(current.state.doc, problem) }, scrollIntoView: true }),
      )(),
    undo: withFocus(undo),
    redo: withFocus(redo),
  }
}

function initialState(
  props: () => SourceEditorProps,
  caret: number,
  attributes: Compartment,
  onUpdate: (update: ViewUpdate) => void,
): EditorState {
  const { value, language } = props()
  const save = () => {
    const { onSave } = props()
    onSave?.()
    return onSave !== undefined
  }
  return EditorState.create({
    doc: value,
    selection: { anchor: Math.min(caret, value.length) },
    extensions: [
      history(),
      lineNumbers(),
      EditorView.lineWrapping,
      queryEditorTheme,
      sourceEditorTheme,
      sourceLanguages[language],
      bracketMatching(),
      indentOnInput(),
      sourceMarks,
      sourceCompletion(props),
      EditorView.contentAttributes.of({
        tabindex: '0',
        autocorrect: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
      }),
      attributes.of([]),
      keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(onUpdate),
    ],
  })
}

const sourceEditorTheme = Prec.high(
  EditorView.theme({
    '&': { height: '100%', maxHeight: 'none' },
    '.cm-scroller': { overflow: 'auto' },
    '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 10px' },
    '.cm-problemLine': { color: 'var(--ly-bad-text)', fontWeight: '700' },
    '.cm-line': { padding: '0 10px 0 4px' },
    '.cm-matchingBracket': { backgroundColor: 'var(--ly-accent-soft)', color: 'inherit' },
    // The documentation of the selected function is beside the list.
    '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
    '.cm-tooltip.cm-completionInfo': { padding: 0 },
    '.cm-completionLabel': { flex: 'none', overflow: 'visible' },
    '.cm-completionDetail': {
      flex: '0 1 auto',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
)
