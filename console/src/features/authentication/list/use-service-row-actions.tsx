import {
  type AuthBackend,
  deleteAuthBackend,
  setAuthServiceConfiguration,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useActivateService, useDeactivateService, useDeleteService } from '../authentication-actions.ts'

/** The actions on a service; `onDeleted` resets the list to its first page. */
export function useServiceRowActions(
  activeId: string | undefined,
  onDeleted: () => void,
): (service: AuthBackend) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const activate = useActivateService()
  const deactivate = useDeactivateService()
  const remove = useDeleteService()
  return (service) => {
    const { id } = service
    const isActive = id === activeId
    const toggle: RowAction = isActive
      ? {
          label: t('authentication.deactivate'),
          icon: <IconPlayerStop size={15} />,
          onClick: () => deactivate(service),
        }
      : { label: t('authentication.activate'), icon: <IconPlayerPlay size={15} />, onClick: () => activate(service) }
    const onDelete = async () => {
      if (await remove(service)) onDeleted()
    }
    return allowed(
      may(updateAuthBackend, { id }) && editAction(t('authentication.edit'), { to: routes.authentication.edit(id) }),
      may(setAuthServiceConfiguration) && toggle,
      !isActive && may(deleteAuthBackend, { id }) && deleteAction(t('authentication.delete'), onDelete),
    )
  }
}
