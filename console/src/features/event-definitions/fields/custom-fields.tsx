import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import type { BlockProps } from '../model/block.ts'
import { FieldTable } from '../summary/field-table.tsx'
import { type FieldSet, withField, withoutField } from './field-changes.ts'
import { FieldDialog } from './field-dialog.tsx'

/** The fields that events of the definition get, and their key. */
export function CustomFields({ draft, errors, onChange }: BlockProps) {
  const t = useText()
  const dialog = useFormDialog<string | undefined>()
  const set: FieldSet = { fields: draft.field_spec, keys: draft.key_spec }
  const change = ({ fields, keys }: FieldSet) => onChange({ field_spec: { ...fields }, key_spec: [...keys] })
  const problems = [errors['field_spec'], errors['key_spec']].filter((text) => text !== undefined)
  const controls = (name: string) => (
    <>
      <ActionIcon aria-label={t('definitions.fields.edit', { name })} onClick={() => dialog.open(name)}>
        <IconEdit size={16} />
      </ActionIcon>
      <ActionIcon aria-label={t('definitions.fields.remove', { name })} onClick={() => change(withoutField(set, name))}>
        <IconTrash size={16} />
      </ActionIcon>
    </>
  )
  return (
    <Stack gap="md" maw={960} role="group" aria-label={t('definitions.fields')}>
      {problems.map((text) => (
        <Alert key={text} color="red" role="alert" icon={<IconAlertTriangle />}>
          {text}
        </Alert>
      ))}
      <div>
        <Text fw={550} size="sm">
          {t('definitions.fields')}
        </Text>
        <Dimmed size="xs">{t('definitions.fields.help')}</Dimmed>
      </div>
      {Object.keys(set.fields).length > 0 && <FieldTable {...set} controls={controls} />}
      {set.keys.length > 0 && (
        <Text size="sm">
          {t('definitions.fields.keys')} <strong translate="no">{set.keys.join(' | ')}</strong>
        </Text>
      )}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => dialog.open(undefined)}>
          {t('definitions.fields.add')}
        </Button>
      </Group>
      <FieldDialog dialog={dialog} set={set} onSave={(field) => change(withField(set, dialog.subject, field))} />
    </Stack>
  )
}
