import type { MessageHit } from '@logyard/contract/search/search-results'
import { Modal, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './compare-dialog.module.css'
import { type ComparedField, comparedFields } from './compared-fields.ts'

interface CompareDialogProps {
  readonly hits: readonly MessageHit[]
  readonly onClose: () => void
}

/** Messages side by side; what differs from the first one is marked. */
export function CompareDialog({ hits, onClose }: CompareDialogProps) {
  const t = useText()
  const [isAll, setIsAll] = useState(false)
  const fields = useMemo(() => comparedFields(hits), [hits])
  const different = fields.filter(({ isSame }) => !isSame)
  const shown = isAll ? fields : different
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sharing.compare.title', { count: hits.length })}
      size="calc(100vw - 40px)"
    >
      <Switch
        size="xs"
        mb="sm"
        label={t('sharing.compare.all', { count: fields.length - different.length })}
        checked={isAll}
        onChange={({ currentTarget }) => setIsAll(currentTarget.checked)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['scroll']} aria-label={t('sharing.compare.table')} tabIndex={0}>
        <table className={classes['table']}>
          <tbody>
            {shown.map((field) => (
              <FieldRow key={field.name} field={field} hits={hits} />
            ))}
          </tbody>
        </table>
      </section>
    </Modal>
  )
}

function FieldRow({ field: { name, isSame, values }, hits }: { field: ComparedField; hits: readonly MessageHit[] }) {
  return (
    <tr data-same={isSame || undefined}>
      <th scope="row" translate="no">
        {name}
      </th>
      {hits.map((hit, at) => (
        <td key={`${hit.index}/${hit.message._id}`} translate="no">
          {values[at]?.map(({ text, isDifferent }, part) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
            isDifferent ? <mark key={part}>{text}</mark> : <span key={part}>{text}</span>,
          )}
        </td>
      ))}
    </tr>
  )
}
