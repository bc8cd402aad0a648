import { useEffect, useImperativeHandle, useRef } from 'react'
import type { PatternFieldProps } from './pattern-editor.tsx'
import classes from './pattern-input.module.css'

/** The field until the editor is loaded, and on touch screens, whose keyboards work better with it. */
export function PlainPatternInput(props: PatternFieldProps) {
  const { language, label, value, onChange, placeholder, error, isRequired, describedBy, caret, handle } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (caret.current.hasFocus) field.current?.focus()
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
  }))
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
      aria-invalid={error !== undefined && error !== null && error !== false}
      aria-required={isRequired}
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => {
        note(currentTarget, true)
        onChange(language === 'regex' ? currentTarget.value.replaceAll(/[\r\n]/g, '') : currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (language !== 'regex' || event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      onSelect={({ currentTarget }) => note(currentTarget, document.activeElement === currentTarget)}
      onFocus={({ currentTarget }) => note(currentTarget, true)}
      onBlur={({ currentTarget }) => note(currentTarget, false)}
    />
  )
}
