import { Select, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { formOf, TABLE_FORMS, type TableWidget, withForm } from '../../view-document/model/table-widget.ts'
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
