import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useChangePassword } from '../user-actions.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { passwordError, repeatError } from './user-draft.ts'

const EMPTY = { old: '', password: '', repeat: '' }

export interface PasswordSectionProps {
  readonly id: string
  readonly asksOld: boolean
}

export function PasswordSection({ id, asksOld }: PasswordSectionProps) {
  const t = useText()
  const change = useChangePassword(id)
  const form = useEntityForm({
    isNew: false,
    initial: EMPTY,
    labels: { old: t('users.password.old'), password: t('users.password.new'), repeat: t('users.password.repeat') },
    problems: ({ old, password, repeat }) => ({
      old: asksOld && old === '' && t('users.error.required'),
      password: passwordError(t, password),
      repeat: repeatError(t, password, repeat),
    }),
    save: ({ old, password }) => change.mutateAsync(asksOld ? { old_password: old, password } : { password }),
    // A 400 that names no field is about the old password: nothing else in the request can be wrong.
    fieldErrors: (error) =>
      apiFieldErrors(error) ??
      (asksOld && error instanceof ApiError && error.status === 400 ? { old: error.message } : undefined),
    onSaved() {
      form.reset(EMPTY)
    },
  })
  return (
    <FormSection title={t('users.password')}>
      <EntityForm form={form} label={t('users.password')} saveLabel={t('users.password.change')}>
        {asksOld && (
          <PasswordField
            label={t('users.password.old')}
            required
            autoComplete="current-password"
            {...form.text('old')}
          />
        )}
        <NewPasswordFields label={t('users.password.new')} form={form} />
      </EntityForm>
    </FormSection>
  )
}
