import { Button, Group } from '@mantine/core'
import { IconArrowsDiff, IconZoomReset } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { MeasuredSize } from '../charts/use-size.ts'
import { useSize } from '../charts/use-size.ts'
import { type Picture, useRegisterPicture } from '../export/chart-picture.ts'
import classes from './aggregation.module.css'
import type { ChartData } from './chart-data.ts'

export interface PlotFrameProps {
  readonly data: ChartData
  readonly visualization: 'bar' | 'line' | 'area' | 'scatter' | 'pie' | 'heatmap' | 'map' | 'sankey'
  /** The chart in this size, with its description for screen readers. */
  readonly draw: (size: MeasuredSize, label: string) => ReactNode
  /** What an exported image of that size shows. */
  readonly pictured: (size: MeasuredSize) => ReturnType<Picture['option']>
  /** The colours and their meaning, for exported images. */
  readonly legend?: Picture['legend'] | undefined
  /** Present while the chart shows a part that was zoomed into. */
  readonly onResetZoom?: (() => void) | undefined
  /** Explains that part. */
  readonly onExplain?: (() => void) | undefined
  /** The page says that there are no messages. */
  readonly isOnPage?: boolean | undefined
  /** The legend. */
  readonly children?: ReactNode
}

/** Assumed until the element has been measured. */
const USUAL = { width: 600, height: 240 }
const NO_LEGEND: Picture['legend'] = []

/** The notes around a chart: what was left out, and the legend. */
export function PlotFrame({
  data,
  visualization,
  draw,
  pictured,
  legend = NO_LEGEND,
  onResetZoom,
  onExplain,
  isOnPage = false,
  children,
}: PlotFrameProps) {
  const t = useText()
  const { ref, ...measured } = useSize()
  const { width, height } = measured.width === 0 || measured.height === 0 ? USUAL : measured
  useRegisterPicture(
    useMemo(
      () => ({ option: () => pictured({ width, height }), width, height, legend }),
      [pictured, width, height, legend],
    ),
  )
  const label = t('widgets.chart.label', {
    visualization: t(`widgets.visualization.${visualization}`),
    series: data.seriesTotal,
    rows: data.rows.length,
  })
  return (
    <div className={classes['chart']}>
      <div className={classes['plot']} ref={ref}>
        {draw({ width, height }, label)}
        {onResetZoom !== undefined && (
          <Group className={classes['zoomed'] ?? ''} gap={6}>
            {onExplain !== undefined && (
              <Button size="compact-xs" leftSection={<IconArrowsDiff size={14} />} onClick={onExplain}>
                {t('widgets.explain')}
              </Button>
            )}
            <Button size="compact-xs" variant="default" leftSection={<IconZoomReset size={14} />} onClick={onResetZoom}>
              {t('widgets.resetZoom')}
            </Button>
          </Group>
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
