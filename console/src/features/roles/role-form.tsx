import type { RoleDraft } from '@logyard/contract/identity/roles'
import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import { PermissionPicker } from './permissions/permission-picker.tsx'

interface RoleValues {
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
}

export interface RoleFormProps {
  /** Absent for a new role. */
  readonly initial?: RoleValues
  /** The title above an error that names no field. */
  readonly failedTitle: string
  readonly save: (draft: RoleDraft) => Promise<unknown>
  readonly onSaved?: () => unknown
  readonly cancelTo: string
}

const EMPTY: RoleValues = { name: '', description: '', permissions: [] }

/** Name, description and permissions of a role. */
export function RoleForm({ initial, failedTitle, save, onSaved, cancelTo }: RoleFormProps) {
  const t = useText()
  const form = useEntityForm({
    isNew: initial === undefined,
    initial: initial ?? EMPTY,
    labels: { name: t('roles.name'), description: t('roles.description'), permissions: t('roles.permissions') },
    problems: ({ name }) => ({ name: name.trim() === '' && t('roles.error.nameRequired') }),
    save: ({ name, description, permissions }) =>
      save({ name: name.trim(), description: description.trim(), permissions: [...permissions].sort() }),
    failedTitle,
    ...(onSaved === undefined ? {} : { onSaved }),
  })
  return (
    <EntityForm form={form} label={t('roles.profile')} cancelTo={cancelTo}>
      <FormSection title={t('roles.profile')}>
        <TextInput
          label={t('roles.name')}
          description={t('roles.name.help')}
          required
          autoComplete="off"
          {...form.text('name')}
        />
        <Textarea
          label={t('ui.optional', { label: t('roles.description') })}
          autosize
          minRows={2}
          {...form.text('description')}
        />
      </FormSection>
      <FormSection title={t('roles.permissions')} description={t('roles.permissions.help')}>
        <PermissionPicker {...form.choice('permissions')} />
      </FormSection>
    </EntityForm>
  )
}
