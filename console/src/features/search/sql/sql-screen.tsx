/** SQL over the messages that a query, a range and streams select. Everything is in the URL, so that it can be shared. */
import { runSql, type SqlRequest } from '@logyard/contract/search/sql'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { SQL_WIDGET, type Widget } from '@logyard/contract/views/view-state'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload, IconLayoutDashboard, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { DefinitionOfRowsButton } from '../../../alerting/definition-of-rows-button.tsx'
import type { DefinitionIdea } from '../../../alerting/new-definition-link.ts'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useCall, useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { SqlInput } from '../../../query/sql-input/sql-input.tsx'
import { StreamPill } from '../../../query/stream-picker/stream-pill.tsx'
import { RANGE_PARAMETERS, rangeFromUrl, rangeValues } from '../../../query/time-range/range-in-url.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { Page } from '../../../ui/page/page.tsx'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import { sqlConfig, type TableForm } from '../../../view-document/model/table-widget.ts'
import { shownForm } from '../../../widgets/tables/drawn-table.ts'
import { FormChoice } from '../../../widgets/tables/form-choice.tsx'
import { TableResult } from '../../../widgets/tables/table-result.tsx'
import { useTableCsv } from '../../../widgets/tables/use-table-csv.ts'
import { streamsFromUrl } from '../editing/search-url.ts'
import { TableRun } from '../steps/table-run.tsx'
import { type RequestedTable, useTable } from '../steps/use-table.ts'
import classes from './sql.module.css'
import { SqlNotes } from './sql-notes.tsx'

const CopyToDashboardDialog = deferred(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then(
    (module) => module.CopyToDashboardDialog,
  ),
)

/** What the page shows first. */
const FIRST_SQL = `SELECT timestamp, source, message
FROM messages
ORDER BY timestamp DESC
LIMIT 100`
const LAST_HOUR: TimeRange = { type: 'relative', range: 3600 }

export function SqlScreen() {
  const t = useText()
  const values = useQueryValues()
  const setValues = useSetQueryValues()
  const [asked, setAsked] = useState(0)
  const request = useSqlRequest(values)
  const [draft, setDraft] = useState({ sql: request.sql, query: request.query ?? '' })
  const call = useCall()
  const found = useTable({
    key: ['search-sql', request, asked],
    request: (tag, signal) => call.until(signal)(runSql, { body: { ...request, tag } }),
  })
  const run = (changes: Readonly<Record<string, string>> = {}) => {
    // The notes are about the statement that the page was opened with.
    const notes = draft.sql === request.sql ? {} : { notes: '' }
    setValues({ sql: draft.sql, q: draft.query, ...notes, ...changes })
    setAsked(asked + 1)
  }
  const pickRange = (range: TimeRange) =>
    run({
      ...Object.fromEntries(RANGE_PARAMETERS.map((name) => [name, ''])),
      rangetype: range.type,
      ...rangeValues(range),
    })
  return (
    <Page title={t('searchTools.sql')} description={t('searchTools.sql.description')}>
      <Stack gap="sm">
        <Group gap="xs" align="center">
          <TimeRangePicker range={request.timerange} effective={undefined} onPick={pickRange} />
          <StreamPill streams={request.streams ?? []} onChange={(streams) => run({ streams: streams.join(',') })} />
          <TextInput
            className={classes['query'] ?? ''}
            size="xs"
            aria-label={t('searchTools.sql.query')}
            placeholder={t('searchTools.sql.query')}
            value={draft.query}
            onChange={({ currentTarget }) => setDraft({ ...draft, query: currentTarget.value })}
            onKeyDown={(event) => event.key === 'Enter' && run()}
            translate="no"
          />
        </Group>
        <SqlNotes notes={values.get('notes') ?? ''} hasStatement={values.has('sql')} />
        <SqlInput
          label={t('searchTools.sql.statement')}
          value={draft.sql}
          onChange={(sql) => setDraft({ ...draft, sql })}
          onRun={() => run()}
          error={found.error}
          submitted={request.sql}
        />
        <Group gap="sm">
          <Button size="xs" leftSection={<IconPlayerPlay size={14} />} loading={found.isRunning} onClick={() => run()}>
            {t('searchTools.sql.run')}
          </Button>
          <DefinitionOfRowsButton idea={() => ideaOf(request)} />
          <TableRun table={found} />
          <Text size="sm" c="dimmed">
            {t('searchTools.sql.help')}
          </Text>
        </Group>
        <Found found={found} request={request} />
      </Stack>
    </Page>
  )
}

/** The statement as it was run. */
const ideaOf = ({ sql, query = '', filters = [], streams = [], timerange }: SqlRequest): DefinitionIdea => ({
  query: andQueries(query, ...filters),
  streams,
  rows: { of: { sql }, timerange },
})

function useSqlRequest(values: URLSearchParams): SqlRequest {
  const zone = useZone()
  const { now } = useClock()
  const filters = values.getAll('filter')
  return {
    sql: values.get('sql') ?? FIRST_SQL,
    query: values.get('q') ?? '',
    timerange: rangeFromUrl(values, { zone, nowMs: now() }) ?? LAST_HOUR,
    streams: [...streamsFromUrl(values)],
    ...(filters.length === 0 ? {} : { filters }),
  }
}

const sqlWidget = (
  { sql, query = '', filters = [], timerange, streams = [] }: SqlRequest,
  form: TableForm,
): Widget => ({
  id: '',
  type: SQL_WIDGET,
  config: sqlConfig(sql, form),
  filter: null,
  timerange,
  query: { type: 'elasticsearch', query_string: andQueries(query, ...filters) },
  streams,
})

interface FoundProps {
  readonly found: RequestedTable
  readonly request: SqlRequest
}

function Found({ found, request }: FoundProps) {
  const t = useText()
  const { table, error } = found
  const csv = useTableCsv('table.csv')
  const [isSaving, setIsSaving] = useState(false)
  const [chosen, setChosen] = useState<TableForm>()
  const form = shownForm(table, chosen)
  return (
    <Stack gap="xs" aria-busy={found.isRunning}>
      <Group gap="sm">
        <FormChoice table={table} form={form} onChange={setChosen} />
        <Text size="sm" role="status">
          {table !== undefined &&
            error === null &&
            t('search.steps.rows', { count: table.datarows.length, cut: table.is_complete ? 'no' : 'yes' })}
        </Text>
        {table !== undefined && error === null && (
          <>
            <Button
              size="xs"
              variant="default"
              ml="auto"
              leftSection={<IconLayoutDashboard size={14} />}
              onClick={() => setIsSaving(true)}
            >
              {t('searchTools.sql.toDashboard')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              loading={csv.isPending}
              onClick={() => csv.start({ kind: 'sql', body: request })}
            >
              {t('search.steps.csv')}
            </Button>
          </>
        )}
      </Group>
      {isSaving && (
        <CopyToDashboardDialog
          widget={sqlWidget(request, form)}
          title={undefined}
          position={undefined}
          onClose={() => setIsSaving(false)}
        />
      )}
      <TableResult {...found} form={form} onRetry={found.again} />
    </Stack>
  )
}
