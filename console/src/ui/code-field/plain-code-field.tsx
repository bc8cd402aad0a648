import { useEffect, useImperativeHandle, useRef } from 'react'
import classes from './code-field.module.css'
import type { CodeInputProps } from './code-field-props.ts'
import { withoutLineBreaks } from './one-line.ts'

/** The field until the editor is loaded, and on touch screens, whose keyboards work better with it. */
export function PlainCodeField(props: CodeInputProps) {
  const { label, value, onChange, placeholder, describedBy, isInvalid, isRequired, caret, handle } = props
  const { isReadOnly = false, isOneLine = false, onPlainKeyDown } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { hasFocus, anchor, head } = caret.current
    if (!hasFocus) return
    field.current?.focus()
    field.current?.setSelectionRange(anchor, head)
  }, [caret])
  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    insert(text) {
      const element = field.current
      if (element === null) return
      element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end')
      element.focus()
      onChange(element.value)
    },
    goTo(offset) {
      field.current?.focus()
      field.current?.setSelectionRange(offset, offset)
    },
    undo: () => undefined,
    redo: () => undefined,
  }))
  const note = (element: HTMLTextAreaElement, hasFocus: boolean, hasTyped = caret.current.hasTyped) => {
    caret.current = { anchor: element.selectionStart, head: element.selectionEnd, hasFocus, hasTyped }
  }
  return (
    <textarea
      ref={field}
      className={classes['plain']}
      rows={1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      aria-required={isRequired}
      placeholder={placeholder}
      readOnly={isReadOnly}
      spellCheck={false}
      data-mantine-stop-propagation
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => {
        note(currentTarget, true, true)
        onChange(isOneLine ? withoutLineBreaks(currentTarget.value) : currentTarget.value)
      }}
      onKeyDown={(event) => {
        onPlainKeyDown?.(event)
        if (!isOneLine || event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      onSelect={({ currentTarget }) => note(currentTarget, document.activeElement === currentTarget)}
      onFocus={({ currentTarget }) => note(currentTarget, true)}
      onBlur={({ currentTarget }) => note(currentTarget, false)}
    />
  )
}
