import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import type { StreamPageItem } from '@logyard/contract/streams/streams'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { answered, type LiveMetrics, sumOver } from '../../../cluster/live-metrics.ts'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { RuleList } from '../rules/rule-list.tsx'
import type { StreamSwitch } from '../stream-actions.ts'
import { mayEditStream } from '../stream-permissions.ts'
import { indexSetsOfStreamsQuery } from '../stream-queries.ts'
import classes from '../streams.module.css'

export const throughputMetric = ({ id }: StreamPageItem) =>
  `org.graylog2.plugin.streams.Stream.${id}.incomingMessages.1-sec-rate`

interface StreamColumnsInput {
  readonly live: LiveMetrics | undefined
  /** The stream that is starting or pausing. */
  readonly switching: StreamSwitch | undefined
  readonly onEditRule: (stream: StreamPageItem, rule: StreamRule) => void
  readonly share: (stream: StreamPageItem) => ReactNode
}

export function useStreamColumns(input: StreamColumnsInput): readonly Column<StreamPageItem>[] {
  const { live, switching, onEditRule, share } = input
  const t = useText()
  const canSeeIndexSets = useMay()('indexsets:read')
  const indexSets = useQuery({ ...indexSetsOfStreamsQuery(useCall()), enabled: canSeeIndexSets })
  const titleOf = (indexSetId: string) => indexSets.data?.find(({ id }) => id === indexSetId)?.title
  const indexSetColumn: Column<StreamPageItem> = {
    id: 'indexSet',
    header: t('streams.indexSet'),
    cell: (stream) => (
      <span translate="no" className={classes['indexSet']}>
        {titleOf(stream.index_set_id) ?? '-'}
      </span>
    ),
  }
  return [
    {
      id: 'title',
      header: t('streams.title'),
      sortKey: 'title',
      cell: (stream) => <StreamCell stream={stream} onEditRule={onEditRule} />,
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
      cell: (stream) => <StreamStatus stream={stream} switching={switching} />,
    },
    { id: 'share', header: t('streams.sharing'), cell: share },
  ]
}

function StreamCell({ stream, onEditRule }: { stream: StreamPageItem; onEditRule: StreamColumnsInput['onEditRule'] }) {
  const t = useText()
  return (
    <div className={classes['stream']}>
      <Group gap="xs">
        <StreamName stream={stream} />
        {stream.is_default && <Badge color="gray">{t('streams.badge.default')}</Badge>}
        {stream.content_pack !== null && (
          <IconPackage size={14} role="img" aria-label={t('streams.badge.contentPack')} />
        )}
      </Group>
      {stream.description !== null && stream.description !== '' && (
        <Text size="xs" className={classes['description'] ?? ''} translate="no">
          {stream.description}
        </Text>
      )}
      <StreamRules stream={stream} onEditRule={onEditRule} />
    </div>
  )
}

/** Links to the stream's messages, or to its rules in a console without the search page. */
function StreamName({ stream }: { stream: StreamPageItem }) {
  const isBuilt = useIsBuilt()
  const canEdit = mayEditStream(useMay(), stream)
  const name = (
    <Text span inherit fw={550} translate="no">
      {stream.title}
    </Text>
  )
  if (isBuilt(routes.streamSearch)) return <AppLink to={routes.streamSearch(stream.id)}>{name}</AppLink>
  if (canEdit && stream.is_editable) return <AppLink to={routes.streamEdit(stream.id)}>{name}</AppLink>
  return name
}

/** The matching type in words, and the rules on demand. */
function StreamRules({ stream, onEditRule }: { stream: StreamPageItem; onEditRule: StreamColumnsInput['onEditRule'] }) {
  const t = useText()
  const canEdit = mayEditStream(useMay(), stream) && stream.is_editable
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { rules, matching_type: type } = stream
  const sentence = stream.is_default
    ? t('streams.defaultStream.text')
    : rules.length === 0
      ? t('streams.rules.none')
      : t('streams.rules.sentence', { type, count: rules.length })
  return (
    <>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {sentence}
        </Text>
        {rules.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'streams.rules.hide' : 'streams.rules.show')}
          </Button>
        )}
      </Group>
      <div id={id}>
        {isOpen && <RuleList rules={rules} canEdit={canEdit} onEdit={(rule) => onEditRule(stream, rule)} />}
      </div>
    </>
  )
}

function Throughput({ stream, live }: { stream: StreamPageItem; live: LiveMetrics | undefined }) {
  const t = useText()
  const intl = useIntl()
  if (live === undefined) return <span translate="no">…</span>
  const rate = sumOver(answered(live), throughputMetric(stream)) ?? 0
  return <span className={classes['nowrap']}>{t('streams.throughput.rate', { rate: intl.formatNumber(rate) })}</span>
}

function StreamStatus({ stream, switching }: { stream: StreamPageItem; switching: StreamSwitch | undefined }) {
  const t = useText()
  if (switching?.stream.id === stream.id)
    return (
      <StatusDot tone="busy">
        {t(switching.to === 'running' ? 'streams.status.starting' : 'streams.status.pausing')}
      </StatusDot>
    )
  if (stream.disabled) return <StatusDot tone="off">{t('streams.status.stopped')}</StatusDot>
  return <StatusDot tone="ok">{t('streams.status.running')}</StatusDot>
}
