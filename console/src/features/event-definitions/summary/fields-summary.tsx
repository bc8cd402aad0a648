import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'
import { Table, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { ProviderText } from './provider-text.tsx'
import classes from './summary.module.css'

interface FieldsSummaryProps {
  readonly fields: Readonly<Record<string, EventFieldSpec>>
  readonly keys: readonly string[]
}

export function FieldsSummary({ fields, keys }: FieldsSummaryProps) {
  const t = useText()
  const names = Object.keys(fields)
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('definitions.fields.none')}
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}>
      <Table aria-label={t('definitions.step.fields')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('definitions.fields.name')}</Table.Th>
            <Table.Th>{t('definitions.fields.key')}</Table.Th>
            <Table.Th>{t('definitions.fields.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Td translate="no">{name}</Table.Td>
              <Table.Td>{keys.includes(name) ? keys.indexOf(name) + 1 : '-'}</Table.Td>
              <Table.Td className={classes['query'] ?? ''}>
                <ProviderText spec={fields[name]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
