import { createRole } from '@logyard/contract/identity/roles'
import { pageUsers } from '@logyard/contract/identity/users'
import { Alert, Text } from '@mantine/core'
import { IconShare, IconShieldCheck, IconShieldPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { rolesQuery, rootUserQuery } from '../role-queries.ts'
import { useRoleColumns } from './role-columns.tsx'
import { useRoleRowActions } from './use-role-row-actions.tsx'

const SEARCH_HELP = { fields: ['name', 'description'], example: 'name:reader description:dashboards' }

/** The roles: named sets of permissions that users can have. */
export function RolesScreen() {
  const t = useText()
  const may = useMay()
  const roles = useEntityList({ query: rolesQuery, failed: 'roles.toast.loadFailed' }, { sort: 'name' })
  const root = useQuery({ ...rootUserQuery(useCall()), enabled: may(pageUsers) })
  const create = useCreateButton({
    label: 'roles.create.title',
    icon: <IconShieldPlus size={16} />,
    target: routes.roles.create(),
    isAllowed: may(createRole),
  })
  const total = roles.result.data?.total
  return (
    <Page title={t('roles.overview')} description={t('roles.overview.description')} action={create}>
      <Alert color="gray" icon={<IconShare />} mb="md">
        {t('roles.overview.sharing')}
      </Alert>
      <Text size="sm" c="dimmed" mb="sm">
        {total === undefined ? t('ui.loading') : t('roles.found', { total })}
      </Text>
      <DataTable
        label={t('roles.list')}
        {...roles}
        columns={useRoleColumns(root.data ?? undefined)}
        rowId={(role) => role.id}
        rowName={(role) => role.name}
        hasHistory
        rowActions={useRoleRowActions(() => roles.list.goTo(1))}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconShieldCheck />, title: t('roles.none'), text: t('roles.none.text'), action: create }}
      />
    </Page>
  )
}
