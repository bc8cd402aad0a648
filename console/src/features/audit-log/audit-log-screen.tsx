import type { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconHistory } from '@tabler/icons-react'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useText } from '../../base/text/text.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../ui/data-table/use-entity-list.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AuditActions } from './audit-actions.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditEntriesQuery, FILTERS } from './audit-queries.ts'
import { EntryDetails } from './entry-details.tsx'
import { useAuditWords } from './use-audit-words.ts'
import { useEntryColumns } from './use-entry-columns.tsx'
import { useNowInZone } from './use-now-in-zone.ts'

const LIST_OPTIONS = { pageSizes: [50], filters: FILTERS }

/** Who changed what: filters, details of each entry, export and verification. */
export function AuditLogScreen() {
  const t = useText()
  const words = useAuditWords()
  const now = useNowInZone()
  const setValues = useSetQueryValues()
  const values = useQueryValues()
  const before = Number(values.get('before') ?? 0)
  const entries = useEntityList(
    {
      query: (call, position) => auditEntriesQuery(call, now, position, before > 0 ? before : undefined),
      failed: 'auditLog.loadFailed',
    },
    LIST_OPTIONS,
  )
  const { data } = entries.result
  // The list goes back to the newest entries when its search or filters change.
  const list = {
    ...entries.list,
    search: (query: string) => setValues({ query, before: undefined }),
    filter: (name: string, value: string | undefined) => setValues({ [name]: value, before: undefined }),
  }
  const ofEntity = list.filters['entity_id']
  const named = data?.rows.find(({ entity_id: id, entity_title: title }) => id === ofEntity && title !== '')
  return (
    <Page
      title={
        ofEntity === undefined
          ? t('auditLog.title')
          : t('auditLog.historyOf', { name: values.get('of') ?? named?.entity_title ?? ofEntity })
      }
      description={t('auditLog.description')}
      action={<AuditActions list={list} />}
    >
      <DataTable<AuditEntry>
        label={t('auditLog.title')}
        list={list}
        result={entries.result}
        columns={useEntryColumns()}
        rowId={({ sequence }) => String(sequence)}
        rowName={({ sequence, event }) => t('auditLog.name', { sequence, event: words.event(event) })}
        rowDetails={(entry) => <EntryDetails entry={entry} />}
        searchHelp="words"
        filters={<AuditFilters list={list} />}
        empty={{ icon: <IconHistory />, title: t('auditLog.none'), text: t('auditLog.none.text') }}
      />
      <OlderAndNewer isOlder={before > 0} next={data?.next ?? undefined} total={data?.totalEntries} />
    </Page>
  )
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
      <Dimmed>{total === undefined ? '' : t('auditLog.total', { total })}</Dimmed>
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
