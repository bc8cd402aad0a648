import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { RolesSelect } from './roles-select.tsx'
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
  const add = () => form.setFieldValue('groupRoles', [...groupRoles, { group: '', role_ids: [] }])
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
          {groupRoles.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
            <GroupRow key={at} form={form} at={at} roles={roles} />
          ))}
          <Button variant="default" size="sm" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('authentication.groups.add')}
          </Button>
          {form.errors['groupRoles'] !== undefined && (
            <Text size="sm" c="red">
              {form.errors['groupRoles']}
            </Text>
          )}
        </Stack>
      </Fieldset>
    </Stack>
  )
}

function GroupRow({ form, at, roles }: { form: ServiceForm; at: number; roles: readonly AuthzRole[] }) {
  const t = useText()
  const { groupRoles } = form.values
  const row = groupRoles[at] ?? { group: '', role_ids: [] }
  const change = (changes: Partial<typeof row>) =>
    form.setFieldValue(
      'groupRoles',
      groupRoles.map((one, place) => (place === at ? { ...one, ...changes } : one)),
    )
  const remove = () =>
    form.setFieldValue(
      'groupRoles',
      groupRoles.filter((_, place) => place !== at),
    )
  return (
    <Group align="flex-end" gap="sm" w="100%">
      <TextInput
        label={t('authentication.groups.group')}
        value={row.group}
        onChange={({ currentTarget }) => change({ group: currentTarget.value })}
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
      <ActionIcon variant="default" size="lg" onClick={remove} aria-label={t('authentication.groups.remove')}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}
