/** The drawing of a histogram: axes, bars, and the marks beside them. */
import { memo } from 'react'
import { sharedFormat } from '../../view-document/model/number-unit.ts'
import type { XyInput } from '../aggregation/xy/xy-input.ts'
import { beforeSteps, eventsByInstant } from '../aggregation/xy/xy-marks.ts'
import type { HistogramPlot } from './histogram-plot.ts'

interface HistogramSvgProps {
  readonly input: XyInput
  readonly plot: HistogramPlot
}

export const HistogramSvg = memo(function HistogramSvg({ input, plot }: HistogramSvgProps) {
  const { theme, width, height, data, colorOf } = input
  const { left, right, top, bottom } = plot
  return (
    <svg width={width} height={height} fontFamily={theme.font} fontSize={11} aria-hidden="true">
      <Axes input={input} plot={plot} />
      <svg aria-hidden="true" x={left} y={top} width={right - left} height={bottom - top} viewBox={boxOf(plot)}>
        <BeforePath input={input} plot={plot} />
        {data.series.map(({ name }) => (
          <path key={name} fill={colorOf(name)} d={barsPath(plot, name)} data-series={name} />
        ))}
      </svg>
      <Alerts input={input} plot={plot} />
      <Thresholds input={input} plot={plot} />
    </svg>
  )
})

/** Clips what a range cuts, without moving anything. */
const boxOf = ({ left, right, top, bottom }: HistogramPlot) => `${left} ${top} ${right - left} ${bottom - top}`

/** One path for all bars of a series, because a page redraws them often. */
const barsPath = ({ bars }: HistogramPlot, name: string) =>
  bars
    .flatMap(({ left, right, parts }) =>
      parts
        .filter((part) => part.name === name)
        .map(({ top, bottom }) => `M${px(left)} ${px(bottom)}V${px(top)}H${px(right)}V${px(bottom)}Z`),
    )
    .join('')

const px = (value: number) => Math.round(value * 100) / 100

function Axes({ input: { theme }, plot }: HistogramSvgProps) {
  const { left, right, bottom, times, counts } = plot
  const y = Math.round(bottom) + 0.5
  return (
    <g fill={theme.dimmed}>
      {counts.map(({ y: at, text }, index) => (
        <g key={text}>
          {index > 0 && <path stroke={theme.line} d={`M${left} ${Math.round(at) + 0.5}H${right}`} />}
          <text x={left - 8} y={at} dy="0.36em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <path stroke={theme.faint} d={`M${left} ${y}H${right}`} />
      {times.map(({ x, text }) => (
        <g key={x}>
          <path stroke={theme.faint} d={`M${Math.round(x) + 0.5} ${y}v5`} />
          <text x={insideOf(x, text, plot)} y={y + 16} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The middle of a label that does not reach beyond the end of the chart. */
const insideOf = (x: number, text: string, { right }: HistogramPlot) => Math.min(x, right + 12 - text.length * 3)

function BeforePath({ input: { before, pivot, theme, hidden }, plot: { xOf, yOf } }: HistogramSvgProps) {
  if (before === undefined || hidden.has(before.name)) return null
  const steps = beforeSteps(before, pivot)
  const [first] = steps
  const last = steps.at(-1)
  if (first === undefined || last === undefined) return null
  const line = steps.map(({ from, to, value }) => `${px(xOf(from))} ${px(yOf(value))}H${px(xOf(to))}`).join('L')
  return (
    <g data-series={before.name}>
      <path
        fill={theme.dimmed}
        opacity={0.14}
        d={`M${px(xOf(first.from))} ${px(yOf(0))}L${line}L${px(xOf(last.to))} ${px(yOf(0))}Z`}
      />
      <path fill="none" stroke={theme.dimmed} strokeDasharray="4 3" d={`M${line}`} />
    </g>
  )
}

function Alerts({ input: { events, words, colorOf, hidden }, plot }: HistogramSvgProps) {
  if (hidden.has(words.alertsName)) return null
  const { left, right, top, bottom, xOf } = plot
  const color = colorOf(words.alertsName)
  const places = [...eventsByInstant(events).keys()].map(xOf).filter((x) => x >= left && x <= right)
  return places.map((x) => (
    <path key={x} fill={color} stroke={color} d={`M${px(x)} ${top}V${bottom}l4 4h-8Z`} data-series={words.alertsName} />
  ))
}

function Thresholds({ input: { config, theme, words }, plot }: HistogramSvgProps) {
  const { left, right, yOf } = plot
  const format = sharedFormat(config)
  return (config.thresholds ?? [])
    .filter(({ value }) => value >= 0)
    .map(({ value, color, label = '' }) => {
      const y = yOf(value)
      return (
        <g key={value} data-threshold>
          <path stroke={color} strokeWidth={1.5} strokeDasharray="4 3" d={`M${left} ${px(y)}H${right}`} />
          <text x={right - 4} y={y - 4} textAnchor="end" fill={theme.text} stroke={theme.surface} paintOrder="stroke">
            {label === '' ? words.axis(value, format) : `${label} ${words.axis(value, format)}`}
          </text>
        </g>
      )
    })
}
