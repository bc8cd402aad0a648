import { Alert, List } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface TestOutcomeProps {
  readonly success: boolean
  readonly title: ReactNode
  readonly errors: readonly string[]
  readonly children?: ReactNode
}

/** Whether the test of a directory or provider succeeded, and the errors that it found. */
export const TestOutcome = ({ success, title, errors, children }: TestOutcomeProps) => (
  <Alert
    role="status"
    color={success ? 'spruce' : 'red'}
    icon={success ? <IconCheck /> : <IconAlertTriangle />}
    title={title}
  >
    {children}
    {errors.length > 0 && (
      <List size="sm" translate="no" style={{ overflowWrap: 'anywhere' }}>
        {errors.map((error) => (
          <List.Item key={error}>{error}</List.Item>
        ))}
      </List>
    )}
  </Alert>
)
