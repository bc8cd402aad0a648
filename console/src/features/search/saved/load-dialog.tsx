import { deleteView, listSavedSearches, type View } from '@logyard/contract/views/views'
import { Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useAskedAction } from '../../../ui/action/use-action.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useInnerList } from '../../../ui/data-table/use-entity-list.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { allowed, deleteAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { VIEWS_KEY, viewsQuery } from '../../../view-document/saved/view-queries.ts'

const PAGE_SIZES = [5, 10, 15]
const SEARCH_HELP = { fields: ['id', 'title'], example: 'title:payments' }

interface LoadDialogProps {
  /** The open search. */
  readonly openId: string | undefined
  readonly onClose: () => void
}

/** The saved searches that the user may read. */
export function LoadDialog({ openId, onClose }: LoadDialogProps) {
  const t = useText()
  const go = useGo()
  const saved = useInnerList(
    { query: (call, position) => viewsQuery(call, listSavedSearches, position), failed: 'searchTools.load.failed' },
    { sort: 'title', pageSizes: PAGE_SIZES },
  )
  const leaveFor = (link: string) => {
    onClose()
    go(link)
  }
  const columns = useSearchColumns((view) => leaveFor(routes.savedSearch(view.id)))
  const rowActions = useSearchRowActions((view) => {
    if (view.id === openId) leaveFor(routes.searchNew())
  })
  return (
    <Modal opened onClose={onClose} size="lg" title={t('searchTools.load')}>
      <Stack gap="sm">
        <DataTable
          label={t('searchTools.load.list')}
          {...saved}
          columns={columns}
          rowId={(view) => view.id}
          rowName={(view) => view.title}
          isHighlighted={(view) => view.id === openId}
          searchHelp={SEARCH_HELP}
          rowActions={rowActions}
          empty={{ icon: <IconStar />, title: t('searchTools.load.none'), text: t('searchTools.load.none.text') }}
        />
        <Text size="sm">
          <AppLink to={routes.views()}>{t('searchTools.load.all')}</AppLink>
        </Text>
      </Stack>
    </Modal>
  )
}

function useSearchColumns(onOpen: (view: View) => void): readonly Column<View>[] {
  const t = useText()
  return [
    {
      id: 'title',
      header: t('searchTools.load.title'),
      sortKey: 'title',
      cell: (view) => (
        <UnstyledButton onClick={() => onOpen(view)} translate="no">
          <Text size="sm" fw={550} c="var(--mantine-color-anchor)">
            {view.title}
          </Text>
          {view.summary !== '' && <Dimmed size="xs">{view.summary}</Dimmed>}
        </UnstyledButton>
      ),
    },
    timeColumn({
      id: 'created_at',
      header: t('searchTools.load.createdAt'),
      sortKey: 'created_at',
      at: (view) => view.created_at,
    }),
  ]
}

function useSearchRowActions(onDeleted: (view: View) => void): (view: View) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const remove = useDeleteSearch()
  const removeAndTell = async (view: View) => {
    if (await remove(view)) onDeleted(view)
  }
  return (view) =>
    allowed(
      may(deleteView, { id: view.id }) && deleteAction(t('searchTools.delete.confirm'), () => removeAndTell(view)),
    )
}

function useDeleteSearch() {
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: View) => call(deleteView, { params: { id } }),
    texts: 'search.deleted',
    question: 'searchTools.delete',
    questionText: ({ title }) => rich('searchTools.delete.text', { title: <span translate="no">{title}</span> }),
    changes: [VIEWS_KEY],
  })
}
