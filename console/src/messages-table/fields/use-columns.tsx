import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { IconColumnInsertRight, IconColumnRemove } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import type { RowAction } from '../../ui/menu/row-action.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'

/** Changes the columns of message tables. */
export function useColumns() {
  const t = useText()
  const { updateWidget } = useSearchActions()
  const set = (table: MessagesWidget, fields: readonly string[]) =>
    updateWidget({ ...table, config: { ...table.config, fields: [...fields] } })
  const add = (table: MessagesWidget, field: string) => {
    const { fields } = table.config
    if (!fields.includes(field)) set(table, [...fields, field])
  }
  const remove = (table: MessagesWidget, field: string) => {
    const { fields } = table.config
    set(
      table,
      fields.filter((name) => name !== field),
    )
  }
  /** Adds the column, or removes it if the table has it. */
  const toggle = (table: MessagesWidget, field: string, iconSize = 15): RowAction => {
    const isColumn = table.config.fields.includes(field)
    return {
      label: t(isColumn ? 'fields.removeColumn' : 'fields.addColumn'),
      icon: isColumn ? <IconColumnRemove size={iconSize} /> : <IconColumnInsertRight size={iconSize} />,
      onClick: () => (isColumn ? remove(table, field) : add(table, field)),
    }
  }
  return { set, add, remove, toggle }
}
