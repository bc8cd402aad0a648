import { EmptyState as MantineEmptyState, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** What would be here and what it is for. */
  readonly text?: ReactNode
  /** The first thing to do, usually a button. */
  readonly action?: ReactNode
  /** The page has nothing else: the title becomes its heading. */
  readonly isPage?: boolean
}

/** Replaces an empty list: says what belongs here and offers the first step. */
export function EmptyState({ icon, title, text, action, isPage = false }: EmptyStateProps) {
  return (
    <MantineEmptyState
      size="sm"
      py="xl"
      title={isPage ? <Title order={1}>{title}</Title> : title}
      description={text}
      icon={icon}
      withIndicatorBackground={icon !== undefined}
    >
      {action !== undefined && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  )
}
