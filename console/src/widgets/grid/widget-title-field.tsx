import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useText } from '../../base/text/text.tsx'

export interface WidgetTitleProps {
  readonly title: string
  /** Called with the new title, or without one if it did not change. */
  readonly onDone: (title: string | undefined) => void
}

/** Edits a title: Enter or leaving the field applies it, Escape or an empty field reverts it. */
export function WidgetTitleField({ title, onDone }: WidgetTitleProps) {
  const t = useText()
  const isDone = useRef(false)
  const finish = (text: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    const changed = text?.trim() ?? ''
    onDone(changed === '' || changed === title ? undefined : changed)
  }
  return (
    <TextInput
      size="xs"
      aria-label={t('widgets.title')}
      defaultValue={title}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish(undefined)
      }}
    />
  )
}
