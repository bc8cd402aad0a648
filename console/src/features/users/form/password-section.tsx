import { useForm } from '@mantine/form'
import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useChangePassword } from '../user-actions.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SectionForm } from './section-form.tsx'
import { useReportUnsaved } from './unsaved-sections.tsx'
import { onlyErrors, passwordError, repeatError } from './user-draft.ts'

const EMPTY = { old: '', password: '', repeat: '' }

export interface PasswordSectionProps {
  readonly id: string
  readonly asksOld: boolean
}

export function PasswordSection({ id, asksOld }: PasswordSectionProps) {
  const t = useText()
  const change = useChangePassword()
  const form = useForm({
    initialValues: EMPTY,
    validate: ({ old, password, repeat }) =>
      onlyErrors({
        old: asksOld && old === '' ? t('users.error.required') : undefined,
        password: passwordError(t, password),
        repeat: repeatError(t, password, repeat),
      }),
  })
  useReportUnsaved('password', form.isDirty())
  const submit = form.onSubmit(({ old, password }) =>
    change.mutate(
      { id, change: asksOld ? { old_password: old, password } : { password } },
      {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(errorsOf(error)),
      },
    ),
  )
  /** A 400 that names no field is about the old password: nothing else in the request can be wrong. */
  function errorsOf(error: Error): Record<string, string> {
    const named = apiFieldErrors(error)
    if (named !== undefined) return { ...named }
    return asksOld && error instanceof ApiError && error.status === 400 ? { old: error.message } : {}
  }
  return (
    <SectionForm
      title={t('users.password')}
      onSubmit={submit}
      saveLabel={t('users.password.change')}
      isSaving={change.isPending}
      isDirty={form.isDirty()}
      errors={form.errors}
      labels={{ old: t('users.password.old'), password: t('users.password.new'), repeat: t('users.password.repeat') }}
    >
      {asksOld && (
        <PasswordField
          label={t('users.password.old')}
          required
          autoComplete="current-password"
          {...form.getInputProps('old')}
        />
      )}
      <NewPasswordFields
        label={t('users.password.new')}
        password={form.getInputProps('password')}
        repeat={form.getInputProps('repeat')}
      />
    </SectionForm>
  )
}
