/** Agents that report to one of two servers on one settings store. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SidecarsUnderTest, startSidecars } from './testing/start-sidecars.ts'

let one: SidecarsUnderTest
let two: SidecarsUnderTest

beforeAll(async () => {
  one = await startSidecars()
  two = await startSidecars({ beside: one })
})

afterAll(async () => {
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

const seenBy = async (node: SidecarsUnderTest) => {
  const { body } = await node.ask('GET', '/sidecars?sort=name')
  return Object(body).sidecars.map(({ node_id, last_seen }: Record<string, string>) => [node_id, last_seen])
}

test('both nodes list a sidecar with its latest report, whichever node has got it', async () => {
  await one.agent('alpha').register()
  await two.agent('beta').register()
  await expect.poll(() => seenBy(one)).toHaveLength(2)
  one.clock.advance(60_000)
  await two.agent('alpha').register()
  one.clock.advance(5000)
  await expect
    .poll(() => seenBy(one))
    .toEqual([
      ['alpha', '2026-03-01T09:01:00.000Z'],
      ['beta', '2026-03-01T09:00:00.000Z'],
    ])
})

test('an agent that reports to both nodes at once is one sidecar', async () => {
  const answers = await Promise.all([one.agent('gamma').register(), two.agent('gamma').register()])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  for (const node of [one, two]) await expect.poll(() => seenBy(node)).toHaveLength(3)
})

test('an action that is requested on one node is handed out once, by the other', async () => {
  const collector = await one.collectorId('filebeat')
  const actions = [{ collector_id: collector, properties: { restart: true } }]
  const requested = await one.ask('PUT', '/sidecars/alpha/action', actions)
  expect(requested.status, requested.text).toBeLessThan(300)
  const [first, second] = [await two.agent('alpha').register(), await one.agent('alpha').register()]
  expect(first.body).toMatchObject({ actions: [{ collector_id: collector }] })
  expect(second.body).toMatchObject({ actions: null })
})
