import { useImperativeHandle, useRef } from 'react'
import type { SourceFieldProps } from './code-editor.tsx'
import type { SourceProblem } from './parse-errors.ts'
import classes from './source-editor.module.css'

/** The field until the editor is loaded, and on touch screens, whose keyboards work better with it. */
export function PlainSourceEditor(props: SourceFieldProps) {
  const { label, value, onChange, problems, isReadOnly = false, describedBy, caret, handle } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({
    insert(text) {
      const element = field.current
      if (element === null) return
      element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end')
      element.focus()
      onChange(element.value)
    },
    goTo(problem) {
      const at = plainOffset(value, problem)
      field.current?.focus()
      field.current?.setSelectionRange(at, at)
    },
    undo: () => undefined,
    redo: () => undefined,
  }))
  const note = (element: HTMLTextAreaElement, hasFocus: boolean) => {
    caret.current = { position: element.selectionStart, hasFocus }
  }
  return (
    <textarea
      ref={field}
      className={classes['plain']}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={problems.length > 0}
      readOnly={isReadOnly}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => {
        note(currentTarget, true)
        onChange(currentTarget.value)
      }}
      onSelect={({ currentTarget }) => note(currentTarget, document.activeElement === currentTarget)}
      onFocus={({ currentTarget }) => note(currentTarget, true)}
      onBlur={({ currentTarget }) => note(currentTarget, false)}
    />
  )
}

function plainOffset(text: string, { line, position_in_line: column }: SourceProblem): number {
  const lines = text.split('\n')
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column
}
