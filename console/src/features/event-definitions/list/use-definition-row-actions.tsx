import {
  createEventDefinition,
  deleteEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { IconBell, IconCopy, IconEdit, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteDefinition, useDuplicateDefinition, useSwitchDefinition } from '../definition-actions.ts'
import type { DefinitionRow } from '../definition-queries.ts'
import { useDefinitionConfirmations } from './use-definition-confirmations.ts'

type ActionsOf = (row: DefinitionRow) => readonly RowAction[]

/** The actions on a definition, for its row and its page. */
export function useDefinitionRowActions(onDeleted: () => void): ActionsOf {
  const edits = useEditAction()
  const events = useEventsAction()
  const switches = useSwitchAction()
  const copies = useDuplicateAction()
  const removals = useDeleteAction(onDeleted)
  return (row) => [...edits(row), ...events(row), ...switches(row), ...copies(row), ...removals(row)]
}

function useEditAction(): ActionsOf {
  const t = useText()
  const may = useMay()
  const isBuilt = useIsBuilt()
  return ({ definition: { id } }) =>
    may(updateEventDefinition, { id }) && isBuilt(routes.alerts.definitionEdit)
      ? [
          {
            label: t('definitions.edit'),
            icon: <IconEdit size={15} />,
            to: routes.alerts.definitionEdit(id),
            isQuick: true,
          },
        ]
      : []
}

function useEventsAction(): ActionsOf {
  const t = useText()
  const isBuilt = useIsBuilt()
  return ({ definition: { id } }) =>
    isBuilt(routes.alerts.list)
      ? [
          {
            label: t('definitions.showEvents'),
            icon: <IconBell size={15} />,
            to: routes.alerts.list({ definition: id, filter: 'include' }),
          },
        ]
      : []
}

function useSwitchAction(): ActionsOf {
  const t = useText()
  const may = useMay()
  const confirmations = useDefinitionConfirmations()
  const switching = useSwitchDefinition()
  return ({ definition, scheduler }) => {
    if (!may(updateEventDefinition, { id: definition.id })) return []
    const to = scheduler.is_scheduled ? 'disabled' : 'enabled'
    const kind = scheduler.is_scheduled ? 'disable' : 'enable'
    return [
      {
        label: t(`definitions.${kind}`),
        icon: scheduler.is_scheduled ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />,
        onClick: async () => {
          if (await confirmations(kind, definition)) switching.mutate({ definition, to })
        },
      },
    ]
  }
}

function useDuplicateAction(): ActionsOf {
  const t = useText()
  const may = useMay()
  const duplicate = useDuplicateDefinition()
  return ({ definition }) =>
    may(createEventDefinition)
      ? [
          {
            label: t('definitions.duplicate'),
            icon: <IconCopy size={15} />,
            onClick: () => duplicate.mutate(definition),
          },
        ]
      : []
}

function useDeleteAction(onDeleted: () => void): ActionsOf {
  const t = useText()
  const may = useMay()
  const confirmations = useDefinitionConfirmations()
  const remove = useDeleteDefinition()
  return ({ definition }) =>
    may(deleteEventDefinition, { id: definition.id })
      ? [
          {
            label: t('definitions.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: async () => {
              if (await confirmations('delete', definition)) remove.mutate(definition, { onSuccess: onDeleted })
            },
          },
        ]
      : []
}
