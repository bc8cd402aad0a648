import { useEffect, useRef } from 'react'
import classes from './template-input.module.css'
import type { TemplateFieldProps } from './template-input-props.ts'

/** The field until the editor is loaded, and on touch screens, whose keyboards work better with it. */
export function PlainTemplateInput(props: TemplateFieldProps) {
  const { label, value, onChange, placeholder, isInvalid, isRequired, isOneLine = false, describedBy, caret } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (caret.current.hasFocus) field.current?.focus()
  }, [caret])
  const note = (element: HTMLTextAreaElement, hasFocus: boolean) => {
    caret.current = { position: element.selectionStart, hasFocus }
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
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => {
        note(currentTarget, true)
        onChange(isOneLine ? currentTarget.value.replaceAll(/[\r\n]/g, '') : currentTarget.value)
      }}
      onKeyDown={(event) => {
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
