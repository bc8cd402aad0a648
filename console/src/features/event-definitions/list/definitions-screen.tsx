import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { grn } from '@logyard/contract/identity/shares'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AlertsPage } from '../../../alerting/alerts-page.tsx'
import { useCommand } from '../../../base/page/commands.tsx'
import { useIsBuilt } from '../../../base/routes/built-routes.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { ShareButtonComponent } from '../../../ui/share-button-component.ts'
import { definitionsQuery } from '../definition-queries.ts'
import { useBulkActions } from './use-bulk-actions.tsx'
import { useDefinitionColumns } from './use-definition-columns.tsx'
import { useDefinitionRowActions } from './use-definition-row-actions.tsx'

const SEARCH_HELP = { fields: ['id', 'title', 'description'], example: 'title:login -description:test' }

export const definitionsScreenWith = (ShareButton: ShareButtonComponent) => () => (
  <DefinitionsScreen ShareButton={ShareButton} />
)

/** All event definitions, with what they look for and when they run. */
function DefinitionsScreen({ ShareButton }: { ShareButton: ShareButtonComponent }) {
  const t = useText()
  const go = useGo()
  const isBuilt = useIsBuilt()
  const canCreate = useMay()(createEventDefinition) && isBuilt(routes.alerts.definitionNew)
  const list = useListState()
  const definitions = useQuery(definitionsQuery(useCall(), list))
  const toFirstPage = () => list.goTo(1)
  const rowActions = useDefinitionRowActions(toFirstPage)
  const bulkActions = useBulkActions(toFirstPage)
  const columns = useDefinitionColumns()
  useFailureToast(
    definitions.error,
    (status) => t('definitions.toast.loadFailed', { status }),
    t('definitions.toast.loadFailed.title'),
  )
  useCommand('definitions.create', t('definitions.create'), () => go(routes.alerts.definitionNew()), canCreate)
  const create = (label: string) =>
    canCreate && (
      <LinkButton to={routes.alerts.definitionNew()} leftSection={<IconPlus size={16} />}>
        {label}
      </LinkButton>
    )
  return (
    <AlertsPage
      title={t('definitions.page')}
      description={t('definitions.page.description')}
      action={create(t('definitions.create'))}
    >
      <DataTable
        label={t('definitions.page')}
        list={list}
        result={definitions}
        columns={columns}
        rowId={({ definition }) => definition.id}
        rowName={({ definition }) => definition.title}
        rowActions={rowActions}
        rowTools={({ definition: { id, title } }) => (
          <ShareButton grn={grn('event_definition', id)} type="event_definition" title={title} isIcon />
        )}
        bulkActions={bulkActions}
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconBell />,
          title: t('definitions.none'),
          text: t('definitions.none.text'),
          action: create(t('definitions.getStarted')),
        }}
      />
    </AlertsPage>
  )
}
