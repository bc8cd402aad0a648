import type { UserSummary } from '@logyard/contract/identity/users'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { useUpdateUser } from '../user-actions.ts'
import { SectionForm } from './section-form.tsx'
import { useReportUnsaved } from './unsaved-sections.tsx'
import { emailError, fullNameError, onlyErrors } from './user-draft.ts'

export function ProfileSection({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const update = useUpdateUser()
  const form = useForm({
    initialValues: { full_name: user.full_name, email: user.email },
    validateInputOnBlur: true,
    validate: ({ full_name, email }) =>
      onlyErrors({ full_name: fullNameError(t, full_name), email: emailError(t, email) }),
  })
  useReportUnsaved('profile', form.isDirty())
  const submit = form.onSubmit(({ full_name, email }) => {
    const change = { full_name: full_name.trim(), email: email.trim() }
    update.mutate(
      { user: { ...user, id }, change },
      {
        onSuccess: () => {
          form.setInitialValues(change)
          form.setValues(change)
        },
        onError: (error) => form.setErrors(apiFieldErrors(error) ?? {}),
      },
    )
  })
  return (
    <SectionForm
      title={t('users.profile')}
      onSubmit={submit}
      saveLabel={t('users.profile.update')}
      isSaving={update.isPending}
      isDirty={form.isDirty()}
      errors={form.errors}
      labels={{ full_name: t('users.fullName'), email: t('users.email') }}
    >
      <TextInput label={t('users.username')} description={t('users.username.fixed')} value={user.username} readOnly />
      <TextInput label={t('users.fullName')} required {...form.getInputProps('full_name')} />
      <TextInput label={t('users.email')} type="email" required {...form.getInputProps('email')} />
    </SectionForm>
  )
}
