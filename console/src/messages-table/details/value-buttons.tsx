import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { IconCopy, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { termOf, textOf } from '../fields/menu-value.ts'
import { useColumns } from '../fields/use-columns.tsx'
import classes from './message-detail.module.css'
import { useCopy } from './use-copy.ts'

interface ValueButtonsProps {
  readonly hit: MessageHit
  readonly name: string
  readonly widget: MessagesWidget | undefined
}

/** The most frequent actions on a value, for the mouse; by keyboard the menus of the field and the value have them. */
export function ValueButtons({ hit, name, widget }: ValueButtonsProps) {
  const t = useText()
  const { addToQuery, excludeFromQuery } = useSearchActions()
  const { typeOf } = useFieldTypes()
  const copy = useCopy()
  const value = hit.message[name]
  const columns = useColumns()
  const column = widget && columns.toggle(widget, name, 14)
  return (
    <span className={classes['buttons']}>
      {!isFromDecorator(hit, name) && (
        <>
          <Quick label={t('fields.addToQuery')} onClick={() => addToQuery(termOf(name, value, typeOf(name)))}>
            <IconPlus size={14} />
          </Quick>
          <Quick label={t('fields.exclude')} onClick={() => excludeFromQuery(termOf(name, value, typeOf(name)))}>
            <IconMinus size={14} />
          </Quick>
        </>
      )}
      {column !== undefined && (
        <Quick label={column.label} onClick={() => column.onClick?.()}>
          {column.icon}
        </Quick>
      )}
      <Quick label={t('fields.copyValue')} onClick={() => copy(textOf(value))}>
        <IconCopy size={14} />
      </Quick>
    </span>
  )
}

/** Not a Mantine button with a tooltip: a message has four for each of its fields. */
function Quick({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" tabIndex={-1} className={classes['quick']} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}
