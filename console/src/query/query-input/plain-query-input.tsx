import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import classes from './query-input.module.css'
import type { Caret, QueryFieldProps } from './query-input-props.ts'
import { hasErrors } from './query-problem.ts'

interface PlainQueryInputProps extends QueryFieldProps {
  readonly caret: RefObject<Caret>
}

export function PlainQueryInput(props: PlainQueryInputProps) {
  const { label, placeholder, value, onChange, onRun, history, describedBy, problems, handle, caret } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), [])
  useEffect(() => {
    const element = field.current
    if (element === null || !caret.current.hasFocus) return
    element.focus()
    element.setSelectionRange(caret.current.anchor, caret.current.head)
  }, [caret])

  const note = (element: HTMLTextAreaElement, hasFocus = true, hasTyped = caret.current.hasTyped) => {
    caret.current = { anchor: element.selectionStart, head: element.selectionEnd, hasFocus, hasTyped }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      onRun()
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const { selectionStart, selectionEnd } = currentTarget
      const isUp = key === 'ArrowUp'
      const beyond = isUp ? value.slice(0, selectionStart) : value.slice(selectionEnd)
      if (beyond.includes('\n')) return
      const text = history.step(isUp ? 1 : -1, value)
      if (text === undefined) return
      event.preventDefault()
      onChange(text)
    }
  }
  return (
    <textarea
      ref={field}
      className={classes['plain']}
      rows={1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={hasErrors(problems)}
      placeholder={placeholder}
      spellCheck={false}
      data-mantine-stop-propagation
      autoCapitalize="off"
      autoCorrect="off"
      autoComplete="off"
      value={value}
      onChange={(event) => {
        note(event.currentTarget, true, true)
        onChange(event.currentTarget.value)
      }}
      onSelect={(event) => note(event.currentTarget, document.activeElement === event.currentTarget)}
      onFocus={(event) => note(event.currentTarget)}
      onBlur={(event) => note(event.currentTarget, false)}
      onKeyDown={onKeyDown}
    />
  )
}
