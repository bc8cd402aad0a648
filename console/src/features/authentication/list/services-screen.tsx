import type { AuthBackend } from '@logyard/contract/identity/auth-services'
import { Alert, Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { AuthenticationPage } from '../authentication-page.tsx'
import { servicesQuery } from '../authentication-queries.ts'
import { useRoleNames } from '../use-roles.ts'
import { useServiceRowActions } from './use-service-row-actions.tsx'

const SEARCH_HELP = { fields: ['title', 'description'], example: 'title:directory' }

export function ServicesScreen() {
  const t = useText()
  const services = useEntityList({ query: servicesQuery, failed: 'authentication.toast.loadFailed' }, { sort: 'title' })
  const { data } = services.result
  const activeId = data?.activeId
  const isNoneActive = data !== undefined && data.total > 0 && activeId === undefined
  return (
    <AuthenticationPage title={t('authentication.services')} description={t('authentication.services.description')}>
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
