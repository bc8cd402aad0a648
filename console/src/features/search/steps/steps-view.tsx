/** The result of a query with steps: a table, a chart, or the messages before the steps. */
import { type QueryTable, type TableRequest, tabulateQuery } from '@logyard/contract/search/tables'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { downloadFile } from '../../../ui/download-file.ts'
import { bindingsOf } from '../../../view-document/parameters/parameters.ts'
import { drawnTable, type TableChart } from '../../../widgets/tables/drawn-table.ts'
import { TableResult } from '../../../widgets/tables/table-result.tsx'
import { queriesIn } from '../editing/search-document.ts'
import type { SessionState } from '../editing/search-session.ts'
import classes from './steps.module.css'

interface StepsViewProps {
  readonly state: SessionState
  /** The messages that the query before the steps finds. */
  readonly messages: ReactNode
}

const FORMS = ['table', 'bar', 'line', 'messages'] as const
type Form = (typeof FORMS)[number]

/** Rows of the page; a file has more. */
const SHOWN_ROWS = 1000
const MOST_ROWS = 10_000

export function StepsView({ state, messages }: StepsViewProps) {
  const t = useText()
  const request = useTableRequest(state)
  const [chosen, setChosen] = useState<Form>()
  const found = useQuery({
    // Each run of the search asks again: a relative range has moved.
    ...callQuery(useCall(), ['search-table', request, state.run.startedAt], tabulateQuery, {
      body: { ...request, limit: SHOWN_ROWS },
    }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const table = found.data
  const canDraw = table !== undefined && drawnTable(table, 'line') !== undefined
  const preferred: Form = canDraw && table.chart?.over === 'time' ? 'line' : 'table'
  const form = chosen === undefined || (isChart(chosen) && !canDraw) ? preferred : chosen
  const forms = FORMS.filter((one) => !isChart(one) || canDraw)
  return (
    <>
      <div className={classes['view']} aria-busy={found.isFetching} data-stale={found.isPlaceholderData || undefined}>
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <SegmentedControl
              size="xs"
              aria-label={t('search.steps.form')}
              value={form}
              data={forms.map((value) => ({ value, label: t(`search.steps.form.${value}`) }))}
              onChange={(value) => setChosen(FORMS.find((one) => one === value))}
            />
            <Text size="sm" role="status">
              {table !== undefined && t('search.steps.rows', rowsShown(table))}
            </Text>
          </Group>
          {table !== undefined && <CsvButton request={request} />}
        </Group>
        {form !== 'messages' && (
          <TableResult
            table={table}
            error={found.isFetching ? null : found.error}
            form={form}
            onRetry={found.refetch}
          />
        )}
      </div>
      {form === 'messages' && messages}
    </>
  )
}

const isChart = (form: Form): form is TableChart => form === 'bar' || form === 'line'

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
  const download = useAction({
    run: async (call, body: TableRequest) => (await call.open(tabulateQuery, { body, accept: 'text/csv' })).blob(),
    texts: 'search.steps.toast.download',
    changes: [],
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} />}
      loading={download.isPending}
      onClick={() =>
        download.mutate({ ...request, limit: MOST_ROWS }, { onSuccess: (file) => downloadFile('table.csv', file) })
      }
    >
      {t('search.steps.csv')}
    </Button>
  )
}
