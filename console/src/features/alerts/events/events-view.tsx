import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { rowTone } from '../states/row-tone.ts'
import { useEventMessage } from '../use-event-message.ts'
import { EventDetails } from './event-details.tsx'
import { EventFilters } from './event-filters.tsx'
import { alertsOfEventsQuery, eventsHistogramQuery, eventsQuery } from './event-queries.ts'
import type { EventRow } from './event-row.ts'
import { type EventSearchState, useEventSearchState } from './event-search-state.ts'
import { EventsHistogramChart } from './events-histogram.tsx'
import { useEventBulkActions } from './use-event-bulk-actions.ts'
import { useEventColumns } from './use-event-columns.tsx'

interface EventsViewProps {
  readonly definitions: readonly EventDefinition[]
  readonly refetchInterval: number | false
}

/** The events that were found, newest first, with their number over time. */
export function EventsView({ definitions, refetchInterval }: EventsViewProps) {
  const t = useText()
  const search = useEventSearchState()
  const words = useEventMessage(definitions)
  const messageOf = (event: EventDto) => words({ ...event, at: event.timestamp })
  const columns = useEventColumns(messageOf)
  const bulkActions = useEventBulkActions()
  const { events, histogram, rows } = useFoundEvents(search, refetchInterval)
  const empty = { icon: <IconBell />, title: t(`alerts.none.${search.kinds}`), text: t('alerts.none.text') }
  return (
    <>
      <EventsHistogramChart histogram={histogram.data} onRange={search.setRange} />
      <DataTable
        label={t('alerts.events')}
        list={search.list}
        result={{
          data: rows === undefined ? undefined : { rows, total: events.data?.total ?? 0 },
          error: events.error,
          isFetching: events.isPlaceholderData,
          refetch: events.refetch,
        }}
        columns={columns}
        rowId={({ event }) => event.id}
        rowName={({ event }) => messageOf(event)}
        bulkActions={bulkActions}
        rowDetails={(row) => <EventDetails row={row} />}
        rowTone={({ event, alert }) => rowTone(event.priority, alert?.state)}
        searchHelp={{ fields: ['message', 'key', 'priority', 'source_streams', 'fields.NAME'], example: 'priority:3' }}
        filters={<EventFilters search={search} definitions={definitions} effective={intervalOf(histogram.data)} />}
        empty={empty}
        noMatch={empty}
      />
    </>
  )
}

function useFoundEvents(search: EventSearchState, refetchInterval: number | false) {
  const call = useCall()
  const events = useQuery({ ...eventsQuery(call, search), refetchInterval })
  const ids = events.data?.rows.filter(({ alert }) => alert).map(({ id }) => id) ?? []
  const alerts = useQuery({ ...alertsOfEventsQuery(call, ids), refetchInterval })
  const histogram = useQuery({ ...eventsHistogramQuery(call, search), refetchInterval })
  useFailureToast(events.error, 'alerts.searchFailed')
  const rows = events.data?.rows.map(
    (event): EventRow => ({
      event,
      definitionTitle: events.data.context.event_definitions[event.event_definition_id]?.title,
      alert: alerts.data?.[event.id],
    }),
  )
  return { events, histogram, rows }
}

const intervalOf = (span: { readonly from: string; readonly to: string } | undefined) =>
  span === undefined ? undefined : { fromMs: Date.parse(span.from), toMs: Date.parse(span.to) }
