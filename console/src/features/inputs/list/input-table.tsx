import { useText } from '../../../base/text/text.tsx'
import { type ExpandableColumn, ExpandableTable } from '../../../ui/expandable-table/expandable-table.tsx'
import { InputRow, type InputRowProps } from './input-row.tsx'

const COLUMNS: readonly ExpandableColumn[] = [
  { text: 'inputs.column.title' },
  { text: 'inputs.column.state' },
  { text: 'inputs.column.type', isWide: true },
  { text: 'inputs.column.address', isWide: true },
  { text: 'inputs.column.rate', isNumber: true, isWide: true },
  { text: 'inputs.column.last', isWide: true },
  { text: 'inputs.column.failures', isNumber: true },
]

export function InputTable({ rows }: { rows: readonly InputRowProps[] }) {
  const t = useText()
  return (
    <ExpandableTable label={t('inputs.title')} columns={COLUMNS} hasActions>
      {rows.map((row) => (
        <InputRow key={row.input.id} {...row} />
      ))}
    </ExpandableTable>
  )
}
