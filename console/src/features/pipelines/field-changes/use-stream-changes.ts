import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { processedStreamsQuery } from '../pipeline-queries.ts'
import type { FieldChange } from './field-changes.ts'

/** The streams that a message enters and leaves, by title, as changes to show. */
export function useStreamChanges() {
  const t = useText()
  const streams = useQuery(processedStreamsQuery(useCall()))
  const titleOf = (id: string) => streams.data?.find((stream) => stream.id === id)?.title ?? id
  const field = t('pipelines.trial.stream')
  return (before: readonly string[], after: readonly string[]): readonly FieldChange[] => [
    ...after.filter((id) => !before.includes(id)).map((id) => ({ field, kind: 'added' as const, after: titleOf(id) })),
    ...before
      .filter((id) => !after.includes(id))
      .map((id) => ({ field, kind: 'removed' as const, before: titleOf(id) })),
  ]
}
