import { IconCheck, IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../base/text/text.tsx'
import classes from './definition-list.module.css'

export interface Definition {
  readonly label: string
  /** Empty values show `-`, booleans yes or no. Strings are data; wrap translated texts in an element. */
  readonly value: ReactNode
  /** The label is a name given by users or machines. */
  readonly isLabelData?: boolean
}

/** Read-only facts: labels at the left, values at the right. Items that are `false` are left out. */
export function DefinitionList({ items }: { items: readonly (Definition | false)[] }) {
  const shown = items.filter((item) => item !== false)
  return (
    <dl className={classes['list']}>
      {shown.map(({ label, value, isLabelData }) => (
        <Fragment key={label}>
          <dt translate={isLabelData ? 'no' : 'yes'}>{label}</dt>
          <dd>
            <ReadOnlyValue value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function ReadOnlyValue({ value }: { value: ReactNode }) {
  const t = useText()
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') {
    return (
      <span className={classes['flag']} data-on={value}>
        {value ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
        {value ? t('ui.yes') : t('ui.no')}
      </span>
    )
  }
  if (typeof value === 'string' || typeof value === 'number') return <span translate="no">{value}</span>
  return value
}
