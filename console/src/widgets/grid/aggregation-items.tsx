import type { AggregationWidget } from '@logyard/contract/views/view-state'
import { Menu } from '@mantine/core'
import { IconBell, IconDownload, IconHistory, IconTable } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { isChart, isOverTime, takesEvents } from '../../view-document/model/aggregation-config.ts'
import { pivotResult } from '../../view-document/model/view-model.ts'
import { COMPARISONS, type Comparison } from '../../view-document/model/widget-search-types.ts'
import { aggregationCsv } from '../aggregation/table/aggregation-csv.ts'
import { useShowsAlerts } from '../annotations/use-alert-marks.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import { usePicture } from '../export/chart-picture.ts'

export interface AggregationItemsProps {
  readonly widget: AggregationWidget
  readonly title: string
  /** Shows the data of a chart as a table, temporarily. */
  readonly table: { readonly isShown: boolean; readonly toggle: () => void }
}

/** The actions on an aggregation's result. */
export function AggregationItems({ widget, title, table }: AggregationItemsProps) {
  const t = useText()
  const notify = useNotify()
  const theme = useChartTheme()
  const { resultOf, comparison } = useSearchActions()
  const picture = usePicture()
  const [showsAlerts, setShowsAlerts] = useShowsAlerts()
  const { config } = widget
  const pivot = pivotResult(resultOf(widget.id))
  const hasPicture = isChart(config)
  const canCompare = hasPicture && isOverTime(config.row_pivots) && config.series.length === 1
  const saveCsv = async () => {
    const { withFormulas } = await import('../../view-document/model/formulas.ts')
    const [shown, calculated] = withFormulas(widget, resultOf(widget.id))
    const table = pivotResult(calculated)
    if (table === undefined) return
    downloadFile(fileName(title, 'csv'), new Blob([aggregationCsv(table, shown.config)], { type: 'text/csv' }))
  }
  const savePicture = async (type: 'png' | 'svg') => {
    const drawn = picture()
    if (drawn === undefined) return
    try {
      const { drawPng, drawSvg } = await import('../export/draw-picture.ts')
      const input = { picture: drawn, title, theme }
      downloadFile(fileName(title, type), await (type === 'png' ? drawPng(input) : drawSvg(input)))
    } catch (error) {
      notify.error(t('widgets.export.failed', { reason: String(error) }))
    }
  }
  return (
    <>
      {canCompare && (
        <ComparisonItems now={comparison.of(widget.id)} onPick={(picked) => comparison.set(widget.id, picked)} />
      )}
      {takesEvents(config) && !config.event_annotation && (
        <Menu.Item leftSection={<IconBell size={15} />} onClick={() => setShowsAlerts(!showsAlerts)}>
          {t(showsAlerts ? 'widgets.alerts.hide' : 'widgets.alerts.show')}
        </Menu.Item>
      )}
      {hasPicture && (
        <Menu.Item leftSection={<IconTable size={15} />} onClick={table.toggle}>
          {t(table.isShown ? 'widgets.showChart' : 'widgets.showTable')}
        </Menu.Item>
      )}
      {pivot !== undefined && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconDownload size={15} />}>{t('widgets.export')}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <Menu.Item onClick={() => void saveCsv()}>{t('widgets.export.csv')}</Menu.Item>
            {hasPicture && (
              <>
                <Menu.Item onClick={() => void savePicture('png')}>{t('widgets.export.png')}</Menu.Item>
                <Menu.Item onClick={() => void savePicture('svg')}>{t('widgets.export.svg')}</Menu.Item>
              </>
            )}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
    </>
  )
}

interface ComparisonItemsProps {
  readonly now: Comparison | undefined
  readonly onPick: (comparison: Comparison | undefined) => void
}

/** The choices are not nested, because comparing is a question that comes up often. */
function ComparisonItems({ now, onPick }: ComparisonItemsProps) {
  const t = useText()
  const icon = <IconHistory size={15} />
  return (
    <>
      {COMPARISONS.filter((one) => one !== now).map((one) => (
        <Menu.Item key={one} leftSection={icon} onClick={() => onPick(one)}>
          {t(`widgets.compare.${one}`)}
        </Menu.Item>
      ))}
      {now !== undefined && (
        <Menu.Item leftSection={icon} onClick={() => onPick(undefined)}>
          {t('widgets.compare.stop')}
        </Menu.Item>
      )}
    </>
  )
}
