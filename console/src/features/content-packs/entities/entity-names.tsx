import type { EntityExcerpt } from '@logyard/contract/content-packs/model-types'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { typeText } from '../model/entity-text.ts'
import classes from './entities.module.css'

/** Entities by title and type, for dialogs. */
export function EntityNames({ entities }: { entities: readonly EntityExcerpt[] }) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['names']} tabIndex={0} aria-label={t('contentPacks.entities')}>
      <PlainTable
        rows={entities}
        rowId={({ id, type }) => `${type.name}/${id}`}
        columns={[
          { header: t('contentPacks.entity.title'), isData: true, cell: ({ title }) => title },
          { header: t('contentPacks.entity.type'), isData: true, cell: ({ type }) => typeText(type.name) },
        ]}
      />
    </section>
  )
}
