import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { Modal } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
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

const code = (text: string) => <span className={classes['code']}>{text}</span>
