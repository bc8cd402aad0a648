import { EmptyState as MantineEmptyState, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** What would be here and what it is for. */
  readonly text?: ReactNode
  /** The first thing to do, mostly a button. */
  readonly action?: ReactNode
  /** It is all that the page has: the title is the page's heading. */
  readonly isPage?: boolean
}

/** In place of a list that has nothing: says what belongs here and offers the first step. */
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
