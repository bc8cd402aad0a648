import { Select, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { useTextDraft } from '../../query/query-input/use-text-draft.ts'
import { SqlInput } from '../../query/sql-input/sql-input.tsx'
import {
  formOf,
  isSql,
  type SqlWidget,
  sqlConfig,
  sqlOf,
  TABLE_FORMS,
  type TableWidget,
  withForm,
} from '../../view-document/model/table-widget.ts'
import { formsOf } from '../tables/drawn-table.ts'
import { useWidgetTable } from '../tables/use-widget-table.ts'

interface TableSettingsProps {
  readonly widget: TableWidget
  readonly onChange: (widget: TableWidget) => void
}

/** How the table of a widget is shown. */
export function TableSettings({ widget, onChange }: TableSettingsProps) {
  const t = useText()
  const { found } = useWidgetTable(widget)
  const forms = formsOf(found.data)
  const chosen = formOf(widget)
  return (
    <Stack gap="md">
      {isSql(widget) && <StatementField widget={widget} onChange={onChange} />}
      <Select
        size="xs"
        label={t('widgets.editor.visualization')}
        placeholder={t('widgets.table.automatic')}
        clearable
        data={TABLE_FORMS.map((value) => ({
          value,
          label: t(`search.steps.form.${value}`),
          disabled: !forms.includes(value),
        }))}
        value={chosen ?? null}
        error={
          chosen !== undefined && found.data !== undefined && !forms.includes(chosen)
            ? t('widgets.table.unsuited')
            : undefined
        }
        onChange={(value) =>
          onChange(
            withForm(
              widget,
              TABLE_FORMS.find((form) => form === value),
            ),
          )
        }
      />
    </Stack>
  )
}

/** Applies when it loses the focus, and with Ctrl+Enter. */
function StatementField({
  widget,
  onChange,
}: {
  readonly widget: SqlWidget
  readonly onChange: (widget: SqlWidget) => void
}) {
  const t = useText()
  const [draft, setDraft] = useTextDraft(sqlOf(widget))
  const apply = () => {
    if (draft !== sqlOf(widget)) onChange({ ...widget, config: sqlConfig(draft, formOf(widget)) })
  }
  return (
    <Stack gap={0} onBlur={apply}>
      <SqlInput label={t('widgets.sql.statement')} value={draft} onChange={setDraft} onRun={apply} />
    </Stack>
  )
}
