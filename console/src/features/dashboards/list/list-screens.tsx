import { createsDashboards } from '@logyard/contract/identity/rights'
import { Button, FileButton, Group } from '@mantine/core'
import { IconFileImport, IconLayoutDashboard, IconPlus } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { useImportView } from './use-view-files.ts'
import { ViewList } from './view-list.tsx'

export function DashboardsScreen() {
  const t = useText()
  const mayCreate = useMay()(createsDashboards)
  const importFile = useImportView()
  const create = useCreateButton({ label: 'dashboards.create', target: routes.dashboardNew(), isAllowed: mayCreate })
  return (
    <Page
      title={t('dashboards.title')}
      description={t('dashboards.description')}
      action={
        mayCreate && (
          <Group gap="sm">
            <FileButton accept=".json,application/json" onChange={(file) => file !== null && importFile.mutate(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconFileImport size={16} />}
                  loading={importFile.isPending}
                >
                  {t('dashboards.file.import')}
                </Button>
              )}
            </FileButton>
            {create}
          </Group>
        )
      }
    >
      <ViewList
        kind="dashboards"
        label={t('dashboards.title')}
        empty={{
          icon: <IconLayoutDashboard />,
          title: t('dashboards.none'),
          text: t(mayCreate ? 'dashboards.none.text' : 'dashboards.none.reader'),
          action: create,
        }}
      />
    </Page>
  )
}

export function ViewsScreen() {
  const t = useText()
  return (
    <Page
      title={t('dashboards.views')}
      description={t('dashboards.views.description')}
      action={
        <LinkButton to={routes.extendedSearch()} leftSection={<IconPlus size={16} />}>
          {t('dashboards.views.create')}
        </LinkButton>
      }
    >
      <ViewList
        kind="all"
        label={t('dashboards.views')}
        empty={{
          icon: <IconLayoutDashboard />,
          title: t('dashboards.views.none'),
          text: t('dashboards.views.none.text'),
          action: <LinkButton to={routes.extendedSearch()}>{t('dashboards.views.create')}</LinkButton>,
        }}
      />
    </Page>
  )
}
