import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { axisMaximum } from './axis-maximum.ts'
import { TRAFFIC_KINDS, type TrafficDay } from './daily-traffic.ts'
import classes from './overview.module.css'

const HEIGHT = 168
const LEFT = 56
const BOTTOM = 20
const TOP = 8

/** The least upper end of the axis, in bytes. Below it, the axis would have marks at parts of a byte. */
const LOWEST_TOP = 1000

/** Three bars for each day; of a day under the pointer the line below has the figures. */
export function TrafficChart({ days, label }: { days: readonly TrafficDay[]; label: string }) {
  const t = useText()
  const intl = useIntl()
  const bytes = useBytes()
  const { ref, width } = useElementSize()
  const [shown, setShown] = useState<string>()
  const highest = Math.max(LOWEST_TOP, ...days.flatMap((day) => TRAFFIC_KINDS.map((kind) => day.bytes[kind])))
  const top = axisMaximum(highest)
  const slot = (width - LEFT) / days.length
  const bar = (slot * 0.8) / TRAFFIC_KINDS.length
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const dayText = (date: string) =>
    intl.formatDate(`${date}T00:00:00Z`, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const day = days.find(({ date }) => date === shown)
  const marks = [0, Math.floor((days.length - 1) / 2), days.length - 1]
  return (
    <div ref={ref}>
      <div className={classes['chart']}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={label} onPointerLeave={() => setShown(undefined)}>
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className={classes['grid']} />
                <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                  {bytes(value)}
                </text>
              </g>
            ))}
            {days.map(({ date, bytes: of }, at) => (
              <g key={date} onPointerEnter={() => setShown(date)}>
                <rect
                  x={LEFT + at * slot}
                  y={TOP}
                  width={slot}
                  height={HEIGHT - TOP - BOTTOM}
                  className={classes['slot']}
                />
                {TRAFFIC_KINDS.map((kind, place) => (
                  <rect
                    key={kind}
                    className={classes[kind]}
                    x={LEFT + at * slot + slot * 0.1 + place * bar}
                    width={Math.max(bar, 0.5)}
                    y={y(of[kind])}
                    height={HEIGHT - BOTTOM - y(of[kind])}
                  />
                ))}
              </g>
            ))}
            {marks.map((at, mark) => (
              <text
                key={days[at]?.date}
                x={mark === 0 ? LEFT : mark === 2 ? width : LEFT + (at + 0.5) * slot}
                y={HEIGHT - 4}
                textAnchor={mark === 0 ? 'start' : mark === 2 ? 'end' : 'middle'}
              >
                {dayText(days[at]?.date ?? '')}
              </text>
            ))}
          </svg>
        )}
      </div>
      <Text component="div" inherit c="dimmed" fz="xs" mih="1.5em">
        {day !== undefined &&
          t('overview.traffic.day', {
            day: dayText(day.date),
            input: bytes(day.bytes.input),
            decoded: bytes(day.bytes.decoded),
            output: bytes(day.bytes.output),
          })}
      </Text>
    </div>
  )
}
