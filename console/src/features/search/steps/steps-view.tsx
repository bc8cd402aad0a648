/** The result of a query with steps: a table, a chart, or the messages before the steps. */
import { type QueryTable, type TableRequest, tabulateQuery } from '@logyard/contract/search/tables'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconLayoutDashboard } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { DefinitionOfRowsButton } from '../../../alerting/definition-of-rows-button.tsx'
import type { DefinitionIdea } from '../../../alerting/new-definition-link.ts'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { TableForm } from '../../../view-document/model/table-widget.ts'
import { bindingsOf } from '../../../view-document/parameters/parameters.ts'
import { shownForm } from '../../../widgets/tables/drawn-table.ts'
import { FormChoice } from '../../../widgets/tables/form-choice.tsx'
import { TableResult } from '../../../widgets/tables/table-result.tsx'
import { useTableCsv } from '../../../widgets/tables/use-table-csv.ts'
import { queriesIn } from '../editing/search-document.ts'
import type { SessionState } from '../editing/search-session.ts'
import { searchedMessages } from '../editing/searched-messages.ts'
import { stepsForDashboard } from '../editing/to-dashboard.ts'
import classes from './steps.module.css'
import { TableRun } from './table-run.tsx'
import { useTable } from './use-table.ts'

const CopyToDashboardDialog = deferred(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then(
    (module) => module.CopyToDashboardDialog,
  ),
)

interface StepsViewProps {
  readonly state: SessionState
  /** The messages that the query before the steps finds. */
  readonly messages: ReactNode
}

/** Rows of the page; a file has more. */
const SHOWN_ROWS = 1000

export function StepsView({ state, messages }: StepsViewProps) {
  const t = useText()
  const request = useTableRequest(state)
  const [chosen, setChosen] = useState<TableForm | 'messages'>()
  const call = useCall()
  const found = useTable({
    // Each run of the search asks again: a relative range has moved.
    key: ['search-table', request, state.run.startedAt],
    request: (tag, signal) => call.until(signal)(tabulateQuery, { body: { ...request, limit: SHOWN_ROWS, tag } }),
  })
  const table = found.table
  const form = chosen === 'messages' ? chosen : shownForm(table, chosen)
  return (
    <>
      <div className={classes['view']} aria-busy={found.isRunning} data-stale={found.isStale || undefined}>
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <FormChoice table={table} form={form} more={['messages']} onChange={setChosen} />
            <Text size="sm" role="status">
              {table !== undefined && t('search.steps.rows', rowsShown(table))}
            </Text>
            <TableRun table={found} />
          </Group>
          <Group gap="xs">
            {form !== 'messages' && <ToDashboard state={state} form={form} />}
            <DefinitionOfRowsButton idea={() => ideaOf(state)} />
            {table !== undefined && <CsvButton request={request} />}
          </Group>
        </Group>
        {form !== 'messages' && <TableResult {...found} form={form} onRetry={found.again} />}
      </div>
      {form === 'messages' && messages}
    </>
  )
}

function ideaOf(state: SessionState): DefinitionIdea {
  const { steps } = state.history.present.query
  const { query, streams = [], timerange } = searchedMessages(state, undefined)
  return { query, streams, rows: { of: { steps }, timerange } }
}

const rowsShown = ({ datarows, is_complete }: QueryTable) => ({
  count: datarows.length,
  cut: is_complete ? 'no' : 'yes',
})

/** The query as it was run last, with its steps. */
function useTableRequest({ history: { present }, values }: SessionState): TableRequest {
  const { query, parameters } = present
  return useMemo(() => {
    const filters = queriesIn(query)
    return {
      query: `${query.text} ${query.steps}`.trim(),
      timerange: query.timerange,
      streams: [...query.streams],
      ...(filters.length === 0 ? {} : { filters: [...filters] }),
      ...(parameters.length === 0
        ? {}
        : { parameters: [...parameters], parameter_bindings: bindingsOf(parameters, values) }),
    }
  }, [query, parameters, values])
}

function CsvButton({ request }: { readonly request: TableRequest }) {
  const t = useText()
  const csv = useTableCsv('table.csv')
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      loading={csv.isPending}
      onClick={() => csv.start({ kind: 'steps', body: request })}
    >
      {t('search.steps.csv')}
    </Button>
  )
}

function ToDashboard({ state, form }: { readonly state: SessionState; readonly form: TableForm }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { present } = state.history
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLayoutDashboard size={14} />}
        onClick={() => setIsOpen(true)}
      >
        {t('search.steps.toDashboard')}
      </Button>
      {isOpen && (
        <CopyToDashboardDialog
          widget={stepsForDashboard(present.query, form)}
          title={undefined}
          position={undefined}
          parameters={present.parameters}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
