import type { LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { searchAbsolute } from '@logyard/contract/search/universal-search'
import { Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall, useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTablePages } from '../../../ui/data-table/data-table-pages.tsx'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { LEGACY_KEY } from '../legacy-queries.ts'

const MARGIN_MS = 60_000
const LIST_OPTIONS = { pageSizes: [20] } as const

/** The messages of the stream from a minute before the alert to a minute after it, or to now. */
export function AlertMessages({ alert }: { readonly alert: LegacyAlert }) {
  const t = useText()
  const clock = useClock()
  const list = useInnerListState(LIST_OPTIONS)
  const [openedAtMs] = useState(() => clock.now())
  const { stream_id: streamId, triggered_at, resolved_at } = alert
  const range = {
    from: new Date(Date.parse(triggered_at) - MARGIN_MS).toISOString(),
    to: new Date(resolved_at === null ? openedAtMs : Date.parse(resolved_at) + MARGIN_MS).toISOString(),
  }
  const messages = useQuery(messagesQuery(useCall(), { ...range, streamId, page: list.page }))
  return (
    <FormSection
      title={t('legacyAlerts.messages')}
      description={t('legacyAlerts.messages.description')}
      action={
        <LinkButton
          size="xs"
          variant="default"
          leftSection={<IconSearch size={14} />}
          to={routes.streamSearch(streamId, { rangetype: 'absolute', ...range })}
        >
          {t('legacyAlerts.messages.open')}
        </LinkButton>
      }
    >
      <Loaded query={messages} lines={4}>
        {({ messages: found, total_results: total }) =>
          total === 0 ? (
            <Dimmed>{t('legacyAlerts.messages.none')}</Dimmed>
          ) : (
            <>
              <MessageTable messages={found.map(({ message }) => message)} />
              <DataTablePages list={list} total={total} />
            </>
          )
        }
      </Loaded>
    </FormSection>
  )
}

type MessageFields = Readonly<Record<string, unknown>>

function MessageTable({ messages }: { readonly messages: readonly MessageFields[] }) {
  const t = useText()
  return (
    <PlainTable
      label={t('legacyAlerts.messages')}
      minWidth={560}
      rows={messages}
      rowId={(fields) => String(fields['_id'])}
      columns={[
        {
          header: t('legacyAlerts.messages.time'),
          isData: true,
          cell: (fields) => (
            <Text span inherit style={{ whiteSpace: 'nowrap' }}>
              <Instant instant={String(fields['timestamp'])} />
            </Text>
          ),
        },
        { header: t('legacyAlerts.messages.source'), isData: true, cell: (fields) => String(fields['source']) },
        { header: t('legacyAlerts.messages.message'), isData: true, cell: (fields) => String(fields['message']) },
      ]}
    />
  )
}

interface MessagesPosition {
  readonly streamId: string
  readonly from: string
  readonly to: string
  readonly page: number
}

const messagesQuery = (call: Call, { streamId, from, to, page }: MessagesPosition) => {
  const [limit] = LIST_OPTIONS.pageSizes
  const query = {
    from,
    to,
    query: '*',
    filter: `streams:${streamId}`,
    limit,
    offset: (page - 1) * limit,
    sort: 'timestamp:asc',
    decorate: false,
  }
  return {
    ...callQuery(call, [...LEGACY_KEY, 'messages', query], searchAbsolute, { query }),
    placeholderData: keepPreviousData,
  }
}
