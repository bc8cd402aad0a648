import type { MessagesConfig } from '@logyard/contract/views/view-state'
import { Checkbox, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { DecoratorListEditor } from '../../messages-table/decorators/decorator-list-editor.tsx'
import { FieldSelect } from '../../messages-table/fields/field-select.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx'
import { SortChoice } from './sort-choice.tsx'

export interface MessagesSettingsProps {
  readonly config: MessagesConfig
  readonly onChange: (config: MessagesConfig) => void
}

/** The columns, order and decorators of a message table. */
export function MessagesSettings({ config, onChange }: MessagesSettingsProps) {
  const t = useText()
  const { fields: known } = useFieldTypes()
  const { fields, sort } = config
  const sortable = [...new Set([...known.map(({ name }) => name), ...sort.map(({ field }) => field)])]
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <FieldSelect
          label={t('widgets.editor.fields')}
          description={t('widgets.editor.fields.help')}
          placeholder={t('widgets.editor.addField')}
          onPick={(field) => !fields.includes(field) && onChange({ ...config, fields: [...fields, field] })}
        />
        <SortableList
          label={t('widgets.editor.fields')}
          items={fields}
          nameOf={(field) => field}
          onChange={(next) => onChange({ ...config, fields: next })}
        />
      </Stack>
      <Checkbox
        size="xs"
        label={t('widgets.editor.messageRow')}
        checked={config.show_message_row}
        onChange={(event) => onChange({ ...config, show_message_row: event.currentTarget.checked })}
      />
      <SortChoice
        choices={sortable.map((field) => ({ type: 'pivot', field, label: field }))}
        sort={sort}
        onChange={(next) => onChange({ ...config, sort: next })}
      />
      <DecoratorListEditor
        decorators={config.decorators}
        onChange={(decorators) => onChange({ ...config, decorators })}
      />
    </Stack>
  )
}
