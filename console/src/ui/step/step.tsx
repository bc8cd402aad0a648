import { Box, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './step.module.css'

/** A numbered step of a task. The page ticks it off when it has happened. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol>{children}</ol>
}

interface StepProps {
  readonly number: number
  readonly title: string
  /** The step has actually happened. */
  readonly isDone: boolean
  readonly children: ReactNode
}

export function Step({ number, title, isDone, children }: StepProps) {
  const t = useText()
  const id = useId()
  return (
    <li className={classes['step']} aria-labelledby={`${id}title ${id}state`}>
      <ThemeIcon size={26} radius="xl" color={isDone ? 'spruce' : 'gray'} variant={isDone ? 'filled' : 'light'}>
        {isDone ? <IconCheck size={16} aria-hidden /> : <span aria-hidden>{number}</span>}
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Title order={2} id={`${id}title`}>
          {title}
        </Title>
        <VisuallyHidden id={`${id}state`} role="status">
          {t(isDone ? 'ui.step.done' : 'ui.step.open')}
        </VisuallyHidden>
        {children}
      </Box>
    </li>
  )
}
