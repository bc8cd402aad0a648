import { Badge } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import type { SourceProblem } from './parse-errors.ts'

/** Marks a rule or a pipeline whose source does not parse. */
export function SourceErrorsBadge() {
  const t = useText()
  return (
    <Badge color="red" leftSection={<IconAlertTriangle size={12} />}>
      {t('pipelines.broken')}
    </Badge>
  )
}

/** The reasons in one line. */
export function useReasons(): (errors: readonly SourceProblem[]) => string {
  const t = useText()
  return (errors) => errors.map(({ line, reason }) => t('pipelines.source.errorAt', { line, reason })).join(' ')
}
