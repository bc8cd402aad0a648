import type { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Badge, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { AuditedEntity } from './audited-entity.tsx'

const COLORS = { done: 'spruce', refused: 'amber', failed: 'red', started: 'gray', interrupted: 'red' } as const

export function useEntryColumns(): readonly Column<AuditEntry>[] {
  const t = useText()
  return [
    { id: 'time', header: t('auditLog.time'), cell: ({ at }) => <Instant instant={at} /> },
    { id: 'user', header: t('auditLog.user'), cell: (entry) => <Actor entry={entry} /> },
    {
      id: 'event',
      header: t('auditLog.event'),
      isTitle: true,
      cell: ({ event, count }) => (
        <>
          <Text span inherit ff="monospace" fz="xs" translate="no">
            {event}
          </Text>
          {count > 1 && <DimmedWords> {t('auditLog.count', { count })}</DimmedWords>}
        </>
      ),
    },
    {
      id: 'entity',
      header: t('auditLog.entity'),
      isWide: true,
      cell: ({ event, entity_type: type, entity_id: id, entity_title: title }) => (
        <AuditedEntity type={type} id={id} title={title} verb={event.split(':').at(-1) ?? ''} />
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
