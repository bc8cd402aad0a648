import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

interface ProblemAlertProps {
  readonly kind: 'table' | 'cache' | 'adapter'
  readonly problem: string | null | undefined
}

/** The problem of an object, at the top of its page. Shows nothing without one. */
export function ProblemAlert({ kind, problem }: ProblemAlertProps) {
  const t = useText()
  if (problem === undefined || problem === null || problem === '') return null
  return (
    <Alert color="red" mb="md" icon={<IconAlertTriangle />} title={t(`lookup.problem.${kind}`)}>
      <Text size="sm" translate="no" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {problem}
      </Text>
    </Alert>
  )
}
