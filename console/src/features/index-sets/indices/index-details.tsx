import type { IndexInfo } from '@logyard/contract/store/indices'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import type { NamedIndex } from './time-line.ts'

/** Figures of an expanded index. */
export function IndexDetails({ index, info }: { index: NamedIndex; info: IndexInfo | undefined }) {
  const t = useText()
  if (info === undefined) return <LoadingLines />
  const { segments, documents } = info.all_shards
  const calculatedAt = index.summary.range?.calculated_at ?? null
  return (
    <DefinitionList
      items={[
        calculatedAt !== null && {
          label: t('indexSets.details.range'),
          value: <RelativeTime instant={calculatedAt} />,
        },
        { label: t('indexSets.details.segments'), value: segments },
        { label: t('indexSets.details.deleted'), value: documents.deleted },
      ]}
    />
  )
}
