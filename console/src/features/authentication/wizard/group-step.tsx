import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { RoleRows } from './role-rows.tsx'
import type { ServiceForm } from './service-form.ts'

interface GroupStepProps {
  readonly form: ServiceForm
  readonly type: AuthServiceType
  readonly roles: readonly AuthzRole[]
}

/** Which groups of the directory give which roles. */
export function GroupStep({ form, type, roles }: GroupStepProps) {
  const t = useText()
  const { groupRoles } = form.values
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('authentication.groups.help')}
      </Text>
      <TextInput
        label={t('authentication.groups.base')}
        description={t('authentication.groups.base.help')}
        required={groupRoles.length > 0}
        autoComplete="off"
        {...form.getInputProps('groupBase')}
      />
      <TextInput
        label={t('authentication.groups.patternOptional')}
        description={t(`authentication.groups.pattern.help.${type}`)}
        autoComplete="off"
        {...form.getInputProps('groupPattern')}
      />
      <Fieldset legend={t('authentication.groups')}>
        <Stack gap="md" align="flex-start">
          <RoleRows
            rows={groupRoles.map(({ group, role_ids }) => ({ name: group, role_ids }))}
            roles={roles}
            nameLabel={t('authentication.groups.group')}
            addLabel={t('authentication.groups.add')}
            removeLabel={t('authentication.groups.remove')}
            error={form.errors['groupRoles']}
            onChange={(rows) =>
              form.setFieldValue(
                'groupRoles',
                rows.map(({ name, role_ids }) => ({ group: name, role_ids })),
              )
            }
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}
