import { Group, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useText } from '../../base/text/text.tsx'
import { useLeaveGuard } from '../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { PermissionPicker } from './permissions/permission-picker.tsx'
import type { RoleValues } from './role-draft.ts'

export interface RoleFormProps {
  readonly initial: RoleValues
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly error: { readonly title: string; readonly cause: Error } | undefined
  /** Resolves when the role is saved; errors that name fields are shown at the fields. */
  readonly onSave: (values: RoleValues) => Promise<unknown>
  /** Shown beside the save button. */
  readonly cancel: ReactNode
}

/** Name, description and permissions of a role. */
export function RoleForm({ initial, saveLabel, isSaving, error, onSave, cancel }: RoleFormProps) {
  const t = useText()
  const form = useForm<RoleValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: ({ name }) => (name.trim() === '' ? { name: t('roles.error.nameRequired') } : {}),
  })
  useLeaveGuard(form.isDirty())
  const submit = form.onSubmit((values) =>
    onSave(values).then(
      () => form.resetDirty(values),
      (cause: unknown) => form.setErrors(apiFieldErrors(cause) ?? {}),
    ),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('roles.profile')}>
      <FormSection title={t('roles.profile')}>
        <TextInput
          label={t('roles.name')}
          description={t('roles.name.help')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea label={t('roles.description')} autosize minRows={2} {...form.getInputProps('description')} />
      </FormSection>
      <FormSection title={t('roles.permissions')} description={t('roles.permissions.help')}>
        <PermissionPicker
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
      </FormSection>
      <FormErrors
        errors={form.errors}
        labels={{ name: t('roles.name'), description: t('roles.description'), permissions: t('roles.permissions') }}
        general={error === undefined ? undefined : { title: error.title, text: statusText(error.cause) }}
      />
      <Group mt="md" mb="lg" gap="sm">
        <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={!form.isDirty()} />
        {cancel}
      </Group>
    </form>
  )
}
