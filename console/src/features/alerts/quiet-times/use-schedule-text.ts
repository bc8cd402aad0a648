import { type QuietSchedule, WEEKDAYS } from '@logyard/contract/alerts/quiet-times'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { isoTime } from '../../../ui/time/iso-time.ts'

const DAYS = 7

/** `Mon, Tue, 22:00–06:00 Europe/Berlin`, or both instants. */
export function useScheduleText(): (schedule: QuietSchedule) => string {
  const t = useText()
  const { timeZone } = useIntl()
  return useCallback(
    (schedule) => {
      if (schedule.type === 'once') {
        const [from, to] = [schedule.from, schedule.to].map((at) => isoTime(Date.parse(at), timeZone, 'minute'))
        return `${from} – ${to}`
      }
      const { days, from, to, timezone } = schedule
      const names = WEEKDAYS.filter((day) => days.includes(day)).map((day) => t(`alerts.day.${day}.short`))
      const when = days.length === DAYS ? t('alerts.quietTimes.everyDay') : names.join(', ')
      return `${when}, ${from}–${to} ${timezone}`
    },
    [t, timeZone],
  )
}
