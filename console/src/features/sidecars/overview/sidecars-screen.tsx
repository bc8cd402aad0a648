import { listCollectors } from '@logyard/contract/sidecars/collectors'
import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import type { SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { Button, Switch } from '@mantine/core'
import { IconPlus, IconSearch, IconSettings, IconWorldUpload } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { allowed } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { SIDECAR_PAGE_SIZE, SIDECAR_PAGE_SIZES, SIDECAR_SEARCH_HELP } from '../list-options.ts'
import { messagesLink } from '../model/messages-link.ts'
import { refusalText } from '../refusal-text.ts'
import { sidecarsQuery } from '../sidecar-queries.ts'
import { SidecarsPage } from '../sidecars-page.tsx'
import { useSidecarColumns } from './use-sidecar-columns.tsx'

const LIST = {
  sort: 'node_name',
  pageSizes: SIDECAR_PAGE_SIZES,
  pageSize: SIDECAR_PAGE_SIZE,
  filters: ['inactive'],
}

/** All agents with their state; those that are silent are hidden at first. */
export function SidecarsScreen() {
  const t = useText()
  const { list, result } = useEntityList(
    { query: sidecarsQuery, failed: 'sidecars.toast.listFailed', failedText: refusalText },
    LIST,
  )
  const withInactive = list.filters['inactive'] !== undefined
  const columns = useSidecarColumns()
  const rowActions = useRowActions()
  const connect = (
    <LinkButton to={routes.sidecars.connect()} leftSection={<IconPlus size={16} />}>
      {t('sidecars.connect.one')}
    </LinkButton>
  )
  const hidden = result.data?.registered ?? 0
  const hidesSome = !withInactive && hidden > 0
  return (
    <SidecarsPage
      title={t('sidecars.overview.title')}
      description={t('sidecars.overview.description')}
      action={connect}
    >
      <DataTable<SidecarSummary>
        label={t('sidecars.overview.title')}
        list={list}
        result={{ ...result, isFetching: result.isPlaceholderData }}
        columns={columns}
        rowId={({ node_id: id }) => id}
        rowName={({ node_name: name }) => name}
        hasHistory
        rowActions={rowActions}
        searchHelp={SIDECAR_SEARCH_HELP}
        filters={
          <Switch
            size="xs"
            label={t('sidecars.withInactive')}
            checked={withInactive}
            onChange={({ currentTarget }) => list.filter('inactive', currentTarget.checked ? 'shown' : undefined)}
          />
        }
        empty={
          hidesSome
            ? {
                icon: <IconWorldUpload />,
                title: t('sidecars.noneActive'),
                text: t('sidecars.noneActive.text', { count: hidden }),
                action: <Button onClick={() => list.filter('inactive', 'shown')}>{t('sidecars.withInactive')}</Button>,
              }
            : { icon: <IconWorldUpload />, title: t('sidecars.none'), text: t('sidecars.none.text'), action: connect }
        }
        noMatch={{
          title: t('sidecars.noMatch'),
          text: t(withInactive ? 'sidecars.noMatch.text' : 'sidecars.noMatch.active'),
        }}
      />
    </SidecarsPage>
  )
}

function useRowActions(): (sidecar: SidecarSummary) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  return ({ node_id: id }) =>
    allowed(
      may([listCollectors, listConfigurations]) && {
        label: t('sidecars.manage'),
        icon: <IconSettings size={15} />,
        to: routes.sidecars.administration({ node_id: id }),
        isQuick: true,
      },
      {
        label: t('sidecars.showMessages'),
        icon: <IconSearch size={15} />,
        to: messagesLink(id),
        isQuick: true,
      },
    )
}
