import { Collapse, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './notification-form.module.css'

interface MoreFieldsProps {
  readonly label: string
  /** One of the fields is set when the form opens, or has an error. */
  readonly isUsed: boolean
  readonly hasError: boolean
  readonly children: ReactNode
}

/** Fields that most people leave as they are. */
export function MoreFields({ label, isUsed, hasError, children }: MoreFieldsProps) {
  const id = useId()
  const [opened, setOpened] = useState(isUsed)
  const isOpen = opened || hasError
  return (
    <div>
      <UnstyledButton
        className={classes['more'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <IconChevronRight size={15} aria-hidden />
        {label}
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen} transitionDuration={0}>
        <Stack gap="md" mt="md">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
