import type { EntityExcerpt } from '@logyard/contract/content-packs/model-types'
import { Table } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { typeText } from '../model/entity-text.ts'
import classes from './entities.module.css'

/** Entities by title and type, for dialogs. */
export function EntityNames({ entities }: { entities: readonly EntityExcerpt[] }) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['names']} tabIndex={0} aria-label={t('contentPacks.entities')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('contentPacks.entity.title')}</Table.Th>
            <Table.Th>{t('contentPacks.entity.type')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entities.map(({ id, type, title }) => (
            <Table.Tr key={`${type.name}/${id}`} translate="no">
              <Table.Td>{title}</Table.Td>
              <Table.Td>{typeText(type.name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
