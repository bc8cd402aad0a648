import type { AuditEntry, EntityChange } from '@logyard/contract/audit/audit-entry'
import { Code, Stack, Table, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import classes from './audit-log.module.css'
import { AuditedEntity } from './audited-entity.tsx'
import { useAuditWords } from './use-audit-words.ts'

/** The changes of an entry, then its user, address and client program. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const t = useText()
  const { changes, more_changes: more } = entry
  return (
    <Stack gap="md" px="md" py="sm">
      {changes.map((change) => (
        <Change key={`${change.type}/${change.id}/${change.kind}`} change={change} />
      ))}
      {changes.length === 0 && more === 0 && <Dimmed>{t('auditLog.noChanges')}</Dimmed>}
      {more > 0 && <Dimmed>{t('auditLog.moreChanges', { count: more })}</Dimmed>}
      <Facts entry={entry} />
    </Stack>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  const t = useText()
  const { credential, session, user_agent: userAgent, last_at: lastAt, target } = entry
  const data = (text: string) => (
    <span translate="no" className={classes['data']}>
      {text}
    </span>
  )
  const targets = Object.entries(target).map(([name, value]) => `${name}: ${value}`)
  return (
    <DefinitionList
      items={[
        { label: t('auditLog.number'), value: entry.sequence },
        { label: t('auditLog.code'), value: data(entry.event) },
        entry.operation !== null && { label: t('auditLog.operation'), value: data(entry.operation) },
        entry.status !== null && { label: t('auditLog.status'), value: entry.status },
        targets.length > 0 && { label: t('auditLog.target'), value: data(targets.join(', ')) },
        entry.user_id !== null && { label: t('auditLog.userId'), value: data(entry.user_id) },
        credential !== null && { label: t('auditLog.credential'), value: t(`auditLog.credential.${credential}`) },
        session !== null && { label: t('auditLog.session'), value: data(session) },
        userAgent !== '' && { label: t('auditLog.userAgent'), value: data(userAgent) },
        lastAt !== entry.at && { label: t('auditLog.lastAt'), value: <Instant instant={lastAt} /> },
        { label: t('auditLog.node'), value: data(entry.node_id) },
      ]}
    />
  )
}

const VERBS = { created: 'create', changed: 'update', deleted: 'delete' } as const

function Change({ change }: { change: EntityChange }) {
  const t = useText()
  const words = useAuditWords()
  const { type, id, title, kind, fields, more_fields: more } = change
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t(`auditLog.change.${kind}`)} {words.type(type)}{' '}
        <AuditedEntity type={type} id={id} title={title} verb={VERBS[kind]} />
      </Text>
      {fields.length > 0 && (
        <Table className={classes['changes'] ?? ''} verticalSpacing={4} aria-label={t('auditLog.fields')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('auditLog.field')}</Table.Th>
              {kind !== 'created' && <Table.Th>{t('auditLog.before')}</Table.Th>}
              {kind !== 'deleted' && <Table.Th>{t('auditLog.after')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Td translate="no">{field}</Table.Td>
                {kind !== 'created' && <Value text={before} />}
                {kind !== 'deleted' && <Value text={after} />}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {more > 0 && <Dimmed>{t('auditLog.moreFields', { count: more })}</Dimmed>}
    </div>
  )
}

const Value = ({ text }: { text: string | null }) => (
  <Table.Td translate="no">{text === null ? '–' : <Code className={classes['data'] ?? ''}>{text}</Code>}</Table.Td>
)
