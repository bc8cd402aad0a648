import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import classes from './expandable-table.module.css'

interface RowToggleProps {
  /** Given by a user. */
  readonly title: string
  readonly label: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The title of a row, which shows and hides the details below the row. */
export function RowToggle({ title, label, isOpen, onToggle }: RowToggleProps) {
  return (
    <UnstyledButton
      className={classes['toggle'] ?? ''}
      aria-expanded={isOpen}
      aria-label={label}
      onClick={() => onToggle(!isOpen)}
    >
      <IconChevronRight size={14} aria-hidden />
      <span translate="no">{title}</span>
    </UnstyledButton>
  )
}
