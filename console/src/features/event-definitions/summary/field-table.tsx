import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'
import { Group, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'

interface FieldTableProps {
  readonly fields: Readonly<Record<string, EventFieldSpec>>
  readonly keys: readonly string[]
  /** The buttons of a field. */
  readonly controls?: (name: string) => ReactNode
}

/** The fields of events, their place in the key, and where their values come from. */
export function FieldTable({ fields, keys, controls }: FieldTableProps) {
  const t = useText()
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}>
      <Table aria-label={t('definitions.step.fields')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('definitions.fields.name')}</Table.Th>
            <Table.Th>{t('definitions.fields.key')}</Table.Th>
            <Table.Th>{t('definitions.fields.value')}</Table.Th>
            {controls !== undefined && <Table.Th aria-label={t('definitions.fields.actions')} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(fields).map(([name, spec]) => (
            <Table.Tr key={name}>
              <Table.Td translate="no">{name}</Table.Td>
              <Table.Td>{keys.includes(name) ? keys.indexOf(name) + 1 : '-'}</Table.Td>
              <Table.Td ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
                <Providers spec={spec} />
              </Table.Td>
              {controls !== undefined && (
                <Table.Td>
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    {controls(name)}
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Providers({ spec: { providers } }: { spec: EventFieldSpec }) {
  const t = useText()
  return providers.map((provider) =>
    provider.type === 'template-v1' ? (
      <span key={`template ${provider.template}`} translate="no">
        {provider.template}
      </span>
    ) : (
      <span key={`lookup ${provider.table_name} ${provider.key_field}`}>
        {t('definitions.fields.lookup.text', { table: provider.table_name, key: provider.key_field })}
      </span>
    ),
  )
}
