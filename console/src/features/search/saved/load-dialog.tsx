import type { View } from '@logyard/contract/views/views'
import { Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { useDeleteSearch } from './saved-search-actions.ts'
import { savedSearchesQuery } from './saved-search-queries.ts'

const PAGE_SIZES = [5, 10, 15]
const SEARCH_HELP = { fields: ['id', 'title'], example: 'title:payments' }

interface LoadDialogProps {
  /** The search that is open. */
  readonly openId: string | undefined
  readonly onClose: () => void
}

/** The saved searches that the user may read. */
export function LoadDialog({ openId, onClose }: LoadDialogProps) {
  const t = useText()
  const rich = useRichText()
  const go = useGo()
  const may = useMay()
  const confirm = useConfirm()
  const list = useInnerListState({ sort: 'title', pageSizes: PAGE_SIZES })
  const saved = useQuery(savedSearchesQuery(useCall(), list))
  const remove = useDeleteSearch()
  useFailureToast(saved.error, (status) => t('search.load.failed', { status }), t('search.load.failed.title'))

  const open = (view: View) => {
    onClose()
    go(routes.savedSearch(view.id))
  }
  const askAndDelete = async (view: View) => {
    const isSure = await confirm({
      title: t('search.delete.title'),
      text: rich('search.delete.text', { title: <span translate="no">{view.title}</span> }),
      confirmLabel: t('search.delete.confirm'),
      isDangerous: true,
    })
    if (!isSure) return
    remove.mutate(view, {
      onSuccess: () => {
        if (view.id !== openId) return
        onClose()
        go(routes.searchNew())
      },
    })
  }
  const columns: readonly Column<View>[] = [
    {
      id: 'title',
      header: t('search.load.title'),
      sortKey: 'title',
      cell: (view) => (
        <UnstyledButton onClick={() => open(view)} translate="no">
          <Text size="sm" fw={550} c="var(--mantine-color-anchor)">
            {view.title}
          </Text>
          {view.summary !== '' && (
            <Text size="xs" c="dimmed">
              {view.summary}
            </Text>
          )}
        </UnstyledButton>
      ),
    },
    {
      id: 'created_at',
      header: t('search.load.createdAt'),
      sortKey: 'created_at',
      cell: (view) => <RelativeTime instant={view.created_at} />,
    },
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('search.load')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <DataTable
          label={t('search.load.list')}
          list={list}
          result={saved}
          columns={columns}
          rowId={(view) => view.id}
          rowName={(view) => view.title}
          isHighlighted={(view) => view.id === openId}
          searchHelp={SEARCH_HELP}
          rowActions={(view) =>
            may(`view:delete:${view.id}`)
              ? [
                  {
                    label: t('search.delete.confirm'),
                    icon: <IconTrash size={15} />,
                    isDangerous: true,
                    onClick: () => askAndDelete(view),
                  },
                ]
              : []
          }
          empty={{ icon: <IconStar />, title: t('search.load.none'), text: t('search.load.none.text') }}
        />
      </Stack>
    </Modal>
  )
}
