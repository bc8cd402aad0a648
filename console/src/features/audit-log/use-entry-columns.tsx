import type { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Badge, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { AuditedEntity } from './audited-entity.tsx'
import { useAuditWords } from './use-audit-words.ts'

const COLORS = { done: 'spruce', refused: 'amber', failed: 'red', started: 'gray', interrupted: 'red' } as const

export function useEntryColumns(): readonly Column<AuditEntry>[] {
  const t = useText()
  const words = useAuditWords()
  return [
    { id: 'time', header: t('auditLog.time'), cell: ({ at }) => <Instant instant={at} /> },
    { id: 'user', header: t('auditLog.user'), cell: (entry) => <Actor entry={entry} /> },
    {
      id: 'event',
      header: t('auditLog.event'),
      isTitle: true,
      cell: ({ event, count }) => (
        <>
          {words.event(event)}
          {count > 1 && <DimmedWords> {t('auditLog.count', { count })}</DimmedWords>}
        </>
      ),
    },
    {
      id: 'entity',
      header: t('auditLog.entity'),
      isWide: true,
      cell: (entry) => (
        <>
          <AuditedEntity
            type={entry.entity_type}
            id={entry.entity_id}
            title={entry.entity_title}
            verb={entry.event.split(':').at(-1) ?? ''}
          />
          <ChangedFields entry={entry} />
        </>
      ),
    },
    {
      id: 'outcome',
      header: t('auditLog.outcome'),
      cell: ({ outcome, status }) => (
        <Badge color={COLORS[outcome]}>
          {t(`auditLog.outcome.${outcome}`)}
          {outcome !== 'done' && status !== null && ` ${status}`}
        </Badge>
      ),
    },
    {
      id: 'address',
      header: t('auditLog.address'),
      cell: ({ client_address: address }) =>
        address !== '' && (
          <Text span inherit ff="monospace" fz="xs" translate="no">
            {address}
          </Text>
        ),
    },
  ]
}

const MOST_FIELDS = 3

/** Names what an update changed: `(description, title, …)`. */
function ChangedFields({ entry: { entity_id: id, changes } }: { entry: AuditEntry }) {
  const change = changes.find((one) => one.id === id && one.kind === 'changed')
  if (change === undefined || change.fields.length === 0) return null
  const names = change.fields.slice(0, MOST_FIELDS).map(({ field }) => field)
  const hasMore = change.fields.length > MOST_FIELDS || change.more_fields > 0
  return (
    <DimmedWords>
      {' '}
      <span translate="no">{`(${[...names, ...(hasMore ? ['…'] : [])].join(', ')})`}</span>
    </DimmedWords>
  )
}

function Actor({ entry: { username, token_name: token } }: { entry: AuditEntry }) {
  const t = useText()
  if (username === null) {
    return <DimmedWords>{t('auditLog.anonymous')}</DimmedWords>
  }
  return (
    <>
      <span translate="no">{username}</span>
      {token !== null && <DimmedWords> {t('auditLog.withToken', { token })}</DimmedWords>}
    </>
  )
}
