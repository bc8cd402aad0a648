import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Fieldset, Stack, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { RoleRows } from '../wizard/role-rows.tsx'
import type { ProviderFormState } from './provider-values.ts'

interface ClaimRolesProps {
  readonly form: ProviderFormState
  readonly roles: readonly AuthzRole[]
}

/** Which values of a claim give which roles. */
export function ClaimRoles({ form, roles }: ClaimRolesProps) {
  const t = useText()
  return (
    <Fieldset legend={t('authentication.provider.mapping')}>
      <Stack gap="md" align="flex-start">
        <TextInput
          w="100%"
          label={t('authentication.provider.mappingClaim')}
          description={t('authentication.provider.mappingClaim.help')}
          autoComplete="off"
          {...form.getInputProps('mappingClaim')}
        />
        <RoleRows
          rows={form.values.claimRoles.map(({ value, role_ids }) => ({ name: value, role_ids }))}
          roles={roles}
          nameLabel={t('authentication.provider.mapping.value')}
          addLabel={t('authentication.provider.mapping.add')}
          removeLabel={t('authentication.provider.mapping.remove')}
          error={form.errors['claimRoles']}
          onChange={(rows) =>
            form.setFieldValue(
              'claimRoles',
              rows.map(({ name, role_ids }) => ({ value: name, role_ids })),
            )
          }
        />
      </Stack>
    </Fieldset>
  )
}
