import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type Launched, startInputs, TEST_NODE } from './testing/start-inputs.ts'
import { isTooMuch } from './throttle.ts'

const idle = {
  appendedPerSecond: 100,
  readPerSecond: 100,
  uncommittedEntries: 10,
  sizeBytes: 100,
  sizeLimitBytes: 1000,
}

test.each([
  { what: 'steady', figures: {}, before: 10, throttled: false },
  { what: 'all stored', figures: { uncommittedEntries: 0, sizeBytes: 1000 }, before: 0, throttled: false },
  { what: 'far behind', figures: { uncommittedEntries: 100_001 }, before: 100_001, throttled: true },
  { what: 'growing fast', figures: { uncommittedEntries: 20_011 }, before: 10, throttled: true },
  {
    what: 'nothing moves',
    figures: { appendedPerSecond: 0, readPerSecond: 0, sizeBytes: 950 },
    before: 10,
    throttled: false,
  },
  { what: 'nearly full', figures: { sizeBytes: 901 }, before: 10, throttled: true },
  { what: 'read too slowly', figures: { readPerSecond: 49 }, before: 10, throttled: true },
])('$what: throttled is $throttled', ({ figures, before, throttled }) => {
  expect(isTooMuch({ ...idle, ...figures }, before)).toBe(throttled)
})

test('a throttled poller skips and a throttled generator waits, until the journal has been read', async () => {
  const resource = createServer((_, response) => response.end('{"a":1}'))
  await new Promise<void>((resolve) => void resource.listen(0, '127.0.0.1', () => resolve()))
  await using _closing = {
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        resource.close(() => resolve())
        resource.closeAllConnections()
      }),
  }
  const address = resource.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const clock = fixedClock('2026-06-15T10:00:00Z')
  await using world = await startInputs({}, { clock })
  const poller = (throttling_allowed: boolean) =>
    world.launch('org.graylog2.inputs.misc.jsonpath.JsonPathInput', {
      ...{ target_url: url, interval: 1, timeunit: 'SECONDS', path: '$.a', source: 'x' },
      throttling_allowed,
    })
  const generator = (throttling_allowed: boolean) =>
    world.launch('org.graylog2.inputs.random.FakeHttpMessageInput', {
      ...{ sleep: 1000, sleep_deviation: 0, source: 'x' },
      throttling_allowed,
    })
  const yielding = [await poller(true), await generator(true)]
  const steady = [await poller(false), await generator(false)]
  const made = (inputs: readonly Launched[]) => inputs.map((input) => world.metric(input, 'incomingMessages'))
  /** Lets time pass until each of the inputs has made three further messages. */
  const threeMoreOf = async (inputs: readonly Launched[]) => {
    const least = made(inputs).map((count) => count + 3)
    await expect
      .poll(
        () => {
          clock.advance(1000)
          return made(inputs).every((count, index) => count >= (least[index] ?? 0))
        },
        { interval: 20 },
      )
      .toBe(true)
  }
  await threeMoreOf([...yielding, ...steady])

  const raw = { payload: Buffer.from('x'), receivedAtMs: clock.now().getTime(), remoteAddress: '', remotePort: 0 }
  const origin = { inputId: '', nodeId: TEST_NODE, codec: 'raw', configuration: {} }
  for (let count = 0; count <= 100_000; count += 1) world.journal.append(origin, raw)
  await threeMoreOf(steady)
  const before = made(yielding)
  await threeMoreOf(steady)
  expect(made(yielding)).toEqual(before)

  await world.drain()
  await threeMoreOf(yielding)
})
