/** Exports a chart as an image. Draws it again, because on screen the legend and title are outside of the canvas. */
import { LegendPlainComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption } from '../charts/chart-option.ts'
import type { ChartTheme } from '../charts/chart-theme.ts'
import { init } from '../charts/echarts.ts'
import type { Picture } from './chart-picture.ts'

use([LegendPlainComponent, SVGRenderer])

const TITLE_HEIGHT = 30
const LEGEND_HEIGHT = 26
const PIXEL_RATIO = 2

export interface DrawnPicture {
  readonly title: string
  readonly picture: Picture
  readonly theme: ChartTheme
}

export async function drawSvg(drawn: DrawnPicture): Promise<Blob> {
  const { width, height } = sizeOf(drawn.picture)
  const option = await wholeOption(drawn)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    return new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' })
  } finally {
    chart.dispose()
  }
}

export async function drawPng(drawn: DrawnPicture): Promise<Blob> {
  const { width, height } = sizeOf(drawn.picture)
  const option = await wholeOption(drawn)
  const host = document.createElement('div')
  const chart = init(host, null, { renderer: 'canvas', width, height, devicePixelRatio: PIXEL_RATIO })
  try {
    chart.setOption(option)
    const canvas = chart.renderToCanvas({ pixelRatio: PIXEL_RATIO })
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('the browser made no picture of the chart')
    return blob
  } finally {
    chart.dispose()
  }
}

const sizeOf = ({ width, height, legend }: Picture) => ({
  width,
  height: height + TITLE_HEIGHT + (legend.length > 0 ? LEGEND_HEIGHT : 0),
})

async function wholeOption({ picture: { option, legend }, title: text, theme }: DrawnPicture) {
  const { title, grid, geo, series, ...rest } = await option()
  const bottom = legend.length > 0 ? LEGEND_HEIGHT : 6
  const heading = {
    text,
    left: 10,
    top: 8,
    textStyle: { color: theme.text, fontSize: 14, fontWeight: 600, fontFamily: theme.font },
  } as const
  return {
    ...rest,
    backgroundColor: theme.surface,
    title: [heading, ...titlesBelow(title)],
    series: seriesBelow(series),
    ...(geo === undefined || Array.isArray(geo) ? {} : { geo: { ...geo, top: TITLE_HEIGHT, bottom } }),
    ...(grid === undefined || Array.isArray(grid) ? {} : { grid: { ...grid, top: TITLE_HEIGHT + 10, bottom } }),
    ...(legend.length === 0
      ? {}
      : {
          legend: {
            bottom: 4,
            data: legend.map(({ name }) => name),
            textStyle: { color: theme.dimmed, fontFamily: theme.font },
            itemWidth: 10,
            itemHeight: 10,
          },
        }),
  }
}

/** Moves positions in pixels down by the height of the title. */
function titlesBelow(title: ChartOption['title']) {
  const titles = Array.isArray(title) ? title : []
  return titles.map((one) => ({ ...one, top: Number(one.top ?? 0) + TITLE_HEIGHT }))
}

function seriesBelow(series: ChartOption['series']) {
  const all = Array.isArray(series) ? series : []
  return all.map((one) => {
    if (one.type === 'sankey') return { ...one, top: Number(one.top ?? 0) + TITLE_HEIGHT }
    if (one.type !== 'pie' || !Array.isArray(one.center)) return one
    const [x = 0, y = 0] = one.center
    return { ...one, center: [x, Number(y) + TITLE_HEIGHT] }
  })
}
