import type { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { type ListState, useListState } from '../../ui/data-table/list-state.ts'
import { Page } from '../../ui/page/page.tsx'
import { AuditActions } from './audit-actions.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditEntriesQuery, FILTERS } from './audit-queries.ts'
import { EntryDetails } from './entry-details.tsx'
import { useEntryColumns } from './use-entry-columns.tsx'

const PAGE_SIZES = [50]

/** Who changed what: filters, details of each entry, export and verification. */
export function AuditLogScreen() {
  const t = useText()
  const list = useAuditList()
  const before = Number(useQueryValues().get('before') ?? 0)
  const entries = useQuery(auditEntriesQuery(useCall(), useClock(), list, before > 0 ? before : undefined))
  const columns = useEntryColumns()
  useFailureToast(entries.error, (status) => t('auditLog.loadFailed', { status }), t('auditLog.loadFailed.title'))
  return (
    <Page
      title={t('auditLog.title')}
      description={t('auditLog.description')}
      crumbs={[{ label: t('shell.system') }]}
      action={<AuditActions list={list} />}
    >
      <DataTable<AuditEntry>
        label={t('auditLog.title')}
        list={list}
        result={entries}
        columns={columns}
        rowId={({ sequence }) => String(sequence)}
        rowName={({ sequence, event }) => t('auditLog.name', { sequence, event })}
        rowDetails={(entry) => <EntryDetails entry={entry} />}
        searchHelp="words"
        filters={<AuditFilters list={list} />}
        empty={{ icon: <IconHistory />, title: t('auditLog.none'), text: t('auditLog.none.text') }}
      />
      <OlderAndNewer isOlder={before > 0} next={entries.data?.next ?? undefined} total={entries.data?.totalEntries} />
    </Page>
  )
}

/** A list that goes back to the newest entries when its filters change. */
function useAuditList(): ListState {
  const list = useListState({ pageSizes: PAGE_SIZES, filters: FILTERS })
  const setValues = useSetQueryValues()
  return {
    ...list,
    search: (query) => setValues({ query, before: undefined }),
    filter: (name, value) => setValues({ [name]: value, before: undefined }),
  }
}

interface OlderAndNewerProps {
  /** The newest entries are not shown. */
  readonly isOlder: boolean
  readonly next: number | undefined
  readonly total: number | undefined
}

/** Entries are paged by their numbers, so that the last of a million is as near as the first. */
function OlderAndNewer({ isOlder, next, total }: OlderAndNewerProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Text size="sm" c="dimmed">
        {total === undefined ? '' : t('auditLog.total', { total })}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowUp size={14} />}
          disabled={!isOlder}
          onClick={() => setValues({ before: undefined })}
        >
          {t('auditLog.newest')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowDown size={14} />}
          disabled={next === undefined}
          onClick={() => setValues({ before: String(next) })}
        >
          {t('auditLog.older')}
        </Button>
      </Group>
    </Group>
  )
}
