import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Button, Group } from '@mantine/core'
import {
  IconChartLine,
  IconEdit,
  IconPlayerPlay,
  IconPlayerStop,
  IconSearch,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { type RowAction, RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import { useDeleteInput, useInputCommand } from '../input-actions.ts'
import { isRunning, type StateOnNode } from '../input-state.ts'
import { StaticFieldDialog } from '../static-fields/static-field-dialog.tsx'

interface InputControlsProps {
  readonly input: InputSummary
  /** `undefined` if the server does not know the type. */
  readonly type: InputTypeInfo | undefined
  readonly states: readonly StateOnNode[]
  readonly onEdit: (subject: InputSubject) => void
}

/** The actions on an input. */
export function InputControls({ input, type, states, onEdit }: InputControlsProps) {
  const may = useMay()
  const [addsField, setAddsField] = useState(false)
  const actions = useRowActions({ input, type, states, onEdit }, () => setAddsField(true))
  return (
    <Group gap="xs" wrap="nowrap">
      {may(`inputs:changestate:${input.id}`) && <CommandButton input={input} isStarted={isRunning(states)} />}
      <RowActionsMenu name={input.title} actions={actions} />
      <StaticFieldDialog input={input} isOpen={addsField} onClose={() => setAddsField(false)} />
    </Group>
  )
}

function CommandButton({ input, isStarted }: { input: InputSummary; isStarted: boolean }) {
  const t = useText()
  const start = useInputCommand('start')
  const stop = useInputCommand('stop')
  const busy = start.isPending ? 'starting' : stop.isPending ? 'stopping' : undefined
  const Icon = isStarted ? IconPlayerStop : IconPlayerPlay
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} />}
      disabled={busy !== undefined}
      onClick={() => (isStarted ? stop : start).mutate(input)}
    >
      {busy === undefined ? t(isStarted ? 'inputs.stop' : 'inputs.start') : t(`inputs.${busy}`)}
    </Button>
  )
}

function useRowActions(props: InputControlsProps, onAddField: () => void): readonly RowAction[] {
  const { input, type, onEdit } = props
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  const confirm = useConfirm()
  const remove = useDeleteInput()
  const mayEdit = may(`inputs:edit:${input.id}`)
  const actions: RowAction[] = []

  async function askAndDelete() {
    const confirmed = await confirm({
      title: t('inputs.delete.title'),
      text: t('inputs.delete.text', { title: input.title }),
      confirmLabel: t('inputs.delete'),
      isDangerous: true,
    })
    if (confirmed) remove.mutate(input)
  }

  if (may('searches:relative') && isBuilt(routes.search)) {
    actions.push({
      label: t('inputs.showReceived'),
      icon: <IconSearch size={15} />,
      to: routes.search({ q: `gl2_source_input:${input.id}`, rangetype: 'relative', relative: '0' }),
    })
  }
  if (mayEdit) {
    actions.push({
      label: t('inputs.edit'),
      icon: <IconEdit size={15} />,
      onClick: () => type !== undefined && onEdit({ type, input }),
      disabledBecause: type === undefined ? t('inputs.edit.unknownType') : undefined,
    })
  }
  if (!input.global && input.node !== null && isBuilt(routes.metrics)) {
    actions.push({
      label: t('inputs.showMetrics'),
      icon: <IconChartLine size={15} />,
      to: routes.metrics(input.node, { filter: input.id }),
    })
  }
  if (mayEdit) actions.push({ label: t('inputs.field.add'), icon: <IconTag size={15} />, onClick: onAddField })
  if (may(`inputs:terminate:${input.id}`)) {
    actions.push({
      label: t('inputs.delete'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      onClick: () => askAndDelete(),
    })
  }
  return actions
}
