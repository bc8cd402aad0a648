import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'

interface ForEditorsProps {
  readonly isAllowed: boolean
  /** The id of the text that others get. */
  readonly otherwise: MessageId
  readonly children: ReactNode
}

/** Shows a form only to users who may change its object. */
export function ForEditors({ isAllowed, otherwise, children }: ForEditorsProps) {
  const t = useText()
  if (isAllowed) return children
  return (
    <Alert color="gray" icon={<IconLock />}>
      {t(otherwise)}
    </Alert>
  )
}
