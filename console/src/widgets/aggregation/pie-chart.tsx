import { useCallback, useMemo, useState } from 'react'
import { useChartTheme } from '../charts/chart-theme.ts'
import { chartData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { piePlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { keyText } from './key-text.ts'
import { Legend } from './legend.tsx'
import { pieOption } from './pie-option.ts'
import { PlaceItems, usePlaceMenu } from './place-menu.tsx'
import { seriesColors } from './series-colors.ts'
import { useValuePaths } from './value-paths.ts'
import type { VisualizationProps } from './visualization.ts'

/** Shares of a whole: a colour stands for a row, not a series. */
export function PieChart({ widget, pivot, onColor, hasMenus }: VisualizationProps) {
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
    (size: { readonly width: number; readonly height: number }) =>
      pieOption({ data, config, colorOf, hidden, theme, words, ...size }),
    [data, config, colorOf, hidden, theme, words],
  )
  const paths = useValuePaths(data, config, pivot)
  const places = usePlaceMenu({ paths, words, widget })
  return (
    <ChartFrame
      data={data}
      visualization="pie"
      option={option}
      legend={legend}
      onClick={hasMenus ? (click) => places.show(piePlace(click, data, names), click.at) : undefined}
    >
      <Legend
        entries={legend}
        hidden={hidden}
        onHidden={setHidden}
        onColor={onColor}
        itemsFor={
          hasMenus
            ? (name) => {
                const place = { row: data.rows[names.indexOf(name)], series: undefined }
                return <PlaceItems place={place} paths={paths} words={words} widget={widget} />
              }
            : undefined
        }
      />
      {places.menu}
    </ChartFrame>
  )
}

const NO_SERIES = { function: '', config: { name: null } }
