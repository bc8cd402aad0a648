import type { UnusualField } from '@logyard/contract/fields/unusual-messages'
import { Table, Text } from '@mantine/core'
import { FormattedNumber } from 'react-intl'
import { AppLink } from '../base/routes/app-link.tsx'
import { routes } from '../base/routes/routes.ts'
import { useText } from '../base/text/text.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'

/** Lists the unusual fields, each with its count and an example message. */
export function UnusualList({ fields }: { fields: readonly UnusualField[] }) {
  const t = useText()
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('unusual.what')}</Table.Th>
            <Table.Th ta="right">{t('unusual.messages')}</Table.Th>
            <Table.Th>{t('unusual.lastSeen')}</Table.Th>
            <Table.Th>{t('unusual.example')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={`${field.kind} ${field.index_set} ${field.field}`}>
              <Table.Td>
                <UnusualWhat unusual={field} />
              </Table.Td>
              <Table.Td ta="right" translate="no">
                <FormattedNumber value={field.count} />
              </Table.Td>
              <Table.Td>
                <RelativeTime instant={field.last_seen} />
              </Table.Td>
              <Table.Td>
                <AppLink to={routes.message(field.example.index, field.example.message_id)}>
                  {t('unusual.show')}
                </AppLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function UnusualWhat({ unusual }: { unusual: UnusualField }) {
  const t = useText()
  const name = (
    <Text component="span" ff="monospace" size="sm" translate="no">
      {unusual.field}
    </Text>
  )
  const others = unusual.other_types.map((type) => t(`unusual.type.${type}`)).join(', ')
  return (
    <>
      {unusual.field === '' ? t('unusual.furtherFields') : name}{' '}
      <Text component="span" size="sm">
        {unusual.kind === 'type-clash'
          ? t('unusual.typeClash', { usual: t(`unusual.type.${unusual.usual_type}`), others })
          : t(unusual.kind === 'long-value' ? 'unusual.longValue' : 'unusual.fieldFlood')}
      </Text>
      <Text component="div" size="xs" c="dimmed">
        {t('unusual.inIndexSet')} <span translate="no">{unusual.index_set}</span>
      </Text>
    </>
  )
}
