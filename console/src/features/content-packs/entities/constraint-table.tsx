import type { ConstraintCheckResult } from '@logyard/contract/content-packs/content-packs'
import { Table, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'

export function ConstraintTable({ results }: { results: readonly ConstraintCheckResult[] }) {
  const t = useText()
  if (results.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('contentPacks.constraints.none')}
      </Text>
    )
  }
  return (
    <Table aria-label={t('contentPacks.constraints')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('contentPacks.constraint.name')}</Table.Th>
          <Table.Th>{t('contentPacks.constraint.type')}</Table.Th>
          <Table.Th>{t('contentPacks.constraint.version')}</Table.Th>
          <Table.Th>{t('contentPacks.constraint.fulfilled')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {results.map(({ constraint: { type, plugin, version }, fulfilled }) => (
          <Table.Tr key={`${type} ${plugin} ${version}`}>
            <Table.Td translate="no">{plugin ?? 'server'}</Table.Td>
            <Table.Td translate="no">{type}</Table.Td>
            <Table.Td translate="no">{version}</Table.Td>
            <Table.Td>
              <StatusDot tone={fulfilled ? 'ok' : 'bad'}>{t(fulfilled ? 'ui.yes' : 'ui.no')}</StatusDot>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
