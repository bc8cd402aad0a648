import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { defaultText } from '../model/install-values.ts'

interface ParameterTableProps {
  readonly parameters: readonly PackParameter[]
  readonly isUsed: (name: string) => boolean
  /** Shown without parameters. */
  readonly emptyText?: string
  readonly actions?: (parameter: PackParameter) => ReactNode
}

export function ParameterTable({ parameters, isUsed, emptyText, actions }: ParameterTableProps) {
  const t = useText()
  if (parameters.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {emptyText ?? t('contentPacks.parameters.none')}
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label={t('contentPacks.parameters')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('contentPacks.parameter.title')}</Table.Th>
            <Table.Th>{t('contentPacks.parameter.name')}</Table.Th>
            <Table.Th>{t('contentPacks.parameter.description')}</Table.Th>
            <Table.Th>{t('contentPacks.parameter.type')}</Table.Th>
            <Table.Th>{t('contentPacks.parameter.default')}</Table.Th>
            <Table.Th>{t('contentPacks.parameter.used')}</Table.Th>
            {actions !== undefined && <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parameters.map((parameter) => (
            <Table.Tr key={parameter.name}>
              <Table.Td translate="no">{parameter.title}</Table.Td>
              <Table.Td translate="no">{parameter.name}</Table.Td>
              <Table.Td translate="no">{parameter.description}</Table.Td>
              <Table.Td translate="no">{parameter.type}</Table.Td>
              <Table.Td translate="no">{defaultText(parameter)}</Table.Td>
              <Table.Td>{t(isUsed(parameter.name) ? 'ui.yes' : 'ui.no')}</Table.Td>
              {actions !== undefined && <Table.Td>{actions(parameter)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
