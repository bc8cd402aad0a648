import type { IndexerOverview, IndexSummary } from '@logyard/contract/store/deflector'
import { type IndexSet, updateIndexSet } from '@logyard/contract/store/index-sets'
import { Alert, Badge, Group, Text } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { toggled } from '../../../ui/data-table/use-selection.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useIndexSet } from '../index-set-of-page.ts'
import { indexDetailsQuery, overviewQuery } from '../index-set-queries.ts'
import { RotationProgress } from '../strategies/rotation-progress.tsx'
import { LifecycleSummary } from '../strategies/strategy-summary.tsx'
import { IndexRow } from './index-row.tsx'
import { MaintenanceMenu } from './maintenance-menu.tsx'
import { isKnownRange, sortedIndices } from './time-line.ts'
import { TimeLineChart } from './time-line-chart.tsx'

const HEALTH_TONES = { yellow: 'warn', red: 'bad' } as const

/** One index set: a time line of its indices, and a list of them. */
export function IndexSetScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.indices.set)
  const call = useCall()
  const overview = useQuery(overviewQuery(call, id))
  const canEdit = useMay()(updateIndexSet, { id })
  return (
    <Loaded query={useIndexSet(id)} isPageEntity>
      {(indexSet) => (
        <Page
          title={t('indexSets.of')}
          subject={indexSet.title}
          description={indexSet.description === null ? undefined : <span translate="no">{indexSet.description}</span>}
          action={
            <Group gap="sm">
              {indexSet.default && <Badge>{t('indexSets.badge.default')}</Badge>}
              {!indexSet.writable && <Badge color="gray">{t('indexSets.badge.readOnly')}</Badge>}
              {canEdit && (
                <LinkButton variant="default" to={routes.indices.setConfiguration(id, { from: 'details' })}>
                  {t('indexSets.editSet')}
                </LinkButton>
              )}
              <MaintenanceMenu indexSet={indexSet} />
            </Group>
          }
        >
          {overview.isError ? (
            <OverviewFailed error={overview.error} onRetry={overview.refetch} />
          ) : overview.data === undefined ? (
            <LoadingLines lines={8} />
          ) : (
            <Overview key={id} indexSet={indexSet} overview={overview.data} />
          )}
        </Page>
      )}
    </Loaded>
  )
}

function Overview({ indexSet, overview }: { indexSet: IndexSet; overview: IndexerOverview }) {
  const t = useText()
  const bytes = useBytes()
  const { indices, counts, indexer_cluster: store } = overview
  const { status } = store.health
  const oldest = oldestIn(indices)
  const total = Object.keys(indices).length
  const size = sumOf(indices, (one) => one.bytes)
  const coldSize = sumOf(indices, (one) => one.cold_bytes)
  return (
    <>
      <FormSection title={t('indexSets.rotationPicture')} description={t('indexSets.rotationPicture.help')}>
        <Group align="stretch" gap="var(--mantine-spacing-xs) var(--mantine-spacing-lg)">
          <Text size="sm">{t('indexSets.overview', { count: total, messages: counts.events, size: bytes(size) })}</Text>
          {oldest !== undefined && (
            <Text size="sm" component="div">
              {t('indexSets.overview.oldest')} <Instant instant={oldest} />
            </Text>
          )}
          <Text size="sm">
            {t('indexSets.overview.kept')} <LifecycleSummary indexSet={indexSet} />
          </Text>
          {(coldSize > 0 || typeof indexSet.cold_after_days === 'number') && (
            <Text size="sm">
              {coldSize > 0 && t('indexSets.overview.cold', { hot: bytes(size - coldSize), cold: bytes(coldSize) })}{' '}
              {typeof indexSet.cold_after_days === 'number' &&
                t('indexSets.coldAfter.says', { days: indexSet.cold_after_days })}
            </Text>
          )}
          {status !== 'green' && (
            <Text size="sm" component="div">
              <StatusDot tone={HEALTH_TONES[status]}>{t(`indexSets.health.${status}`)}</StatusDot>
            </Text>
          )}
          {indexSet.index_analyzer !== 'standard' && (
            <Dimmed>{t('indexSets.analyzer.says', { analyzer: indexSet.index_analyzer })}</Dimmed>
          )}
        </Group>
        {total > 0 && <TimeLineChart indices={indices} />}
        {indexSet.writable ? (
          <RotationProgress indexSet={indexSet} indices={indices} />
        ) : (
          <Dimmed>{t('indexSets.readOnly.text')}</Dimmed>
        )}
      </FormSection>
      <FormSection title={t('indexSets.indices')}>
        <IndexList overview={overview} />
      </FormSection>
    </>
  )
}

function sumOf(
  indices: IndexerOverview['indices'],
  read: (size: NonNullable<IndexSummary['size']>) => number | undefined,
): number {
  return Object.values(indices).reduce((sum, { size }) => sum + (size === null ? 0 : (read(size) ?? 0)), 0)
}

/** The time of the oldest message, as far as the ranges of the indices are known. */
function oldestIn(indices: IndexerOverview['indices']): string | undefined {
  const begins = Object.values(indices).flatMap((summary) =>
    summary.range !== null && isKnownRange(summary) ? [summary.range.begin] : [],
  )
  return begins.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
}

function IndexList({ overview }: { overview: IndexerOverview }) {
  const t = useText()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const indices = sortedIndices(overview.indices).toReversed()
  const asked = indices.filter(({ name, summary }) => !summary.is_closed && open.has(name)).map(({ name }) => name)
  const details = useQuery(indexDetailsQuery(useCall(), asked))
  if (indices.length === 0) return <Text size="sm">{t('indexSets.indices.none')}</Text>
  return (
    <ul aria-label={t('indexSets.indices')}>
      {indices.map((index) => (
        <IndexRow
          key={index.name}
          index={index}
          info={details.data?.[index.name]}
          isOpen={open.has(index.name)}
          onToggle={() => setOpen((old) => toggled(old, index.name))}
        />
      ))}
    </ul>
  )
}

function OverviewFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const t = useText()
  if (!(error instanceof ApiError) || error.status !== 503) return <LoadFailed error={error} onRetry={onRetry} />
  const hasReason = error.code === 'ApiError'
  return (
    <Alert role="alert" color="red" icon={<IconDatabaseOff />} title={t('indexSets.unavailable')}>
      <Text size="sm" mb="xs">
        {t('indexSets.unavailable.text')}
      </Text>
      <Text size="sm" translate={hasReason ? 'no' : 'yes'}>
        {hasReason ? error.message : t('indexSets.unavailable.noReason')}
      </Text>
    </Alert>
  )
}
