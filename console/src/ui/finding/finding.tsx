import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './finding.module.css'

export type FindingTone = 'bad' | 'warn' | 'info' | 'ok'

interface FindingProps {
  readonly tone: FindingTone
  readonly title: string
  readonly children?: ReactNode
  /** The button that fixes it. */
  readonly action?: ReactNode
}

const ICONS: Readonly<Record<FindingTone, ReactNode>> = {
  bad: <IconAlertTriangle size={18} aria-hidden />,
  warn: <IconAlertTriangle size={18} aria-hidden />,
  info: <IconInfoCircle size={18} aria-hidden />,
  ok: <IconCircleCheck size={18} aria-hidden />,
}

/** The findings of a diagnosis, the most urgent first. */
export function FindingList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
  )
}

/** One finding: what was seen, what to try, and the button that does it. */
export function Finding({ tone, title, children, action }: FindingProps) {
  return (
    <li className={classes['finding']} data-tone={tone}>
      {ICONS[tone]}
      <div className={classes['text']}>
        <Text component="h2" size="sm" fw={550}>
          {title}
        </Text>
        {children}
      </div>
      {action}
    </li>
  )
}
