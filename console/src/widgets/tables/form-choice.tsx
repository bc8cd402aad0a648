import type { QueryTable } from '@logyard/contract/search/tables'
import { SegmentedControl } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { TableForm } from '../../view-document/model/table-widget.ts'
import { formsOf } from './drawn-table.ts'

interface FormChoiceProps<More extends string> {
  readonly table: QueryTable | undefined
  readonly form: TableForm | NoInfer<More>
  /** What the page can show besides the table. */
  readonly more?: readonly More[]
  readonly onChange: (form: TableForm | NoInfer<More>) => void
}

/** Chooses between the table, the charts that can show it, and what else the page has. */
export function FormChoice<More extends 'messages' = never>({
  table,
  form,
  more = [],
  onChange,
}: FormChoiceProps<More>) {
  const t = useText()
  const forms = [...formsOf(table), ...more]
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('search.steps.form')}
      value={form}
      data={forms.map((value) => ({ value, label: t(`search.steps.form.${value}`) }))}
      onChange={(value) => {
        const chosen = forms.find((one) => one === value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
