import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import type { SourceProblem } from '../source-editor/parse-errors.ts'

/** Why a stored pipeline runs nothing. */
export function PipelineErrors({ errors }: { errors: readonly SourceProblem[] }) {
  const t = useText()
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('pipelines.broken.title')} mb="md">
      <List size="sm">
        {errors.map(({ line, position_in_line: column, reason }) => (
          <List.Item key={`${line}|${column}|${reason}`} translate="no">
            {t('pipelines.source.errorAt', { line, reason })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
