import type { RowAction } from '../menu/row-action.ts'
import { useHistoryAction } from '../menu/use-history-action.tsx'
import type { DataTableProps } from './data-table-props.ts'

type Props<Row> = Pick<DataTableProps<Row>, 'rowActions' | 'rowId' | 'rowName' | 'hasHistory'>

/** The actions on a row, with its history above those that destroy something. */
export function useActionsWithHistory<Row>({ rowActions, rowId, rowName, hasHistory }: Props<Row>) {
  const historyOf = useHistoryAction()
  if (hasHistory === undefined) return rowActions
  return (row: Row): readonly RowAction[] => {
    const actions = rowActions?.(row) ?? []
    const history = historyOf(rowId(row), rowName(row))
    if (history === false) return actions
    const at = actions.findIndex(({ isDangerous }) => isDangerous === true)
    return at === -1 ? [...actions, history] : actions.toSpliced(at, 0, history)
  }
}
