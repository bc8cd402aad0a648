import { useCallback, useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useChartTheme } from '../../charts/chart-theme.ts'
import type { MeasuredSize } from '../../charts/use-size.ts'
import { chartData } from '../chart-data.ts'
import { ChartFrame } from '../chart-frame.tsx'
import { useChartWords } from '../chart-words.ts'
import { seriesColors } from '../series-colors.ts'
import type { VisualizationProps } from '../visualization.ts'
import { flowPaths, groupingsOf } from './flows.ts'
import { sankeyOption } from './sankey-option.ts'
import { useFlowMenu } from './use-flow-menu.tsx'

/** Flows between the values of consecutive groupings. */
export function SankeyChart({ widget, pivot, isInteractive }: VisualizationProps) {
  const { config } = widget
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const paths = useMemo(() => flowPaths(data, config), [data, config])
  const colorOf = useMemo(() => {
    const groupings = groupingsOf(config)
    const names = paths.flatMap(({ values }) =>
      values.map((value, depth) => words.key(value, groupings[depth]?.type === 'time')),
    )
    const rows = names.map((name) => ({ name, columnKey: [name], values: [], series: NO_SERIES }))
    return seriesColors(rows, { ...config, column_pivots: groupings.slice(0, 1) }, theme.scheme)
  }, [paths, config, words, theme.scheme])
  const option = useCallback(
    (size: MeasuredSize) =>
      sankeyOption({
        paths,
        config,
        colorOf,
        theme,
        words,
        others: (count) => t('widgets.sankey.others', { count }),
        shareOf: (node) => t('widgets.sankey.share', { node }),
        ...size,
      }),
    [paths, config, colorOf, theme, words, t],
  )
  const { menu, onClick } = useFlowMenu({ widget, pivot, isInteractive, paths, words })
  // Groups that nothing flows through leave nothing to draw.
  const drawn = paths.length === 0 ? { ...data, rows: [] } : data
  return (
    <ChartFrame data={drawn} visualization="sankey" option={option} onClick={onClick}>
      {menu}
    </ChartFrame>
  )
}

const NO_SERIES = { function: '', config: { name: null } }
