import type { CollectorSummary } from '@logyard/contract/sidecars/collectors'
import { assignConfigurations } from '@logyard/contract/sidecars/sidecars'
import { IconWorldUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { AllMatching } from '../../../ui/data-table/data-table-props.ts'
import { type ListPosition, type ListState, useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SIDECAR_PAGE_SIZE, SIDECAR_PAGE_SIZES, SIDECAR_SEARCH_HELP } from '../list-options.ts'
import { collectorLabel } from '../model/operating-system.ts'
import { refusalText } from '../refusal-text.ts'
import { allCollectorsQuery, allConfigurationsQuery } from '../sidecar-queries.ts'
import { SidecarsPage } from '../sidecars-page.tsx'
import { AdministrationFilters } from './administration-filters.tsx'
import { type AdministeredRow, administrationQuery, FILTERS, loadMatching, rowsOf } from './administration-query.ts'
import { BulkDialog, useBulkDialog } from './bulk-dialog.tsx'
import { useAdministrationColumns } from './use-administration-columns.tsx'

/** Assigns configurations to the collectors of many sidecars, and starts and stops them. */
export function AdministrationScreen() {
  const t = useText()
  const mayChange = useMay()(assignConfigurations)
  const list = useAdministrationList()
  const collectors = useQuery(allCollectorsQuery(useCall()))
  const configurations = useQuery(allConfigurationsQuery(useCall()))
  const sidecars = useQuery(administrationQuery(useCall(), list))
  const error = sidecars.error ?? collectors.error ?? configurations.error
  useFailureToast(
    error,
    (status) => refusalText(error) ?? t('sidecars.toast.listFailed', { status }),
    t('sidecars.toast.listFailed.title'),
  )
  const columns = useAdministrationColumns(configurations.data ?? [])
  const bulk = useBulkDialog()
  const isLoaded = sidecars.data !== undefined && collectors.data !== undefined && configurations.data !== undefined
  const data = isLoaded
    ? { rows: rowsOf(sidecars.data.sidecars, collectors.data), total: sidecars.data.total }
    : undefined
  const allMatching = useAllMatching(list, sidecars.data?.total ?? 0, collectors.data ?? [])
  return (
    <SidecarsPage title={t('sidecars.administration.title')} description={t('sidecars.administration.description')}>
      <DataTable<AdministeredRow>
        label={t('sidecars.administration.title')}
        list={list}
        result={{
          data,
          error,
          isFetching: sidecars.isPlaceholderData,
          refetch: () => Promise.all([sidecars.refetch(), collectors.refetch(), configurations.refetch()]),
        }}
        columns={columns}
        rowId={({ sidecar, collector }) => `${sidecar.node_id} ${collector?.id ?? ''}`}
        rowName={({ sidecar, collector }) =>
          collector === undefined
            ? sidecar.node_name
            : t('sidecars.row', { collector: collectorLabel(collector), sidecar: sidecar.node_name })
        }
        bulkActions={mayChange ? bulk.actions : undefined}
        allMatching={allMatching}
        searchHelp={SIDECAR_SEARCH_HELP}
        things={t('sidecars.overview.title')}
        filters={
          <AdministrationFilters
            list={list}
            collectors={collectors.data ?? []}
            configurations={configurations.data ?? []}
          />
        }
        empty={{
          icon: <IconWorldUpload />,
          title: t('sidecars.none'),
          text: t('sidecars.none.text'),
          action: <LinkButton to={routes.sidecars.connect()}>{t('sidecars.connect.one')}</LinkButton>,
        }}
        noMatch={{ title: t('sidecars.administration.noMatch'), text: t('sidecars.noMatch.text') }}
      />
      <BulkDialog dialog={bulk.dialog} configurations={configurations.data ?? []} />
    </SidecarsPage>
  )
}

const LIST = { pageSizes: SIDECAR_PAGE_SIZES, pageSize: SIDECAR_PAGE_SIZE, filters: FILTERS }

/** Links to one sidecar name its id, which stands in the search box until the user searches for something else. */
function useAdministrationList(): ListState {
  const list = useListState(LIST)
  const nodeId = useQueryValues().get('node_id')
  const setValues = useSetQueryValues()
  return useMemo(
    () => ({
      ...list,
      query: nodeId === null ? list.query : `node_id:${nodeId}`,
      search: (query) => setValues({ query, node_id: undefined, page: undefined }),
    }),
    [list, nodeId, setValues],
  )
}

/** The rows of all pages, as they are when an action starts. */
function useAllMatching(
  list: ListPosition,
  total: number,
  collectors: readonly CollectorSummary[],
): AllMatching<AdministeredRow> {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  return {
    offer: t('sidecars.selectAll', { count: total }),
    selected: t('sidecars.allSelected', { count: total }),
    async load() {
      try {
        return rowsOf(await loadMatching(call, list), collectors)
      } catch (error) {
        const failed = t('sidecars.toast.listFailed', { status: statusText(error) })
        notify.error(refusalText(error) ?? failed, t('sidecars.toast.listFailed.title'))
        return undefined
      }
    },
  }
}
