import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { fileName } from '../../ui/download-file.ts'
import type { TableWidget } from '../../view-document/model/table-widget.ts'
import { useTableCsv } from '../tables/use-table-csv.ts'
import { useWidgetTable } from '../tables/use-widget-table.ts'
import { SqlItem } from './sql-item.tsx'

/** The actions on the table of a widget. */
export function TableItems({ widget, title }: { readonly widget: TableWidget; readonly title: string }) {
  const t = useText()
  const { question, found } = useWidgetTable(widget)
  const csv = useTableCsv(fileName(title, 'csv'))
  if (question === undefined) return null
  return (
    <>
      <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => csv.start(question)}>
        {t('search.steps.csv')}
      </Menu.Item>
      <SqlItem widget={widget} range={found.data?.effective_timerange} />
    </>
  )
}
