import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { Modal, Table, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { pathId, pathText, valueLeaves } from '../model/value-leaves.ts'
import classes from './entities.module.css'

interface EntityValuesProps {
  readonly entity: PackEntity
  readonly title: string
  readonly onClose: () => void
}

/** Every typed value of an entity. */
export function EntityValues({ entity, title, onClose }: EntityValuesProps) {
  const t = useText()
  const leaves = valueLeaves(entity.data)
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={<span translate="no">{title}</span>}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {leaves.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('contentPacks.values.none')}
        </Text>
      )}
      {leaves.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes['values']} tabIndex={0} aria-label={t('contentPacks.values')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('contentPacks.values.key')}</Table.Th>
                <Table.Th>{t('contentPacks.values.type')}</Table.Th>
                <Table.Th>{t('contentPacks.values.value')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody translate="no">
              {leaves.map(({ path, type, value }) => (
                <Table.Tr key={pathId(path)}>
                  <Table.Td className={classes['code'] ?? ''}>{pathText(path)}</Table.Td>
                  <Table.Td>{type}</Table.Td>
                  <Table.Td className={classes['code'] ?? ''}>
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Modal>
  )
}
