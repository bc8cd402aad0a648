/** The query: a plain text field until the user turns to it, then the editor with highlighting and completion. */
import { type KeyboardEvent, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { CodeInput } from '../../ui/code-field/code-input.tsx'
import type { QueryInputProps } from './query-input-props.ts'
import { hasErrors } from './query-problem.ts'

const QueryEditor = deferred(() => import('./query-editor.tsx').then((module) => module.QueryEditor))

export function QueryInput({ onRun, history, problems, completion, ...field }: QueryInputProps) {
  const tools = { onRun, history, problems, completion }
  const { value, onChange } = field
  const [isWanted, setIsWanted] = useState(false)
  const onPlainKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey, currentTarget } = event
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault()
      onRun()
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const isUp = key === 'ArrowUp'
      const beyond = isUp ? value.slice(0, currentTarget.selectionStart) : value.slice(currentTarget.selectionEnd)
      if (beyond.includes('\n')) return
      const text = history.step(isUp ? 1 : -1, value)
      if (text === undefined) return
      event.preventDefault()
      onChange(text)
    }
  }
  return (
    <CodeInput
      {...field}
      height="bar"
      isInvalid={hasErrors(problems)}
      onPlainKeyDown={onPlainKeyDown}
      onTurn={() => setIsWanted(true)}
      editor={(input, plain) => <QueryEditor {...input} {...tools} isWanted={isWanted} fallback={plain} />}
    />
  )
}
