import type { ConfigurationVariable } from '@logyard/contract/sidecars/variables'
import { ActionIcon, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlus, IconRowInsertBottom, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import classes from '../sidecars.module.css'
import { variablesQuery } from '../variables-query.ts'
import { InUseDialog } from './in-use-dialog.tsx'
import { useRemoveVariable } from './use-remove-variable.tsx'
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
  const { remove, inUse, closeInUse } = useRemoveVariable()
  useFailureToast(
    variables.error,
    (status) => t('sidecars.toast.variablesFailed', { status }),
    t('sidecars.toast.variablesFailed.title'),
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t('sidecars.variables.help')}
        </Text>
        {may('sidecar_collector_configurations:create') && (
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
      {variables.isError && <LoadFailed error={variables.error} onRetry={variables.refetch} />}
      {variables.isPending && <LoadingLines lines={3} />}
      {variables.data?.length === 0 && <Text size="sm">{t('sidecars.variables.none')}</Text>}
      {variables.data !== undefined && variables.data.length > 0 && (
        <ul className={classes['variables']} aria-label={t('sidecars.variables')}>
          {variables.data.map((variable) => (
            <li key={variable.id}>
              <div>
                <Code translate="no">{placeOf(variable.name)}</Code>
                <Text size="xs" c="dimmed" translate="no">
                  {variable.description}
                </Text>
              </div>
              <Tools variable={variable} onInsert={onInsert} onEdit={() => dialog.open(variable)} onDelete={remove} />
            </li>
          ))}
        </ul>
      )}
      <VariableDialog dialog={dialog} onRenamed={onRenamed} />
      <InUseDialog inUse={inUse} onClose={closeInUse} />
    </Stack>
  )
}

interface ToolsProps {
  readonly variable: ConfigurationVariable
  readonly onInsert: ((text: string) => void) | undefined
  readonly onEdit: () => void
  readonly onDelete: (variable: ConfigurationVariable) => unknown
}

function Tools({ variable, onInsert, onEdit, onDelete }: ToolsProps) {
  const t = useText()
  const mayEdit = useMay()('sidecar_collector_configurations:update')
  const { name } = variable
  return (
    <Group gap={2} wrap="nowrap">
      {onInsert !== undefined && (
        <Tool label={t('sidecars.variables.insert', { name })} onClick={() => onInsert(placeOf(name))}>
          <IconRowInsertBottom size={15} />
        </Tool>
      )}
      {mayEdit && (
        <>
          <Tool label={t('sidecars.variables.editOf', { name })} onClick={onEdit}>
            <IconEdit size={15} />
          </Tool>
          <Tool label={t('sidecars.variables.deleteOf', { name })} onClick={() => onDelete(variable)}>
            <IconTrash size={15} />
          </Tool>
        </>
      )}
    </Group>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => unknown; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => void onClick()}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
