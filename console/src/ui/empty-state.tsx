import { EmptyState as MantineEmptyState } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** What would be here and what it is for. */
  readonly text?: ReactNode
  /** The first thing to do, mostly a button. */
  readonly action?: ReactNode
}

/** In place of a list that has nothing: says what belongs here and offers the first step. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <MantineEmptyState
      size="sm"
      py="xl"
      title={title}
      description={text}
      icon={icon}
      withIndicatorBackground={icon !== undefined}
    >
      {action !== undefined && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  )
}
