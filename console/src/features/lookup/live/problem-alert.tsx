import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

interface ProblemAlertProps {
  readonly kind: 'table' | 'cache' | 'adapter'
  readonly problem: string | null | undefined
  /** An administrator has not enabled it: nothing is wrong. */
  readonly isOff?: boolean | undefined
}

/** The problem of an object, at the top of its page. Shows nothing without one. */
export function ProblemAlert({ kind, problem, isOff = false }: ProblemAlertProps) {
  const t = useText()
  if (problem === undefined || problem === null || problem === '') return null
  return (
    <Alert
      color={isOff ? 'gray' : 'red'}
      mb="md"
      icon={isOff ? <IconInfoCircle /> : <IconAlertTriangle />}
      title={t(isOff ? 'lookup.off' : `lookup.problem.${kind}`)}
    >
      <Text size="sm" translate="no" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {problem}
      </Text>
    </Alert>
  )
}
