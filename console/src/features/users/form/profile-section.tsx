import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { UserValues } from './user-parts.ts'

interface ProfileSectionProps {
  readonly username: string
  readonly form: UseFormReturnType<UserValues>
}

export function ProfileSection({ username, form }: ProfileSectionProps) {
  const t = useText()
  return (
    <FormSection title={t('users.profile')}>
      <TextInput label={t('users.username')} description={t('users.username.fixed')} value={username} readOnly />
      <TextInput label={t('users.fullName')} required {...form.getInputProps('full_name')} />
      <TextInput label={t('users.email')} type="email" required {...form.getInputProps('email')} />
    </FormSection>
  )
}
