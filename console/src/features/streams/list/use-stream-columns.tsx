import { getIndexSet } from '@logyard/contract/store/index-sets'
import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { pauseStream, type StreamPageItem } from '@logyard/contract/streams/streams'
import { Badge, Button, Group } from '@mantine/core'
import { IconPackage, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { answered, type LiveMetrics, minuteRateOf, sumOver } from '../../../cluster/live-metrics.ts'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { useRate } from '../../../ui/use-rate.ts'
import { messagesMetric } from '../messages-metric.ts'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'
import { StreamRules } from './stream-rules.tsx'

interface StreamColumnsInput {
  readonly live: LiveMetrics | undefined
  readonly startingId: string | undefined
  readonly pausingId: string | undefined
  readonly onEditRule: (stream: StreamPageItem, rule: StreamRule) => void
  readonly onStart: (stream: StreamPageItem) => void
}

export function useStreamColumns(input: StreamColumnsInput): readonly Column<StreamPageItem>[] {
  const { live, startingId, pausingId, onEditRule, onStart } = input
  const t = useText()
  const canSeeIndexSets = useMay()(getIndexSet)
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: canSeeIndexSets })
  const titleOf = (indexSetId: string) => indexSets.data?.find(({ id }) => id === indexSetId)?.title
  const indexSetColumn = textColumn<StreamPageItem>({
    id: 'indexSet',
    header: t('streams.indexSet'),
    text: (stream) => titleOf(stream.index_set_id),
  })
  return [
    titleColumn({
      id: 'title',
      header: t('streams.title'),
      sortKey: 'title',
      name: ({ title }) => title,
      to: ({ id }) => routes.streamSearch(id),
      badges: (stream) => <Badges stream={stream} />,
      description: ({ description }) => description,
    }),
    {
      id: 'rules',
      header: t('streams.rules'),
      cell: (stream) => <StreamRules stream={stream} onEditRule={(rule) => onEditRule(stream, rule)} />,
    },
    ...(canSeeIndexSets ? [indexSetColumn] : []),
    {
      id: 'throughput',
      header: t('streams.throughput'),
      align: 'right',
      cell: (stream) => <Throughput stream={stream} live={live} />,
    },
    {
      id: 'status',
      header: t('streams.status'),
      cell: (stream) => (
        <StreamStatus
          stream={stream}
          isStarting={startingId === stream.id}
          isPausing={pausingId === stream.id}
          onStart={() => onStart(stream)}
        />
      ),
    },
  ]
}

function Badges({ stream }: { stream: StreamPageItem }) {
  const t = useText()
  return (
    <>
      {stream.is_default && <Badge color="gray">{t('streams.badge.default')}</Badge>}
      {stream.content_pack !== null && <IconPackage size={14} role="img" aria-label={t('streams.badge.contentPack')} />}
    </>
  )
}

function Throughput({ stream, live }: { stream: StreamPageItem; live: LiveMetrics | undefined }) {
  const rate = useRate()
  if (live === undefined) return <span translate="no">…</span>
  return <span>{rate(sumOver(answered(live), messagesMetric(stream.id), minuteRateOf) ?? 0)}</span>
}

interface StreamStatusProps {
  readonly stream: StreamPageItem
  readonly isStarting: boolean
  readonly isPausing: boolean
  readonly onStart: () => void
}

function StreamStatus({ stream, isStarting, isPausing, onStart }: StreamStatusProps) {
  const t = useText()
  const canStart = useMay()(pauseStream, { id: stream.id }) && stream.is_editable
  if (isStarting) return <StatusDot tone="busy">{t('streams.status.starting')}</StatusDot>
  if (isPausing) return <StatusDot tone="busy">{t('streams.status.pausing')}</StatusDot>
  if (!stream.disabled) return <StatusDot tone="ok">{t('streams.status.running')}</StatusDot>
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusDot tone="off">{t('streams.status.stopped')}</StatusDot>
      {canStart && (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlayerPlay size={12} />}
          aria-label={t('streams.startOne', { title: stream.title })}
          onClick={onStart}
        >
          {t('streams.startNow')}
        </Button>
      )}
    </Group>
  )
}
