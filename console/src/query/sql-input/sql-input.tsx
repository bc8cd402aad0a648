/** A statement in SQL: Ctrl+Enter runs it. */
import type { KeyboardEvent } from 'react'
import { CodeField } from '../../ui/code-field/code-field.tsx'

interface SqlInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun: () => void
}

export function SqlInput({ onRun, ...field }: SqlInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun()
  }
  return <CodeField {...field} height="paragraph" editor={(_, plain) => plain} onPlainKeyDown={onKeyDown} />
}
