import { getTraffic } from '@logyard/contract/metrics/traffic'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useCall, useServices } from '../../base/services/services.tsx'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { dailyTraffic, dateIn, sumOf, TRAFFIC_KINDS, type TrafficDay, utcDate } from './daily-traffic.ts'
import classes from './overview.module.css'
import { Section } from './section.tsx'
import { TrafficChart } from './traffic-chart.tsx'

const RANGES = [30, 365] as const
type Range = (typeof RANGES)[number]

/** Up to this many days, hours are summed to days of the user's zone. */
const MAX_HOURLY_DAYS = 30
const REFRESH_MS = 60_000

/** The bytes that were received, decoded and stored on each day. */
export function TrafficSection() {
  const t = useText()
  const setValues = useSetQueryValues()
  const range = rangeOf(useQueryValues().get('traffic'))
  const result = useDailyTraffic(range)
  const choices = RANGES.map((days) => ({ value: String(days), label: t('overview.traffic.days', { days }) }))
  return (
    <Section
      title={t('overview.traffic')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('overview.traffic.range')}
          data={choices}
          value={String(range)}
          onChange={(value) =>
            setValues({ traffic: value === String(RANGES[0]) ? undefined : value }, { replace: true })
          }
        />
      }
    >
      <Loaded query={result} lines={5}>
        {(days) => <Traffic days={days} range={range} />}
      </Loaded>
    </Section>
  )
}

const rangeOf = (text: string | null): Range => RANGES.find((days) => String(days) === text) ?? RANGES[0]

function useDailyTraffic(range: Range) {
  const call = useCall()
  const { config } = useServices()
  const { timezone } = useCurrentUser()
  const zone = timezone ?? config.rootTimeZone
  const daily = range > MAX_HOURLY_DAYS
  return useQuery({
    queryKey: ['traffic', range, zone],
    async queryFn({ signal }) {
      const traffic = await call(getTraffic, { query: { days: range, daily }, signal, extendSession: false })
      return dailyTraffic(traffic, daily ? utcDate : dateIn(zone))
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

function Traffic({ days, range }: { days: readonly TrafficDay[]; range: Range }) {
  const t = useText()
  const bytes = useBytes()
  return (
    <>
      <Group gap="lg" mb="sm">
        {TRAFFIC_KINDS.map((kind) => (
          <div key={kind}>
            <Group gap={6}>
              <svg width={10} height={10} aria-hidden="true">
                <rect width={10} height={10} rx={2} className={classes[kind]} />
              </svg>
              <Dimmed size="xs">{t(`overview.traffic.${kind}`)}</Dimmed>
            </Group>
            <Text size="xl" fw={600} lh={1.2} translate="no">
              {bytes(sumOf(days, kind))}
            </Text>
          </div>
        ))}
      </Group>
      <TrafficChart days={days} label={t('overview.traffic.chart', { days: range })} />
      {range > MAX_HOURLY_DAYS && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('overview.traffic.utc')}
        </Text>
      )}
    </>
  )
}
