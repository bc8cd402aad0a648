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
  IconSend,
  IconStethoscope,
  IconTag,
} from '@tabler/icons-react'
import { useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsLink } from '../../../ingest/extractors-link.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { RowActionsMenu } from '../../../ui/menu/row-actions-menu.tsx'
import { useHistoryAction } from '../../../ui/menu/use-history-action.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import { HowToSendDialog } from '../how-to-send-dialog.tsx'
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
  const sending = useFormDialog<string>()
  const look = useLookActions(props, () => sending.open(input.id))
  return (
    <>
      <RowActionsMenu name={input.title} actions={[...change, ...look, ...edit]} />
      <HowToSendDialog {...sending} />
      <StaticFieldDialog input={input} isOpen={addsField} close={() => setAddsField(false)} />
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

function useLookActions({ input }: RowActionsProps, onSend: () => void): readonly RowAction[] {
  const t = useText()
  const historyOf = useHistoryAction()
  const may = useMay()
  const { id, global, node } = input
  return allowed(
    { label: t('ingest.howToSend'), icon: <IconSend size={15} />, onClick: onSend },
    {
      label: t('inputs.diagnose'),
      icon: <IconStethoscope size={15} />,
      to: routes.inputs.diagnosis(id),
    },
    may(searchesEverywhere) && {
      label: t('inputs.showReceived'),
      icon: <IconSearch size={15} />,
      to: routes.search({ q: `gl2_source_input:${id}`, rangetype: 'relative', relative: '0' }),
    },
    !global &&
      node !== null && {
        label: t('inputs.showMetrics'),
        icon: <IconChartLine size={15} />,
        to: routes.metrics(node, { filter: id }),
      },
    historyOf(id, input.title),
  )
}

function useEditActions({ input, type, onEdit }: RowActionsProps, onAddField: () => void): readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const remove = useDeleteInput()
  const mayEdit = may(updateInput, { id: input.id })
  return allowed(
    mayEdit && {
      label: t('inputs.edit'),
      icon: <IconEdit size={15} />,
      onClick: () => type !== undefined && onEdit({ type, input }),
      disabledBecause: type === undefined ? t('inputs.edit.unknownType') : undefined,
    },
    mayEdit && { label: t('inputs.manageExtractors'), icon: <IconScissors size={15} />, to: extractorsLink(input) },
    mayEdit && { label: t('inputs.field.add'), icon: <IconTag size={15} />, onClick: onAddField },
    may(deleteInput, { id: input.id }) && deleteAction(t('inputs.delete'), () => remove(input)),
  )
}
