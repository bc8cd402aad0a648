import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface NotRunningProps {
  readonly children: ReactNode
  /** The button that fixes it. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

/** Why a rule or a pipeline does not run. */
export const NotRunning = ({ children, action }: NotRunningProps) => (
  <Text span size="sm" c="var(--ly-warn-text)">
    {children}
    {action && (
      <>
        {' · '}
        <Anchor component="button" type="button" size="sm" onClick={action.onClick}>
          {action.label}
        </Anchor>
      </>
    )}
  </Text>
)
