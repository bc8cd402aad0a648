import { Alert, Text } from '@mantine/core'
import { IconShare, IconShieldCheck, IconShieldPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { unlessMissing, useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { rolesQuery, rootUserQuery } from '../role-queries.ts'
import { useRoleColumns } from './role-columns.tsx'
import { useRoleRowActions } from './use-role-row-actions.tsx'

const SEARCH_HELP = { fields: ['name', 'description'], example: 'name:reader description:dashboards' }

/** The roles: named sets of permissions that users can have. */
export function RolesScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const list = useListState({ sort: 'name' })
  const call = useCall()
  const roles = useQuery(rolesQuery(call, list))
  const root = useQuery({ ...rootUserQuery(call), enabled: may('users:list') })
  const columns = useRoleColumns(root.data ?? undefined)
  const rowActions = useRoleRowActions(() => list.goTo(1))
  useFailureToast(
    unlessMissing(roles.error),
    (status) => t('roles.toast.loadFailed', { status }),
    t('roles.toast.loadFailed.title'),
  )
  useCommand('roles.create', t('roles.create'), () => go(routes.roles.create()), may('roles:create'))
  const create = may('roles:create') && (
    <LinkButton to={routes.roles.create()} leftSection={<IconShieldPlus size={16} />}>
      {t('roles.create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('roles.overview')}
      documentTitle={t('roles.overview.documentTitle')}
      description={t('roles.overview.description')}
      action={create}
      crumbs={[{ label: t('shell.system') }]}
    >
      <Alert variant="light" color="gray" icon={<IconShare />} mb="md">
        {t('roles.overview.sharing')}
      </Alert>
      <Text size="sm" c="dimmed" mb="sm">
        {roles.data === undefined ? t('ui.loading') : t('roles.found', { total: roles.data.total })}
      </Text>
      <DataTable
        label={t('roles.list')}
        list={list}
        result={roles}
        columns={columns}
        rowId={(role) => role.id}
        rowName={(role) => role.name}
        rowActions={rowActions}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconShieldCheck />, title: t('roles.none'), text: t('roles.none.text'), action: create }}
      />
    </Page>
  )
}
