import { grn } from '@logyard/contract/identity/shares'
import type { View } from '@logyard/contract/views/views'
import { Badge, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import type { EmptyStateProps } from '../../../ui/page/empty-state.tsx'
import type { ShareButtonComponent } from '../../../ui/share-button-component.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { mayDeleteView } from '../dashboard-permissions.ts'
import { viewsQuery } from '../view-queries.ts'
import { useDeleteView } from './use-delete-view.tsx'
import classes from './view-list.module.css'

const SEARCH_HELP = { fields: ['id', 'title', 'summary'], example: 'title:payments' }

interface ViewListProps {
  readonly kind: 'dashboards' | 'all'
  readonly label: string
  readonly failedTitle: string
  readonly empty: EmptyStateProps
  readonly ShareButton: ShareButtonComponent
}

const linkOf = ({ id, type }: View) => (type === 'DASHBOARD' ? routes.dashboard(id) : routes.savedSearch(id))

/** A table of dashboards, or of dashboards and saved searches. */
export function ViewList({ kind, label, failedTitle, empty, ShareButton }: ViewListProps) {
  const t = useText()
  const may = useMay()
  const list = useListState({ sort: 'title' })
  const views = useQuery(viewsQuery(useCall(), kind, list))
  const askAndDelete = useDeleteView(() => list.goTo(1))
  useFailureToast(
    views.error,
    (status) => t(kind === 'all' ? 'dashboards.toast.viewsFailed' : 'dashboards.toast.loadFailed', { status }),
    failedTitle,
  )
  const ofType: readonly Column<View>[] =
    kind === 'all'
      ? [
          {
            id: 'type',
            header: t('dashboards.column.type'),
            cell: ({ type }) => <Badge color="gray">{t(`dashboards.type.${type}`)}</Badge>,
          },
        ]
      : []
  const columns: readonly Column<View>[] = [
    { id: 'title', header: t('dashboards.column.title'), sortKey: 'title', cell: (view) => <Title view={view} /> },
    ...ofType,
    {
      id: 'saved',
      header: t('dashboards.column.saved'),
      sortKey: 'created_at',
      cell: (view) => <Saved view={view} />,
    },
    {
      id: 'share',
      header: t('dashboards.column.share'),
      cell: ({ id, type, title }) => {
        const kindOf = type === 'DASHBOARD' ? 'dashboard' : 'search'
        return <ShareButton grn={grn(kindOf, id)} type={kindOf} title={title} />
      },
    },
  ]
  return (
    <DataTable
      label={label}
      list={list}
      result={views}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      searchHelp={SEARCH_HELP}
      rowActions={(view) =>
        mayDeleteView(may, view)
          ? [
              {
                label: t('dashboards.delete'),
                icon: <IconTrash size={15} />,
                isDangerous: true,
                onClick: () => askAndDelete(view),
              },
            ]
          : []
      }
      empty={empty}
    />
  )
}

function Title({ view }: { view: View }) {
  const t = useText()
  return (
    <div className={classes['title']}>
      <AppLink to={linkOf(view)} fw={550} translate="no">
        {view.title}
      </AppLink>
      {view.summary !== '' && (
        <Text size="sm" translate="no">
          {view.summary}
        </Text>
      )}
      {view.description === '' ? (
        <Text size="xs" c="dimmed">
          {t('dashboards.noDescription')}
        </Text>
      ) : (
        <Text size="xs" c="dimmed" lineClamp={3} translate="no">
          {view.description}
        </Text>
      )}
    </div>
  )
}

function Saved({ view: { owner, last_updated_at: at } }: { view: View }) {
  const rich = useRichText()
  const { username } = useCurrentUser()
  const when = <RelativeTime instant={at} />
  return (
    <Text size="sm" c="dimmed">
      {owner === null || owner === username
        ? rich('dashboards.savedAt', { when })
        : rich('dashboards.sharedBy', { when, owner: <span translate="no">{owner}</span> })}
    </Text>
  )
}
