import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './fields.module.css'

interface FoldProps {
  readonly label: ReactNode
  readonly isOpenAtFirst?: boolean
  /** Whether a field has an error, which opens the fold. */
  readonly hasError: boolean
  readonly children: ReactNode
}

/** Fields that most people leave as they are. */
export function Fold({ label, isOpenAtFirst = false, hasError, children }: FoldProps) {
  const id = useId()
  const [opened, setOpened] = useState(isOpenAtFirst)
  const isOpen = opened || hasError
  return (
    <div>
      <UnstyledButton
        className={classes['fold'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <IconChevronRight size={15} aria-hidden />
        {label}
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        {children}
      </Collapse>
    </div>
  )
}
