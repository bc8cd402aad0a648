/** Searches that run, and those in the background with their results: one's own, for administrators those of all users. */
import {
  listOwnRunningSearches,
  listRunningSearches,
  type RunningSearch,
  type RunningSearches,
  stopRunningSearch,
} from '@logyard/contract/search/running-searches'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useIntervalText } from '../../query/time-range/use-range-text.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { type PlainColumn, PlainTable } from '../../ui/data-table/plain-table.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { useProgressText } from '../../ui/work-progress/use-progress-text.ts'

const POLL_MS = 2_000
const KEY = ['running-searches'] as const

export function RunningSearchesScreen() {
  const t = useText()
  const seesAll = useMay()(listRunningSearches)
  const searches = useQuery({ ...searchesQuery(useCall(), seesAll), refetchInterval: POLL_MS })
  const columns = useColumns(seesAll)
  return (
    <Page
      title={t('runningSearches.title')}
      description={t(seesAll ? 'runningSearches.description.all' : 'runningSearches.description')}
    >
      <Loaded query={searches} lines={3}>
        {(rows) => (
          <PlainTable
            label={t('runningSearches.title')}
            columns={columns}
            rows={rows}
            rowId={({ job_id }) => job_id}
            none={t('runningSearches.none')}
            minWidth={720}
          />
        )}
      </Loaded>
    </Page>
  )
}

function searchesQuery(call: Call, ofAll: boolean) {
  const pick = ({ searches }: RunningSearches) => searches
  const options = { extendSession: false } as const
  return ofAll
    ? pickQuery(call, [...KEY, 'all'], pick, listRunningSearches, options)
    : pickQuery(call, [...KEY, 'own'], pick, listOwnRunningSearches, options)
}

function useColumns(seesAll: boolean): readonly PlainColumn<RunningSearch>[] {
  const t = useText()
  const owner = { header: t('runningSearches.owner'), cell: (row: RunningSearch) => row.owner, isData: true }
  return [
    { header: t('runningSearches.search'), cell: (row) => <Searched search={row} />, isData: true },
    ...(seesAll ? [owner] : []),
    { header: t('runningSearches.started'), cell: ({ started_at }) => <RelativeTime instant={started_at} /> },
    { header: t('runningSearches.state'), cell: (row) => <State search={row} /> },
    { header: t('runningSearches.cost'), cell: (row) => <Cost search={row} />, align: 'right' },
    { cell: (row) => <Actions search={row} /> },
  ]
}

function Searched({ search: { queries, kind } }: { search: RunningSearch }) {
  const t = useText()
  const interval = useIntervalText()
  const [first] = queries
  if (first === undefined) return null
  const { query_string, timerange } = first
  const [fromMs, toMs] = [Date.parse(timerange.from), Date.parse(timerange.to)]
  return (
    <>
      <Text size="sm" ff="monospace" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {query_string || t('runningSearches.everything')}
      </Text>
      <Text size="xs" c="dimmed">
        {kind !== 'search' && `${t(`runningSearches.kind.${kind}`)} · `}
        {fromMs <= 0 ? t('search.range.all') : interval({ fromMs, toMs })}
      </Text>
    </>
  )
}

const COLORS = { running: 'spruce', done: 'gray', stopped: 'amber' } as const

function State({ search: { state, progress, is_in_background, kept_until } }: { search: RunningSearch }) {
  const t = useText()
  const progressText = useProgressText()(progress)
  return (
    <>
      <Badge color={COLORS[state]} miw="max-content">
        {t(`runningSearches.state.${state}`)}
      </Badge>
      <Text size="xs" c="dimmed" component="div">
        {kept_until !== null ? (
          <>
            {t('runningSearches.keptUntil')} <RelativeTime instant={kept_until} />
          </>
        ) : (
          (progressText ?? (is_in_background && t('runningSearches.inBackground')))
        )}
      </Text>
    </>
  )
}

function Cost({ search: { cost } }: { search: RunningSearch }) {
  const t = useText()
  const intl = useIntl()
  const bytes = useBytes()
  const seconds = intl.formatNumber(cost.milliseconds / 1000, { maximumFractionDigits: 1 })
  return (
    <>
      <Text size="sm">{t('runningSearches.seconds', { seconds })}</Text>
      {cost.rows !== null && cost.bytes !== null && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('runningSearches.read', {
            rows: intl.formatNumber(cost.rows, { notation: 'compact', maximumFractionDigits: 1 }),
            bytes: bytes(cost.bytes),
          })}
        </Text>
      )}
    </>
  )
}

function Actions({ search }: { search: RunningSearch }) {
  const t = useText()
  const { username } = useCurrentUser()
  const stop = useAction({
    run: (call, { job_id }: RunningSearch) => call(stopRunningSearch, { params: { jobId: job_id } }),
    texts: 'runningSearches.stop.toast',
    changes: [KEY],
  })
  const [query] = search.queries
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {search.state === 'running' && (
        <Button size="compact-xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate(search)}>
          {t('runningSearches.stop')}
        </Button>
      )}
      {search.owner === username && search.is_in_background && query !== undefined && (
        <LinkButton size="compact-xs" variant="default" to={resultLink(search, query)}>
          {t('runningSearches.open')}
        </LinkButton>
      )}
    </Group>
  )
}

/** The search page with the result of the execution, without executing it again. */
function resultLink({ job_id }: RunningSearch, { query_string, timerange, streams }: RunningSearch['queries'][number]) {
  const range =
    Date.parse(timerange.from) <= 0
      ? { rangetype: 'relative', relative: '0' }
      : { rangetype: 'absolute', from: timerange.from, to: timerange.to }
  return routes.search({
    q: query_string,
    ...range,
    ...(streams.length === 0 ? {} : { streams: streams.join(',') }),
    job: job_id,
  })
}
