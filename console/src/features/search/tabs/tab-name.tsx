import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useText } from '../../../base/text/text.tsx'

const MAX_NAME = 60

interface TabNameProps {
  readonly name: string
  /** An empty name shows the query again. */
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** The name of a tab, being typed. */
export function TabName({ name, onName, onClose }: TabNameProps) {
  const t = useText()
  const isCancelled = useRef(false)
  return (
    <TextInput
      size="xs"
      w={160}
      autoFocus
      maxLength={MAX_NAME}
      aria-label={t('searchTools.tabs.name')}
      defaultValue={name}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.stopPropagation()
        isCancelled.current = event.key === 'Escape'
        event.currentTarget.blur()
      }}
      onBlur={(event) => {
        if (!isCancelled.current && event.currentTarget.value !== name) onName(event.currentTarget.value)
        onClose()
      }}
    />
  )
}
