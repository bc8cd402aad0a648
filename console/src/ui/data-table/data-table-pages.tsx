import { Group, NativeSelect, Pagination } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../dimmed.tsx'
import type { ListState } from './list-state.ts'

/** The shown rows out of the total, the page size, and links to the other pages. */
export function DataTablePages({ list, total }: { list: ListState; total: number }) {
  const t = useText()
  const pages = Math.max(1, Math.ceil(total / list.perPage))
  const from = (list.page - 1) * list.perPage + 1
  const [smallest = 0] = list.pageSizes
  if (total <= smallest && pages === 1) return null
  return (
    <Group justify="space-between" gap="sm" mt="sm">
      <Group gap="xs">
        <Dimmed>{t('ui.list.range', { from, to: Math.min(total, list.page * list.perPage), total })}</Dimmed>
        <NativeSelect
          size="xs"
          w={84}
          aria-label={t('ui.list.show')}
          data={list.pageSizes.map(String)}
          value={String(list.perPage)}
          onChange={(event) => list.setPerPage(Number(event.currentTarget.value))}
        />
      </Group>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={Math.min(list.page, pages)}
          onChange={list.goTo}
          aria-label={t('ui.list.pages')}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? t('ui.list.previous') : t('ui.list.next'),
          })}
        />
      )}
    </Group>
  )
}
