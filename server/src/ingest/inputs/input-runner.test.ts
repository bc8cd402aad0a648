import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { createInputRunner } from './input-runner.ts'
import type { TransportEvents } from './input-starter.ts'
import { InputFailure } from './transports/transport.ts'

const ENDED = 'The thread of this input was ended: it did not answer for 5 seconds.'

/** Runs an input whose transport starts, and then fails when the test says so. */
function inputUnderTest() {
  const clock = fixedClock('2026-06-15T10:00:00Z')
  const starts: TransportEvents[] = []
  const announced: string[] = []
  const runner = createInputRunner({
    clock,
    log: createLog('off'),
    async start(_configuration, events) {
      starts.push(events)
      return { [Symbol.asyncDispose]: async () => undefined }
    },
    onState: ({ state, detail }) => announced.push(detail === undefined ? state : `${state}: ${detail}`),
  })
  async function failure(): Promise<string | undefined> {
    starts.at(-1)?.onFailure(new InputFailure(ENDED, { isTemporary: true }))
    await runner.settled()
    return runner.run()?.detail
  }
  async function advance(seconds: number): Promise<void> {
    clock.advance(seconds * 1000)
    // The end of the pause enqueues the start one turn later.
    await new Promise((resolve) => void setImmediate(resolve))
    await runner.settled()
  }
  return { runner, starts, announced, failure, advance }
}

test('an input whose thread keeps ending starts again after growing pauses, which its state names', async () => {
  const { runner, starts, announced, failure, advance } = inputUnderTest()
  runner.launch({})
  await runner.settled()
  const pauses = [10, 20, 40, 80, 160, 300, 300]
  const words = ['10 s', '20 s', '40 s', '80 s', '3 min', '5 min', '5 min']
  for (const [index, seconds] of pauses.entries()) {
    expect(await failure()).toBe(`${ENDED} It starts again after a pause of ${words[index]}.`)
    await advance(seconds - 1)
    expect([runner.run()?.state, starts.length]).toEqual(['FAILED', index + 1])
    await advance(1)
    expect(runner.run()).toMatchObject({ state: 'RUNNING', detail: undefined })
  }
  // The announced reason stays true when the pause is over.
  expect(new Set(announced.filter((line) => line.startsWith('FAILED')))).toEqual(new Set([`FAILED: ${ENDED}`]))
})

test('the pauses are short again after an input ran for a minute, and after a user started it', async () => {
  const { runner, failure, advance } = inputUnderTest()
  runner.launch({})
  await runner.settled()
  await failure()
  await advance(10)
  await advance(59)
  expect(await failure()).toMatch(/ 20 s\.$/)
  await advance(20)
  await advance(60)
  expect(await failure()).toMatch(/ 10 s\.$/)
  await advance(10)
  expect(await failure()).toMatch(/ 20 s\.$/)
  runner.launch({})
  await runner.settled()
  expect(runner.run()?.state).toBe('RUNNING')
  expect(await failure()).toMatch(/ 10 s\.$/)
})
