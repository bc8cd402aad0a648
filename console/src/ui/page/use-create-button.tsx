import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { useGo } from '../../base/routes/location.ts'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../link-button.tsx'

interface CreateButton {
  /** The text of the button and of the command in the palette. */
  readonly label: MessageId
  readonly icon?: ReactNode
  /** The address of the form, or the function that opens it. */
  readonly target: string | (() => void)
  readonly isAllowed: boolean
}

/** The main button of a list, which is also a command of the palette; `undefined` if the user may not create. */
export function useCreateButton({ label, icon = <IconPlus size={16} />, target, isAllowed }: CreateButton): ReactNode {
  const t = useText()
  const go = useGo()
  const open = typeof target === 'string' ? () => go(target) : target
  useCommand(label, t(label), open, isAllowed)
  if (!isAllowed) return undefined
  return typeof target === 'string' ? (
    <LinkButton to={target} leftSection={icon}>
      {t(label)}
    </LinkButton>
  ) : (
    <Button leftSection={icon} onClick={target}>
      {t(label)}
    </Button>
  )
}
