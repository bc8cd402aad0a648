import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { fileName } from '../../ui/download-file.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import type { TableWidget } from '../../view-document/model/table-widget.ts'
import { useTableCsv } from '../tables/use-table-csv.ts'

/** The actions on the table of a widget. */
export function TableItems({ widget, title }: { readonly widget: TableWidget; readonly title: string }) {
  const t = useText()
  const { tableOf } = useSearchActions()
  const csv = useTableCsv(fileName(title, 'csv'))
  const asked = tableOf?.(widget)
  if (asked === undefined) return null
  return (
    <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => csv.start(asked.question)}>
      {t('search.steps.csv')}
    </Menu.Item>
  )
}
