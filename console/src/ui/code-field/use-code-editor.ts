import { startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder, type ViewUpdate } from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { codeEditorTheme } from './code-editor-theme.ts'
import type { CodeFieldHandle, CodeInputProps } from './code-field-props.ts'
import { type MarkedProblem, markedProblems, setProblems } from './marked-problems.ts'
import { withoutLineBreaks } from './one-line.ts'
import { useEditedValue } from './use-edited-value.ts'

interface CodeEditor {
  /** The element that contains the editor. */
  readonly host: RefObject<HTMLDivElement | null>
  readonly editor: RefObject<EditorView | undefined>
}

/**
 * Creates a CodeMirror editor in its host element once, with the text, caret and focus of the plain field, and keeps its
 * text equal to the value of the page. `extensionsOf` adds the language to the extensions of all editors;
 * `selectionOf` places the caret in a text that the page has set.
 */
export function useCodeEditor<Props extends CodeInputProps>(
  props: Props,
  extensionsOf: (props: () => Props) => Extension,
  selectionOf?: (text: string) => { readonly anchor: number },
): CodeEditor {
  const { value, caret, handle, label, describedBy, isInvalid } = props
  const { isRequired = false, isReadOnly = false, isOneLine = false } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | undefined>(undefined)
  const attributes = useRef(new Compartment())
  const latest = useRef(props)
  const extensions = useRef(extensionsOf)
  const report = useEditedValue(editor, latest, value, selectionOf)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const onUpdate = (update: ViewUpdate) => {
      const { anchor, head } = update.state.selection.main
      caret.current = { anchor, head, hasFocus: update.view.hasFocus, hasTyped: false }
      report(update)
    }
    const { anchor, head, hasFocus, hasTyped } = caret.current
    const text = latest.current.value
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        selection: { anchor: Math.min(anchor, text.length), head: Math.min(head, text.length) },
        extensions: [
          extensions.current(() => latest.current),
          latest.current.isOneLine === true ? oneLine : [],
          attributes.current.of([]),
          fieldBasics,
          placeholder(latest.current.placeholder ?? ''),
          EditorView.updateListener.of(onUpdate),
        ],
      }),
    })
    editor.current = view
    if (hasFocus) view.focus()
    // The list that would have opened while the user typed into the plain field.
    if (hasFocus && hasTyped) startCompletion(view)
    return () => view.destroy()
  }, [caret, report])

  // Before the browser paints: a field never appears without its name.
  useLayoutEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-label': label,
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      'aria-invalid': String(isInvalid),
      'aria-required': String(isRequired),
      'aria-multiline': String(!isOneLine),
      ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
    })
    editor.current?.dispatch({
      effects: attributes.current.reconfigure([content, EditorState.readOnly.of(isReadOnly)]),
    })
  }, [label, describedBy, isInvalid, isRequired, isOneLine, isReadOnly])

  useImperativeHandle(handle, () => handleOf(editor))
  return { host, editor }
}

/** Underlines problems in an editor that has the extension `markedProblems`. */
export function useMarkedProblems({ editor }: CodeEditor, problems: readonly MarkedProblem[]): void {
  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [editor, problems])
}

function handleOf(editor: RefObject<EditorView | undefined>): CodeFieldHandle {
  const withFocus = (run: (view: EditorView) => unknown) => {
    const view = editor.current
    if (view === undefined) return
    run(view)
    view.focus()
  }
  return {
    focus: () => editor.current?.focus(),
    insert: (text) => withFocus((view) => view.dispatch(view.state.replaceSelection(text))),
    goTo: (offset) =>
      withFocus((view) =>
        view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true }),
      ),
    undo: () => withFocus(undo),
    redo: () => withFocus(redo),
  }
}

const fieldBasics: Extension = [
  history(),
  EditorView.lineWrapping,
  codeEditorTheme,
  markedProblems,
  EditorView.contentAttributes.of({
    tabindex: '0',
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    // Escape closes the completion, not the dialog around the field.
    'data-mantine-stop-propagation': 'true',
  }),
  keymap.of([...historyKeymap, ...defaultKeymap]),
]

const oneLine: Extension = [
  EditorState.transactionFilter.of((transaction) => {
    if (transaction.newDoc.lines === 1) return transaction
    const insert = withoutLineBreaks(transaction.newDoc.toString())
    return { changes: { from: 0, to: transaction.startState.doc.length, insert }, selection: { anchor: insert.length } }
  }),
  keymap.of([
    {
      key: 'Enter',
      run: ({ dom }) => {
        dom.closest('form')?.requestSubmit()
        return true
      },
    },
  ]),
]
