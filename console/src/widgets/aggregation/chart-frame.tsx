import { Button } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Chart } from '../charts/chart.tsx'
import type { ChartCanvasProps } from '../charts/chart-canvas.tsx'
import type { ChartOption } from '../charts/chart-option.ts'
import { type MeasuredSize, useSize } from '../charts/use-size.ts'
import { type Picture, useRegisterPicture } from '../export/chart-picture.ts'
import classes from './aggregation.module.css'
import type { ChartData } from './chart-data.ts'

export interface ChartFrameProps extends Pick<ChartCanvasProps, 'onRange' | 'onRoam' | 'onClick'> {
  readonly data: ChartData
  readonly visualization: 'bar' | 'line' | 'area' | 'scatter' | 'pie' | 'heatmap' | 'map'
  readonly option: (size: MeasuredSize) => ChartOption
  /** The colours and their meaning, for exported images. */
  readonly legend?: Picture['legend']
  /** Present while the chart shows a part that was zoomed into. */
  readonly onResetZoom?: (() => void) | undefined
  /** The page says that there are no messages. */
  readonly isOnPage?: boolean
  /** The legend. */
  readonly children?: ReactNode
}

/** Assumed until the element has been measured. */
const USUAL = { width: 600, height: 240 }
const NO_LEGEND: Picture['legend'] = []

/** A chart with the notes around it: what was left out, and the legend. */
export function ChartFrame({
  data,
  visualization,
  option,
  legend = NO_LEGEND,
  onResetZoom,
  isOnPage = false,
  children,
  ...handlers
}: ChartFrameProps) {
  const t = useText()
  const { ref, width, height } = useSize()
  const size = width === 0 || height === 0 ? USUAL : { width, height }
  const drawn = useMemo(() => option({ width: size.width, height: size.height }), [option, size.width, size.height])
  useRegisterPicture(
    useMemo(
      () => ({ option: drawn, width: size.width, height: size.height, legend }),
      [drawn, size.width, size.height, legend],
    ),
  )
  return (
    <div className={classes['chart']}>
      <div className={classes['plot']} ref={ref}>
        <Chart
          option={drawn}
          label={t('widgets.chart.label', {
            visualization: t(`widgets.visualization.${visualization}`),
            series: data.seriesTotal,
            rows: data.rows.length,
          })}
          {...handlers}
        />
        {onResetZoom !== undefined && (
          <Button
            className={classes['resetZoom'] ?? ''}
            size="compact-xs"
            variant="default"
            leftSection={<IconZoomReset size={14} />}
            onClick={onResetZoom}
          >
            {t('widgets.resetZoom')}
          </Button>
        )}
        {data.rows.length === 0 && !isOnPage && <div className={classes['nothing']}>{t('widgets.noData.text')}</div>}
      </div>
      {data.seriesTotal > data.series.length && (
        <div className={classes['note']} role="note">
          {t('widgets.chart.cutSeries', { shown: data.series.length, total: data.seriesTotal })}
        </div>
      )}
      {children}
    </div>
  )
}
