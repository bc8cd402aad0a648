import {
  type AuthBackend,
  deleteAuthBackend,
  setAuthServiceConfiguration,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { IconEdit, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useActivateService, useDeactivateService, useDeleteService } from '../authentication-actions.ts'

type Asked = 'activate' | 'deactivate' | 'delete'

/** The actions on a service; `onDeleted` resets the list to its first page. */
export function useServiceRowActions(
  activeId: string | undefined,
  onDeleted: () => void,
): (service: AuthBackend) => readonly RowAction[] {
  const t = useText()
  const rich = useRichText()
  const may = useMay()
  const confirm = useConfirm()
  const activate = useActivateService()
  const deactivate = useDeactivateService()
  const remove = useDeleteService()

  async function ask(asked: Asked, service: AuthBackend) {
    const confirmed = await confirm({
      title: t(`authentication.${asked}.title`),
      text: rich(`authentication.${asked}.text`, { title: <strong translate="no">{service.title}</strong> }),
      confirmLabel: t(`authentication.${asked}`),
      isDangerous: asked !== 'activate',
    })
    if (!confirmed) return
    if (asked === 'activate') activate.mutate(service)
    else if (asked === 'deactivate') deactivate.mutate(service)
    else remove.mutate(service, { onSuccess: onDeleted })
  }

  const action = (asked: Asked, icon: RowAction['icon'], service: AuthBackend): RowAction => ({
    label: t(`authentication.${asked}`),
    icon,
    isDangerous: asked === 'delete',
    onClick: () => ask(asked, service),
  })

  return (service) => {
    const isActive = service.id === activeId
    const actions: RowAction[] = []
    if (may(updateAuthBackend, { id: service.id })) {
      const to = routes.authentication.edit(service.id)
      actions.push({ label: t('authentication.edit'), icon: <IconEdit size={15} />, to, isQuick: true })
    }
    if (may(setAuthServiceConfiguration)) {
      actions.push(
        isActive
          ? action('deactivate', <IconPlayerStop size={15} />, service)
          : action('activate', <IconPlayerPlay size={15} />, service),
      )
    }
    if (!isActive && may(deleteAuthBackend, { id: service.id })) {
      actions.push(action('delete', <IconTrash size={15} />, service))
    }
    return actions
  }
}
