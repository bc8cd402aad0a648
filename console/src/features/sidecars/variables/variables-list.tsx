import { type ConfigurationVariable, createVariable, updateVariable } from '@logyard/contract/sidecars/variables'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconRowInsertBottom } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { ToolButtons } from '../../../ui/menu/tool-buttons.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import classes from '../sidecars.module.css'
import { placeOf, useDeleteVariable, variablesQuery } from './variable-actions.ts'
import { type VariableChanges, VariableDialog } from './variable-dialog.tsx'

interface VariablesListProps extends VariableChanges {
  /** Inserts the variable into a template; absent where none is edited. */
  readonly onInsert?: (text: string) => void
}

/** Texts that templates share. */
export function VariablesList({ onInsert, ...changes }: VariablesListProps) {
  const t = useText()
  const may = useMay()
  const variables = useQuery(variablesQuery(useCall()))
  const dialog = useFormDialog<ConfigurationVariable | undefined>()
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
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => dialog.open(undefined)}
          >
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
      <VariableDialog dialog={dialog} {...changes} />
    </Stack>
  )
}
