import {
  createEventDefinition,
  deleteEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { IconBell, IconCopy, IconPlayerPause, IconPlayerPlay, IconSql } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import {
  hasSql,
  useDeleteDefinition,
  useDisableDefinition,
  useDuplicateDefinition,
  useEnableDefinition,
  useOpenAsSql,
} from '../definition-actions.ts'
import type { DefinitionRow } from '../definition-queries.ts'

/** The actions on a definition, for its row and its page. */
export function useDefinitionRowActions(onDeleted: () => void): (row: DefinitionRow) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const enable = useEnableDefinition()
  const disable = useDisableDefinition()
  const duplicate = useDuplicateDefinition()
  const openAsSql = useOpenAsSql()
  const remove = useDeleteDefinition()
  return ({ definition, scheduler: { is_scheduled: isScheduled } }) => {
    const { id } = definition
    const mayEdit = may(updateEventDefinition, { id })
    return allowed(
      mayEdit && editAction(t('definitions.edit'), { to: routes.alerts.definitionEdit(id) }),
      {
        label: t('definitions.showEvents'),
        icon: <IconBell size={15} />,
        to: routes.alerts.list({ definition: id, filter: 'include', state: 'events' }),
      },
      mayEdit && {
        label: t(isScheduled ? 'definitions.disable' : 'definitions.enable'),
        icon: isScheduled ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />,
        onClick: () => (isScheduled ? disable : enable)(definition),
      },
      hasSql(definition) && {
        label: t('definitions.openAsSql'),
        icon: <IconSql size={15} />,
        onClick: () => openAsSql.mutate(definition),
      },
      may(createEventDefinition) && {
        label: t('definitions.duplicate'),
        icon: <IconCopy size={15} />,
        onClick: () => duplicate.mutate(definition),
      },
      may(deleteEventDefinition, { id }) &&
        deleteAction(t('definitions.delete'), async () => {
          if (await remove(definition)) onDeleted()
        }),
    )
  }
}
