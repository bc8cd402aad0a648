import type { Explanation, Finding } from '@logyard/contract/search/explanations'
import { expect, test } from 'vitest'
import type { WithoutKnown } from '../../events/stored/known-events.ts'
import { LogyardError } from '../../platform/errors.ts'
import { aDefinition, OTHER_STREAM, STREAM, startAlerts } from '../testing/start-alerts.ts'
import { EXPLANATION_WAIT_MS, MAX_EXPLAINED_OF_RUN, MAX_EXPLAINED_PER_MINUTE } from './alert-explanations.ts'
import { explanationSweep } from './explanation-sweep.ts'

const side = { timeranges: [], messages: 100, per_minute: 10 }
const FINDING: Finding = {
  ...{ kind: 'value', change: 'new', field: 'version', value: '2', text: 'version: 2\nSubject: x', query: 'version:2' },
  ...{ inside: 30, outside: 0, share_inside: 0.3, share_outside: 0, factor: null },
  ...{ score: 1, trend: [], places: [], same: [] },
}
const EXPLANATION: Explanation = {
  ...{ sentence: 'version: 2 is new.', inside: side, outside: side, looked_at: 200, slices: [] },
  ...{ findings: [FINDING], unchanged: [], not_compared: [] },
}

type World = Awaited<ReturnType<typeof startAlerts>>
const states = async ({ explanations }: World) => (await explanations.asked.list()).map(({ state }) => state)
const never = new AbortController().signal

test('the first alerts of a run and of a minute are explained, and others are not', async () => {
  const explained: string[] = []
  await using world = await startAlerts({
    async explainEvent({ group }) {
      explained.push(group.join())
      return { streams: [STREAM], explanation: EXPLANATION }
    },
  })
  await world.jobs.open()
  const definitions = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'].map((end) =>
    aDefinition({ id: `5f00000000000000000000${end}` }),
  )
  const groups = Array.from({ length: 8 }, (_, number) => [`host-${number}`])
  // All within one minute.
  for (const definition of definitions) await world.run(definition, groups, { isSameRange: true })
  // A second event of an open alert asks for nothing.
  await world.run(definitions[0] ?? aDefinition(), groups, { isSameRange: true })
  const asked = definitions.length * MAX_EXPLAINED_OF_RUN
  await expect.poll(async () => (await states(world)).filter((state) => state !== 'waiting').length).toBe(asked)
  expect((await states(world)).filter((state) => state === 'ready').length).toBe(MAX_EXPLAINED_PER_MINUTE)
  expect(explained.length).toBe(MAX_EXPLAINED_PER_MINUTE)
})

test('a notification has the explanation in few lines, or goes without one that fails or takes too long', async () => {
  let fails = false
  await using world = await startAlerts({
    async explainEvent() {
      if (fails) throw new LogyardError('failed', 'event-owner-gone', 'The owner is gone.')
      return { streams: [STREAM, OTHER_STREAM], explanation: EXPLANATION }
    },
  })
  const definition = aDefinition()
  const [event] = await world.run(definition, [['a']])
  if (event === undefined) throw new Error('there is no event')
  // Its job does not run yet.
  const sleepers = world.clock.sleepers()
  const waiting = world.explanations.textOf(event, never)
  await expect.poll(() => world.clock.sleepers()).toBe(sleepers + 1)
  world.clock.advance(EXPLANATION_WAIT_MS)
  expect(await waiting).toBe('')
  await world.jobs.open()
  await expect.poll(() => states(world)).toEqual(['ready'])
  const text = 'version: 2 is new.\n- version: 2 Subject: x is new: 30 of 100 messages, 0 of 100 before'
  expect(await world.explanations.textOf(event, never)).toBe(text)
  fails = true
  const [other] = await world.run(definition, [['b']])
  await expect.poll(() => states(world)).toEqual(['ready', 'none'])
  if (other !== undefined) expect(await world.explanations.textOf(other, never)).toBe('')
})

test('an explanation is for users who may read all that it read, and goes with its event', async () => {
  const gone: WithoutKnown = async (events) => events
  await using world = await startAlerts({
    explainEvent: async () => ({ streams: [STREAM, OTHER_STREAM], explanation: EXPLANATION }),
  })
  await world.jobs.open()
  const as = async (name: string, permissions: readonly string[]) => {
    await world.addUser(name, { permissions })
    return world.signIn(name)
  }
  const reader = await as('ada', [`streams:read:${STREAM}`])
  const both = await as('bea', [`streams:read:${STREAM}`, `streams:read:${OTHER_STREAM}`])
  await world.run(aDefinition(), [['a']])
  await expect.poll(() => states(world)).toEqual(['ready'])
  const [asked] = await world.explanations.asked.list()
  const path = `/events/alerts/${asked?.id}/explanation`
  expect((await world.call('GET', path, { as: both })).body).toMatchObject({ state: 'ready', explanation: EXPLANATION })
  expect((await world.call('GET', path, { as: reader })).body).toEqual({
    ...{ state: 'none', explained_at: null, explanation: null },
  })
  const sweep = (withoutKnownEvents: WithoutKnown) =>
    explanationSweep({ settings: world.settings, explanations: world.explanations, withoutKnownEvents }).run(never)
  await sweep(async () => [])
  expect(await world.explanations.stored.list()).toHaveLength(1)
  await sweep(gone)
  expect([...(await world.explanations.stored.list()), ...(await world.explanations.asked.list())]).toEqual([])
  expect((await world.call('GET', path, { as: both })).body).toMatchObject({ state: 'none' })
})
