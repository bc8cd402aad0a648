import {
  type FieldStatistics as Figures,
  getFieldStatistics,
  type NumberStatistics,
} from '@logyard/contract/search/field-insights'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { CloseButton, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { FieldStatisticsActions } from './field-statistics-actions.tsx'
import { FieldTopValues } from './field-top-values.tsx'
import classes from './fields.module.css'

const TOP = 10

interface FieldStatisticsProps {
  readonly field: string
  readonly selection: MessageSelection
  readonly tables: readonly MessagesWidget[]
  readonly onClose: () => void
}

/** Statistics of a field in the current result, and how many messages they are based on. */
export function FieldStatistics({ field, selection, tables, onClose }: FieldStatisticsProps) {
  const t = useText()
  const call = useCall()
  const unknown = parameterNames([selection.query ?? '', ...(selection.filters ?? [])])
  const statistics = useQuery({
    queryKey: ['field-statistics', field, selection],
    queryFn: ({ signal }) => call(getFieldStatistics, { body: { ...selection, field, top: TOP }, signal }),
    enabled: unknown.length === 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <Stack gap="sm" aria-busy={statistics.isFetching}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} translate="no" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {field}
        </Title>
        <CloseButton size="sm" aria-label={t('fields.stats.close')} onClick={onClose} />
      </Group>
      <FieldStatisticsActions field={field} tables={tables} onDone={onClose} />
      {unknown.length > 0 && <Text size="sm">{t('fields.stats.parameters')}</Text>}
      {statistics.isLoading && <LoadingLines lines={8} />}
      {statistics.isError && <LoadFailed error={statistics.error} onRetry={statistics.refetch} />}
      {statistics.data !== undefined && <Shown figures={statistics.data} />}
    </Stack>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const t = useText()
  const { total, looked_at: looked, with_field: count, numbers } = figures
  const share = looked === 0 ? 0 : count / looked
  return (
    <>
      <div>
        <Text size="sm">{t('fields.stats.coverage', { count, total: looked, share })}</Text>
        <Progress value={share * 100} size="sm" mt={4} aria-label={t('fields.stats.coverageBar')} />
        {looked < total && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('fields.stats.sample', { looked, total })}
          </Text>
        )}
      </div>
      {count > 0 && (
        <>
          <FieldTopValues figures={figures} />
          {numbers !== null && <Numbers numbers={numbers} />}
        </>
      )}
    </>
  )
}

function Numbers({ numbers }: { numbers: NumberStatistics }) {
  const t = useText()
  const intl = useIntl()
  const text = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 3 })
  const { min, max, average, median, p95, p99, deviation, distribution } = numbers
  const highest = Math.max(1, ...distribution.map(({ count }) => count))
  const figures = [
    [t('fields.stats.min'), min],
    [t('fields.stats.max'), max],
    [t('fields.stats.average'), average],
    [t('fields.stats.median'), median],
    [t('fields.stats.p95'), p95],
    [t('fields.stats.p99'), p99],
    [t('fields.stats.deviation'), deviation],
  ] as const
  return (
    <>
      <dl className={classes['figures']}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text(value)}</dd>
          </div>
        ))}
      </dl>
      {distribution.length > 1 && (
        <div>
          <div
            className={classes['bars']}
            role="img"
            aria-label={t('fields.stats.distribution', { from: text(min), to: text(max) })}
          >
            {distribution.map(({ from, to, count }) => (
              <span
                key={from}
                title={t('fields.stats.bar', { count, from: text(from), to: text(to) })}
                style={{ height: count === 0 ? 0 : `max(2px, ${(count / highest) * 100}%)` }}
              />
            ))}
          </div>
          <Group justify="space-between">
            <Dimmed size="xs">{text(min)}</Dimmed>
            <Dimmed size="xs">{text(max)}</Dimmed>
          </Group>
        </div>
      )}
    </>
  )
}
