import {
  type AuthBackend,
  createAuthBackend,
  deleteAuthBackend,
  setAuthServiceConfiguration,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { Alert, Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconKey, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { useActivateService, useDeactivateService, useDeleteService } from '../authentication-actions.ts'
import { AuthenticationPage } from '../authentication-page.tsx'
import { servicesQuery } from '../authentication-queries.ts'
import { useRoleNames } from '../use-roles.ts'

const SEARCH_HELP = { fields: ['title', 'description'], example: 'title:directory' }

export function ServicesScreen() {
  const t = useText()
  const create = useCreateButton({
    label: 'authentication.createService',
    target: routes.authentication.create(),
    isAllowed: useMay()(createAuthBackend),
  })
  const services = useEntityList({ query: servicesQuery, failed: 'authentication.toast.loadFailed' }, { sort: 'title' })
  const { data } = services.result
  const activeId = data?.activeId
  const isNoneActive = data !== undefined && data.total > 0 && activeId === undefined
  return (
    <AuthenticationPage
      title={t('authentication.services')}
      description={t('authentication.services.description')}
      action={create}
    >
      {isNoneActive && (
        <Alert color="amber" icon={<IconAlertTriangle />} mb="md">
          {t('authentication.noneActive')}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mb="sm">
        {data === undefined ? t('ui.loading') : t('authentication.found', { total: data.total })}
      </Text>
      <DataTable
        label={t('authentication.services')}
        {...services}
        columns={useServiceColumns(activeId)}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={useServiceRowActions(activeId, () => services.list.goTo(1))}
        isHighlighted={({ id }) => id === activeId}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconKey />, title: t('authentication.none'), text: t('authentication.none.text') }}
      />
    </AuthenticationPage>
  )
}

function useServiceColumns(activeId: string | undefined): readonly Column<AuthBackend>[] {
  const t = useText()
  const roleNames = useRoleNames()
  const { active, show } = routes.authentication
  return [
    titleColumn({
      id: 'title',
      header: t('authentication.title'),
      sortKey: 'title',
      name: ({ title }) => title,
      to: ({ id }) => (id === activeId ? active() : show(id)),
      badges: ({ id }) => id === activeId && <Badge color="spruce">{t('authentication.isActive')}</Badge>,
      description: ({ description }) => description,
    }),
    { id: 'type', header: t('authentication.type'), cell: ({ config }) => t(`authentication.type.${config.type}`) },
    textColumn({
      id: 'roles',
      header: t('authentication.defaultRoles'),
      text: ({ default_roles }) => roleNames(default_roles),
    }),
  ]
}

/** The actions on a service; `onDeleted` resets the list to its first page. */
function useServiceRowActions(
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
