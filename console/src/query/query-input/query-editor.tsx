/** The query in CodeMirror. Loaded after the page is usable; takes over text, caret and focus of the plain field. */
import { startCompletion } from '@codemirror/autocomplete'
import { useEffect, useImperativeHandle, useLayoutEffect } from 'react'
import { setProblems } from '../../ui/code-field/marked-problems.ts'
import type { QueryEditorProps } from './query-editor-props.ts'
import { fieldAttributes } from './query-editor-state.ts'
import classes from './query-input.module.css'
import { hasErrors } from './query-problem.ts'
import { useQueryEditor } from './use-query-editor.ts'

export function QueryEditor(props: QueryEditorProps) {
  const { label, placeholder, describedBy, problems, handle } = props
  const isInvalid = hasErrors(problems)
  const { host, editor, attributes, isCompletionDue } = useQueryEditor(props)
  useImperativeHandle(handle, () => ({ focus: () => editor.current?.focus() }), [editor])

  // Before the browser paints: a field never appears without its name.
  useLayoutEffect(() => {
    const content = fieldAttributes({ label, placeholder, describedBy, isInvalid })
    editor.current?.dispatch({ effects: attributes.current.reconfigure(content) })
  }, [editor, attributes, label, describedBy, isInvalid, placeholder])

  // Completion that was requested before the fields had been loaded.
  const hasFields = (props.completion?.fields.length ?? 0) > 0
  useEffect(() => {
    const view = editor.current
    if (!hasFields || !isCompletionDue.current || view === undefined || !view.hasFocus) return
    isCompletionDue.current = false
    startCompletion(view)
  }, [editor, isCompletionDue, hasFields])

  useEffect(() => editor.current?.dispatch({ effects: setProblems.of(problems) }), [editor, problems])

  return <div ref={host} className={classes['editor']} />
}
