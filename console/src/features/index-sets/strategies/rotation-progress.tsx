import type { IndexSummary } from '@logyard/contract/store/deflector'
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Progress, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { retentionKindOf, rotationKindOf } from './strategies.ts'
import { RetentionSummary, RotationSummary } from './strategy-summary.tsx'

interface RotationProgressProps {
  readonly indexSet: IndexSet
  readonly indices: Readonly<Record<string, IndexSummary>>
}

/** How close the write index is to rotation, and how many indices are retained. */
export function RotationProgress({ indexSet, indices }: RotationProgressProps) {
  const t = useText()
  const intl = useIntl()
  const bytes = useBytes()
  const all = Object.values(indices)
  const written = all.find(({ is_deflector }) => is_deflector)?.size
  const { max_docs_per_index: maxDocs, max_size: maxSize } = indexSet.rotation_strategy
  const kind = rotationKindOf(indexSet.rotation_strategy_class)
  const retained = all.filter(({ is_closed, is_reopened }) => !is_closed && !is_reopened).length
  const { max_number_of_indices: maxRetained } = indexSet.retention_strategy
  const hasLimit = (retentionKindOf(indexSet.retention_strategy_class) ?? 'none') !== 'none'
  const count = (value: number) => intl.formatNumber(value)
  const progress = (now: number, max: number, say: (value: number) => string) => ({
    share: now / max,
    text: t('indexSets.progress', { now: say(now), max: say(max) }),
  })
  const rotation = {
    ...(written && kind === 'count' && maxDocs !== undefined && progress(written.events, maxDocs, count)),
    ...(written && kind === 'size' && maxSize !== undefined && progress(written.bytes, maxSize, bytes)),
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Gauge label={t('indexSets.nextRotation')} summary={<RotationSummary indexSet={indexSet} />} {...rotation} />
      <Gauge
        label={t('indexSets.retention')}
        summary={<RetentionSummary indexSet={indexSet} />}
        {...(hasLimit && progress(retained, maxRetained, count))}
      />
    </SimpleGrid>
  )
}

interface GaugeProps {
  readonly label: string
  readonly summary: ReactNode
  readonly share?: number
  readonly text?: string
}

function Gauge({ label, summary, share, text }: GaugeProps) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {label}
      </Text>
      <Dimmed>{summary}</Dimmed>
      {share !== undefined && (
        <>
          <Progress value={Math.min(100, share * 100)} aria-label={label} mt="xs" size="sm" />
          <Text size="xs" c="dimmed" mt={2}>
            {text}
          </Text>
        </>
      )}
    </div>
  )
}
