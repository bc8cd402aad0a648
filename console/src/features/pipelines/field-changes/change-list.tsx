import { useText } from '../../../base/text/text.tsx'
import classes from './change-list.module.css'
import { type FieldChange, shownValue } from './field-changes.ts'

const SIGNS: Readonly<Record<FieldChange['kind'], string>> = { added: '+', changed: '~', removed: '−' }
const SHOWN_CHARACTERS = 2000

/** Changed fields, one per line: the old value struck through, then the new one. */
export function ChangeList({ changes, label }: { changes: readonly FieldChange[]; label: string }) {
  const t = useText()
  return (
    <ul className={classes['changes']} aria-label={label}>
      {changes.map(({ field, kind, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message can enter several streams; the list never changes
        <li key={`${index}|${field}`} data-kind={kind}>
          <span className={classes['sign']} aria-label={t(`pipelines.change.${kind}`)} role="img">
            {SIGNS[kind]}
          </span>
          <span className={classes['field']} translate="no">
            {field}
          </span>
          <span className={classes['values']} translate="no">
            {kind !== 'added' && <del>{shownValue(before).slice(0, SHOWN_CHARACTERS)}</del>}{' '}
            {kind !== 'removed' && <ins>{shownValue(after).slice(0, SHOWN_CHARACTERS)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  )
}
