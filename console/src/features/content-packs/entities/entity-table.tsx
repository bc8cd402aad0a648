import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { Modal, Text } from '@mantine/core'
import { IconEye, IconPackages } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { entityDescription, entityTitle, typeText } from '../model/entity-text.ts'
import { pathId, pathText, valueLeaves } from '../model/value-leaves.ts'
import classes from './entities.module.css'

interface EntityTableProps {
  readonly entities: readonly PackEntity[]
  readonly parameters: readonly PackParameter[]
  /** The columns of the caller, after the common ones. */
  readonly moreColumns?: readonly Column<PackEntity>[]
  /** Before showing the values. */
  readonly moreActions?: (entity: PackEntity) => readonly RowAction[]
}

const LIST = { pageSizes: [10, 25, 50, 100] } as const
const NONE: readonly Column<PackEntity>[] = []

/** The entities of a pack, filtered by title and description. */
export function EntityTable({ entities, parameters, moreColumns = NONE, moreActions }: EntityTableProps) {
  const t = useText()
  const list = useInnerListState(LIST)
  const [shown, setShown] = useState<PackEntity>()
  const columns = [...useEntityColumns(parameters), ...moreColumns]
  const titleOf = (entity: PackEntity) => entityTitle(entity, parameters)
  const data = pageInMemory(entities, list, {
    text: (entity) => `${titleOf(entity)}\n${entityDescription(entity, parameters)}`,
    sort: { title: titleOf, type: ({ type }) => typeText(type.name) },
  })
  const show = (entity: PackEntity): RowAction => ({
    label: t('contentPacks.show'),
    icon: <IconEye size={15} />,
    isQuick: true,
    onClick: () => setShown(entity),
  })
  return (
    <>
      <DataTable
        label={t('contentPacks.entities')}
        list={list}
        result={{ data, error: null, isFetching: false, refetch: () => undefined }}
        columns={columns}
        rowId={({ id }) => id}
        rowName={titleOf}
        rowActions={(entity) => [...(moreActions?.(entity) ?? []), show(entity)]}
        searchHelp="words"
        empty={{ icon: <IconPackages />, title: t('contentPacks.entities.none') }}
      />
      {shown !== undefined && (
        <EntityValues entity={shown} title={entityTitle(shown, parameters)} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

function useEntityColumns(parameters: readonly PackParameter[]): readonly Column<PackEntity>[] {
  const t = useText()
  return [
    {
      id: 'title',
      header: t('contentPacks.entity.title'),
      sortKey: 'title',
      isTitle: true,
      cell: (entity) => <span translate="no">{entityTitle(entity, parameters)}</span>,
    },
    {
      id: 'type',
      header: t('contentPacks.entity.type'),
      sortKey: 'type',
      cell: ({ type }) => <span translate="no">{typeText(type.name)}</span>,
    },
    {
      id: 'description',
      header: t('contentPacks.entity.description'),
      isWide: true,
      cell: (entity) => <span translate="no">{entityDescription(entity, parameters)}</span>,
    },
  ]
}

interface EntityValuesProps {
  readonly entity: PackEntity
  readonly title: string
  readonly onClose: () => void
}

/** Every typed value of an entity. */
function EntityValues({ entity, title, onClose }: EntityValuesProps) {
  const t = useText()
  return (
    <Modal opened onClose={onClose} size="xl" title={<span translate="no">{title}</span>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['values']} tabIndex={0} aria-label={t('contentPacks.values')}>
        <PlainTable
          rows={valueLeaves(entity.data)}
          rowId={({ path }) => pathId(path)}
          columns={[
            { header: t('contentPacks.values.key'), isData: true, cell: ({ path }) => code(pathText(path)) },
            { header: t('contentPacks.values.type'), isData: true, cell: ({ type }) => type },
            {
              header: t('contentPacks.values.value'),
              isData: true,
              cell: ({ value }) => code(typeof value === 'string' ? value : JSON.stringify(value)),
            },
          ]}
          none={t('contentPacks.values.none')}
        />
      </section>
    </Modal>
  )
}

const code = (text: string) => (
  <Text span inherit ff="monospace" fz="xs" style={{ whiteSpace: 'pre-wrap' }}>
    {text}
  </Text>
)
