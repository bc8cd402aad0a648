import type { AuthzRole } from '@logyard/contract/identity/roles'
import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { RolesSelect } from '../wizard/roles-select.tsx'
import type { ProviderFormState } from './provider-values.ts'

interface ClaimRolesProps {
  readonly form: ProviderFormState
  readonly roles: readonly AuthzRole[]
}

/** Which values of a claim give which roles. */
export function ClaimRoles({ form, roles }: ClaimRolesProps) {
  const t = useText()
  const { claimRoles } = form.values
  const add = () => form.setFieldValue('claimRoles', [...claimRoles, { value: '', role_ids: [] }])
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
        {claimRoles.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <ClaimRow key={at} form={form} at={at} roles={roles} />
        ))}
        <Button variant="default" size="sm" leftSection={<IconPlus size={14} />} onClick={add}>
          {t('authentication.provider.mapping.add')}
        </Button>
        {form.errors['claimRoles'] !== undefined && (
          <Text size="sm" c="red">
            {form.errors['claimRoles']}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function ClaimRow({ form, at, roles }: ClaimRolesProps & { at: number }) {
  const t = useText()
  const { claimRoles } = form.values
  const row = claimRoles[at] ?? { value: '', role_ids: [] }
  const change = (changes: Partial<typeof row>) =>
    form.setFieldValue(
      'claimRoles',
      claimRoles.map((one, place) => (place === at ? { ...one, ...changes } : one)),
    )
  const remove = () =>
    form.setFieldValue(
      'claimRoles',
      claimRoles.filter((_, place) => place !== at),
    )
  return (
    <Group align="flex-end" gap="sm" w="100%">
      <TextInput
        label={t('authentication.provider.mapping.value')}
        value={row.value}
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        autoComplete="off"
        flex="1 1 180px"
      />
      <div style={{ flex: '1 1 180px' }}>
        <RolesSelect
          label={t('authentication.roles')}
          roles={roles}
          value={row.role_ids}
          onChange={(role_ids) => change({ role_ids })}
        />
      </div>
      <ActionIcon variant="default" size="lg" onClick={remove} aria-label={t('authentication.provider.mapping.remove')}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}
