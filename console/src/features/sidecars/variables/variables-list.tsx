import {
  type ConfigurationVariable,
  createVariable,
  deleteVariable,
  listVariableConfigurations,
  updateVariable,
  type VariableDraft,
  validateVariable,
} from '@logyard/contract/sidecars/variables'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconRowInsertBottom } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FieldsDialog } from '../../../ui/fields/fields-dialog.tsx'
import { isAtFields } from '../../../ui/form/api-field-errors.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { ToolButtons } from '../../../ui/menu/tool-buttons.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { SIDECARS_KEY, variablesQuery } from '../sidecar-queries.ts'
import classes from '../sidecars.module.css'
import { useCheckFailed } from '../use-check-failed.ts'

export interface VariablesListProps {
  /** Inserts the variable into a template; absent where none is edited. */
  readonly onInsert?: (text: string) => void
  readonly onRenamed?: (before: string, after: string) => void
}

const NEW: ConfigurationVariable = { id: null, name: '', description: '', content: '' }

/** The text that inserts a variable into a template. */
const placeOf = (name: string) => `\${user.${name}}`

/** Texts that templates share. */
export function VariablesList({ onInsert, ...changes }: VariablesListProps) {
  const t = useText()
  const may = useMay()
  const variables = useQuery(variablesQuery(useCall()))
  const dialog = useFormDialog<ConfigurationVariable>()
  const remove = useDeleteVariable()
  useFailureToast(variables.error, 'sidecars.toast.variablesFailed')
  const mayEdit = may(updateVariable)
  const actionsOn = (variable: ConfigurationVariable) => {
    const { name } = variable
    return allowed(
      onInsert !== undefined && {
        label: t('sidecars.variables.insert', { name }),
        icon: <IconRowInsertBottom size={15} />,
        onClick: () => onInsert(placeOf(name)),
      },
      mayEdit && editAction(t('sidecars.variables.editOf', { name }), { onClick: () => dialog.open(variable) }),
      mayEdit && deleteAction(t('sidecars.variables.deleteOf', { name }), () => remove(variable)),
    )
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t('sidecars.variables.help')}
        </Text>
        {may(createVariable) && (
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => dialog.open(NEW)}>
            {t('sidecars.variables.create')}
          </Button>
        )}
      </Group>
      <Loaded query={variables} lines={3}>
        {(list) => (
          <ul className={classes['variables']} aria-label={t('sidecars.variables')}>
            {list.length === 0 && <Text size="sm">{t('sidecars.variables.none')}</Text>}
            {list.map((variable) => (
              <li key={variable.id}>
                <div>
                  <Code translate="no">{placeOf(variable.name)}</Code>
                  <Text size="xs" c="dimmed" translate="no">
                    {variable.description}
                  </Text>
                </div>
                <ToolButtons actions={actionsOn(variable)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <VariableDialog {...changes} {...dialog} />
    </Stack>
  )
}

const useDeleteVariable = () =>
  useAskedAction({
    run: (call, { id }: ConfigurationVariable) => call(deleteVariable, { params: { id: id ?? '' } }),
    texts: 'sidecars.variable.delete',
    question: 'sidecars.variable.delete',
    confirmLabel: 'sidecars.delete',
    changes: [SIDECARS_KEY],
    hindrances: {
      texts: 'sidecars.variable.inUse',
      failed: 'sidecars.toast.variablesFailed',
      async find(call, { id }) {
        const users = await call(listVariableConfigurations, { params: { id: id ?? '' } })
        return users.map((user) => ({ name: user.name, to: routes.sidecars.configurationEdit(user.id ?? '') }))
      },
    },
  })

const FIELDS: readonly OwnField<'text'>[] = [
  { kind: 'text', name: 'name', label: 'sidecars.name', help: 'sidecars.variables.name.help' },
  { kind: 'text', name: 'description', label: 'sidecars.description', format: 'prose', is_optional: true },
  {
    kind: 'text',
    name: 'content',
    label: 'sidecars.variables.content',
    help: 'sidecars.variables.content.help',
    format: 'code',
    may_be_blank: true,
  },
]

type VariableDialogProps = Pick<VariablesListProps, 'onRenamed'> &
  ReturnType<typeof useFormDialog<ConfigurationVariable>>

function VariableDialog({ subject: stored = NEW, isOpen, close, onRenamed }: VariableDialogProps) {
  const t = useText()
  const { id, name, description, content } = stored
  const save = useAction({
    // The server also renames it in the templates that use it.
    run: (call, body: VariableDraft) =>
      id === null ? call(createVariable, { body }) : call(updateVariable, { params: { id }, body }),
    texts: 'sidecars.variable.save',
    done: id === null ? 'sidecars.variable.created' : 'sidecars.variable.updated',
    changes: [SIDECARS_KEY],
    isShown: isAtFields,
  })
  return (
    <FieldsDialog
      isOpen={isOpen}
      close={close}
      title={t(id === null ? 'sidecars.variables.create' : 'sidecars.variables.edit')}
      subject={id === null ? undefined : placeOf(name)}
      fields={FIELDS}
      isNew={id === null}
      initial={{ name, description: description ?? '', content }}
      check={{
        key: ['variable', id],
        run: (call, values, signal) => call(validateVariable, { body: { ...values, id }, signal }),
        failed: useCheckFailed('sidecars.toast.checkFailed.variable'),
      }}
      save={save.mutateAsync}
      onSaved={(saved) => id !== null && saved.name !== name && onRenamed?.(name, saved.name)}
    />
  )
}
