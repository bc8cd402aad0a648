import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import texts from '../../messages/en/alerting.json'
import { countIn, useFigureWords } from './use-figure-words.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={texts}>
    {children}
  </IntlProvider>
)
const words = () => renderHook(useFigureWords, { wrapper }).result.current

const SLOW: AggregationConfig = {
  type: 'aggregation-v1',
  query: '',
  streams: [],
  group_by: ['path'],
  series: [
    { id: 'a', function: 'avg', field: 'took_ms' },
    { id: 'b', function: 'count' },
  ],
  conditions: {
    expression: { expr: '>', left: { expr: 'number-ref', ref: 'a' }, right: { expr: 'number', value: 1000 } },
  },
  search_within_ms: 60_000,
  execute_every_ms: 60_000,
}

test.each([
  ['Slow: /cart - avg(took_ms)=2308.3803526448364', 'Slow: /cart - avg took_ms 2.31 s (limit 1 s)'],
  ['Slow: count()=33.0', 'Slow: count() = 33'],
  ['Slow: count()=1.2E7 max(body_bytes)=2048.0', 'Slow: count() = 12,000,000 max body_bytes 2.05 kB'],
  ['Slow: percentile(took_ms,95)=480.0', 'Slow: p95 took_ms 480 ms'],
  ['Slow: avg(took_ms)=NaN', 'Slow: avg(took_ms)=NaN'],
])('the message "%s" is shown as "%s"', (message, shown) => {
  expect(words().messageText(message, SLOW).replaceAll('\u00a0', ' ')).toBe(shown)
})

test('conditions and figures of runs are written in units too', () => {
  const { conditionText, comparedText } = words()
  const condition = conditionText('avg(took_ms) > 1000 AND [count() >= 3 OR max(size) < 10.5]')
  expect(condition.replaceAll('\u00a0', ' ')).toBe('avg took_ms > 1 s AND [count() >= 3 OR max size < 10.5]')
  expect(comparedText(SLOW, 250)?.replaceAll('\u00a0', ' ')).toBe('avg took_ms 250 ms (limit 1 s)')
})

test('the count of an event is known only if its condition counts messages', () => {
  expect([countIn('Slow: web - count()=33.0'), countIn('Slow: count(user)=3.0')]).toEqual([33, undefined])
})
