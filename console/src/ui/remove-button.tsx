import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

interface RemoveButtonProps {
  /** Names the entry. */
  readonly label: string
  readonly onClick: () => void
}

/** A cross that removes an entry of a form. */
export const RemoveButton = ({ label, onClick }: RemoveButtonProps) => (
  <ActionIcon aria-label={label} onClick={onClick}>
    <IconX size={15} />
  </ActionIcon>
)
