import { ActionIcon, Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import type { StepProps } from '../model/step-props.ts'
import { ProviderText } from '../summary/provider-text.tsx'
import summaryClasses from '../summary/summary.module.css'
import { type FieldSet, withField, withoutField } from './field-changes.ts'
import { FieldDialog } from './field-dialog.tsx'

/** The fields that events of the definition get, and their key. */
export function FieldsStep({ draft, errors, onChange }: StepProps) {
  const t = useText()
  const dialog = useFormDialog<{ readonly name: string | undefined }>()
  const [opened, setOpened] = useState(0)
  const set: FieldSet = { fields: draft.field_spec, keys: draft.key_spec }
  const change = ({ fields, keys }: FieldSet) => onChange({ field_spec: { ...fields }, key_spec: [...keys] })
  const open = (name: string | undefined) => {
    setOpened(opened + 1)
    dialog.open({ name })
  }
  const problems = [errors['field_spec'], errors['key_spec']].filter((text) => text !== undefined)
  return (
    <Stack gap="md" maw={960}>
      {problems.map((text) => (
        <Alert key={text} color="red" variant="light" role="alert" icon={<IconAlertTriangle />}>
          {text}
        </Alert>
      ))}
      <Text size="sm" c="dimmed">
        {t('definitions.fields.help')}
      </Text>
      {Object.keys(set.fields).length > 0 && (
        <FieldTable set={set} onEdit={open} onRemove={(name) => change(withoutField(set, name))} />
      )}
      {set.keys.length > 0 && (
        <Text size="sm">
          {t('definitions.fields.keys')} <strong translate="no">{set.keys.join(' | ')}</strong>
        </Text>
      )}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => open(undefined)}>
          {t('definitions.fields.add')}
        </Button>
      </Group>
      {dialog.subject !== undefined && (
        <FieldDialog
          key={opened}
          name={dialog.subject.name}
          set={set}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onSave={(field) => {
            change(withField(set, dialog.subject?.name, field))
            dialog.close()
          }}
        />
      )}
    </Stack>
  )
}

interface FieldTableProps {
  readonly set: FieldSet
  readonly onEdit: (name: string) => void
  readonly onRemove: (name: string) => void
}

function FieldTable({ set: { fields, keys }, onEdit, onRemove }: FieldTableProps) {
  const t = useText()
  return (
    <Table aria-label={t('definitions.step.fields')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('definitions.fields.name')}</Table.Th>
          <Table.Th>{t('definitions.fields.key')}</Table.Th>
          <Table.Th>{t('definitions.fields.value')}</Table.Th>
          <Table.Th aria-label={t('definitions.fields.actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(fields).map(([name, spec]) => (
          <Table.Tr key={name}>
            <Table.Td translate="no">{name}</Table.Td>
            <Table.Td>{keys.includes(name) ? keys.indexOf(name) + 1 : '-'}</Table.Td>
            <Table.Td className={summaryClasses['query'] ?? ''}>
              <ProviderText spec={spec} />
            </Table.Td>
            <Table.Td>
              <Group gap={4} justify="flex-end" wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('definitions.fields.edit', { name })}
                  onClick={() => onEdit(name)}
                >
                  <IconEdit size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('definitions.fields.remove', { name })}
                  onClick={() => onRemove(name)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
