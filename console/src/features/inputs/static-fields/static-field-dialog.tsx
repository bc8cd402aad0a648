import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useAddStaticField } from '../input-actions.ts'

interface StaticFieldDialogProps {
  readonly input: InputSummary
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function StaticFieldDialog({ input, isOpen, onClose }: StaticFieldDialogProps) {
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('inputs.field.title', { title: input.title })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <StaticFieldForm input={input} onClose={onClose} />
    </Modal>
  )
}

function StaticFieldForm({ input, onClose }: Omit<StaticFieldDialogProps, 'isOpen'>) {
  const t = useText()
  const add = useAddStaticField(input)
  const form = useForm({
    initialValues: { key: '', value: '' },
    validate: {
      key: (key) => {
        if (key.trim() === '') return t('inputs.field.keyRequired')
        if (!/^\w+$/.test(key.trim())) return t('inputs.field.keyInvalid')
        return UNSETTABLE_FIELDS.has(key.trim()) ? t('inputs.field.keyReserved') : null
      },
      value: (value) => (value.trim() === '' ? t('inputs.field.valueRequired') : null),
    },
  })
  // A server error is shown in a toast, and the dialog stays open.
  const submit = form.onSubmit(({ key, value }) =>
    add.mutate({ key: key.trim(), value: value.trim() }, { onSuccess: onClose }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('inputs.field.add')}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('inputs.field.key')}
          description={t('inputs.field.key.help')}
          required
          autoComplete="off"
          {...form.getInputProps('key')}
        />
        <TextInput label={t('inputs.field.value')} required autoComplete="off" {...form.getInputProps('value')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('inputs.field.button')} isSaving={add.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
