import { useCallback, useMemo, useState } from 'react'
import type { ChartClick } from '../charts/chart-click.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import type { MeasuredSize } from '../charts/use-size.ts'
import { chartData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { piePlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { keyText } from './key-text.ts'
import { Legend } from './legend.tsx'
import { pieOption } from './pie-option.ts'
import { usePlaceItems } from './place-items.tsx'
import { usePlaceMenu } from './place-menu.tsx'
import { seriesColors } from './series-colors.ts'
import type { VisualizationProps } from './visualization.ts'

/** Shares of a whole: a colour stands for a row, not a series. */
export function PieChart({ widget, pivot, onColor, isInteractive }: VisualizationProps) {
  const { config } = widget
  const theme = useChartTheme()
  const words = useChartWords()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const names = useMemo(() => data.rows.map((key) => keyText(key, config, words)), [data, config, words])
  const colorOf = useMemo(() => {
    const rows = names.map((name) => ({ name, columnKey: [name], values: [], series: NO_SERIES }))
    return seriesColors(rows, { ...config, column_pivots: config.row_pivots }, theme.scheme)
  }, [names, config, theme.scheme])
  const legend = useMemo(() => names.map((name) => ({ name, color: colorOf(name) })), [names, colorOf])
  const option = useCallback(
    (size: MeasuredSize) => pieOption({ data, config, colorOf, hidden, theme, words, ...size }),
    [data, config, colorOf, hidden, theme, words],
  )
  const placeAt = (click: ChartClick) => piePlace(click, data, names)
  const { menu, onClick } = usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt })
  const { itemsOf } = usePlaceItems({ widget, pivot, isInteractive, data, config, words })
  return (
    <ChartFrame data={data} visualization="pie" option={option} legend={legend} onClick={onClick}>
      <Legend
        entries={legend}
        hidden={hidden}
        onHidden={setHidden}
        onColor={onColor}
        itemsFor={itemsOf && ((name) => itemsOf({ row: data.rows[names.indexOf(name)], series: undefined }))}
      />
      {menu}
    </ChartFrame>
  )
}

const NO_SERIES = { function: '', config: { name: null } }
