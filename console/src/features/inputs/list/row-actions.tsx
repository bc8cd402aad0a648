import { searchesEverywhere } from '@logyard/contract/identity/rights'
import {
  deleteInput,
  type InputSummary,
  type InputTypeInfo,
  startInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import {
  IconChartLine,
  IconEdit,
  IconPlayerPlay,
  IconPlayerStop,
  IconScissors,
  IconSearch,
  IconStethoscope,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsLink } from '../../../cluster/extractors-link.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import { useDeleteInput, useInputCommand } from '../input-actions.ts'
import { isRunning, type StateOnNode } from '../input-state.ts'
import { StaticFieldDialog } from '../static-fields/static-field-dialog.tsx'

interface RowActionsProps {
  readonly input: InputSummary
  /** `undefined` for a type that this server does not know. */
  readonly type: InputTypeInfo | undefined
  readonly states: readonly StateOnNode[]
  readonly onEdit: (subject: InputSubject) => void
}

export function RowActions(props: RowActionsProps) {
  const { input } = props
  const [addsField, setAddsField] = useState(false)
  const change = useChangeActions(props)
  const edit = useEditActions(props, () => setAddsField(true))
  const look = useLookActions(props)
  return (
    <>
      <RowActionsMenu name={input.title} actions={[...change, ...look, ...edit]} />
      <StaticFieldDialog input={input} isOpen={addsField} onClose={() => setAddsField(false)} />
    </>
  )
}

function useChangeActions({ input, states }: RowActionsProps): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const start = useInputCommand('start')
  const stop = useInputCommand('stop')
  if (!may(startInputInCluster, { id: input.id })) return []
  return isRunning(states)
    ? [{ label: t('inputs.stop'), icon: <IconPlayerStop size={15} />, onClick: () => stop.mutate(input) }]
    : [{ label: t('inputs.start'), icon: <IconPlayerPlay size={15} />, onClick: () => start.mutate(input) }]
}

function useLookActions({ input }: RowActionsProps): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  const actions: RowAction[] = []
  if (isBuilt(routes.inputs.diagnosis)) {
    actions.push({
      label: t('inputs.diagnose'),
      icon: <IconStethoscope size={15} />,
      to: routes.inputs.diagnosis(input.id),
    })
  }
  if (may(searchesEverywhere) && isBuilt(routes.search)) {
    actions.push({
      label: t('inputs.showReceived'),
      icon: <IconSearch size={15} />,
      to: routes.search({ q: `gl2_source_input:${input.id}`, rangetype: 'relative', relative: '0' }),
    })
  }
  if (!input.global && input.node !== null && isBuilt(routes.metrics)) {
    actions.push({
      label: t('inputs.showMetrics'),
      icon: <IconChartLine size={15} />,
      to: routes.metrics(input.node, { filter: input.id }),
    })
  }
  return actions
}

function useEditActions({ input, type, onEdit }: RowActionsProps, onAddField: () => void): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteInput()
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

  if (may(updateInput, { id: input.id })) {
    actions.push(
      {
        label: t('inputs.edit'),
        icon: <IconEdit size={15} />,
        onClick: () => type !== undefined && onEdit({ type, input }),
        disabledBecause: type === undefined ? t('inputs.edit.unknownType') : undefined,
      },
      { label: t('inputs.manageExtractors'), icon: <IconScissors size={15} />, to: extractorsLink(input) },
      { label: t('inputs.field.add'), icon: <IconTag size={15} />, onClick: onAddField },
    )
  }
  if (may(deleteInput, { id: input.id })) {
    actions.push({
      label: t('inputs.delete'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      onClick: () => askAndDelete(),
    })
  }
  return actions
}
