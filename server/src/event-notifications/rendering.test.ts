// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { expect, test } from 'vitest'
import { createBoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../platform/clock.ts'
import { testModel } from './notification-model.ts'
import { rendering } from './notification-type.ts'

test('the templates of a notification are rendered in a thread, each in its form', async () => {
  await using runs = createBoundedRuns(systemClock)
  const model = { ...testModel('ann', 'node', new Date('2026-03-01T10:00:00.000Z')), event_definition_title: '<a>\nb' }
  const render = rendering(runs, model, { userId: 'ann', signal: AbortSignal.timeout(60_000) })
  const title = '${event_definition_title}'
  expect(
    await render([
      { template: title, kind: 'text' },
      { template: title, kind: 'line' },
      { template: title, kind: 'html' },
    ]),
  ).toEqual(['<a>\nb', '<a> b', '&lt;a&gt;\nb'])
  const time = { template: '${event.timestamp}', kind: 'text' } as const
  expect(await render([time], 'Europe/Berlin')).toEqual(['2026-03-01T11:00:00.000+01:00'])

  // Also the parsing takes no time of this thread.
  const long = { template: '${a}'.repeat(250_000), kind: 'text' } as const
  const before = process.threadCpuUsage()
  const [text] = await render([long])
  const { user, system } = process.threadCpuUsage(before)
  expect(text).toBe('')
  expect((user + system) / 1000).toBeLessThan(150)
})
