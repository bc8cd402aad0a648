import { type ConfigurationVariable, createVariable, updateVariable } from '@logyard/contract/sidecars/variables'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlus, IconRowInsertBottom, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import classes from '../sidecars.module.css'
import { useDeleteVariable, variablesQuery } from './variable-actions.ts'
import { placeOf, type RenamedVariable, VariableDialog } from './variable-dialog.tsx'

interface VariablesListProps {
  /** Inserts the variable into a template; absent where none is edited. */
  readonly onInsert?: (text: string) => void
  readonly onRenamed?: RenamedVariable
}

/** Texts that templates share. */
export function VariablesList({ onInsert, onRenamed }: VariablesListProps) {
  const t = useText()
  const may = useMay()
  const variables = useQuery(variablesQuery(useCall()))
  const dialog = useFormDialog<ConfigurationVariable | undefined>()
  const remove = useDeleteVariable()
  useFailureToast(variables.error, 'sidecars.toast.variablesFailed')
  const mayEdit = may(updateVariable)
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
            {list.map((variable) => {
              const { id, name, description } = variable
              return (
                <li key={id}>
                  <div>
                    <Code translate="no">{placeOf(name)}</Code>
                    <Text size="xs" c="dimmed" translate="no">
                      {description}
                    </Text>
                  </div>
                  <Group gap={2} wrap="nowrap">
                    {onInsert !== undefined && (
                      <ToolButton
                        label={t('sidecars.variables.insert', { name })}
                        onClick={() => onInsert(placeOf(name))}
                      >
                        <IconRowInsertBottom size={15} />
                      </ToolButton>
                    )}
                    {mayEdit && (
                      <>
                        <ToolButton
                          label={t('sidecars.variables.editOf', { name })}
                          onClick={() => dialog.open(variable)}
                        >
                          <IconEdit size={15} />
                        </ToolButton>
                        <ToolButton label={t('sidecars.variables.deleteOf', { name })} onClick={() => remove(variable)}>
                          <IconTrash size={15} />
                        </ToolButton>
                      </>
                    )}
                  </Group>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      <VariableDialog dialog={dialog} onRenamed={onRenamed} />
    </Stack>
  )
}
