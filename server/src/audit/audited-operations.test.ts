/** Operations that commit several times, fail in between, or leave work running. */
import { holds, NoBody, operation } from '@logyard/contract/http/operation'
import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { serve } from '../http/serve.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'
import { startIdentity } from '../testing/start-identity.ts'

const pots = defineCollection({
  name: 'pots',
  audit: { type: 'pots' },
  schema: Type.Object({ id: Type.String(), name: Type.String() }),
})
const makePots = operation({
  id: 'pots.make',
  area: 'pots',
  method: 'POST',
  path: '/pots/{name}',
  summary: 'Make pots',
  access: holds('pots:make'),
  audit: 'pots:create',
  answers: { 204: NoBody },
})
const firePots = operation({ ...makePots, id: 'pots.fire', path: '/kiln/{name}', audit: 'pots:fire', isOutside: true })

async function startPots() {
  const released = Promise.withResolvers<void>()
  const during: unknown[] = []
  const logyard = await startIdentity({
    async area(api, { settings }) {
      const collection = settings.collection(pots)
      serve(api, makePots, async ({ params: { name } }) => {
        await collection.insert({ id: `${name}-1`, name })
        await collection.insert({ id: `${name}-2`, name })
        if (name === 'cracked') throw new Error('no such luck')
        void released.promise.then(() => collection.insert({ id: `${name}-3`, name }))
        return null
      })
      serve(api, firePots, async ({ params: { name } }) => {
        during.push(...(await entries()))
        if (name === 'cracked') throw new Error('no such luck')
        return null
      })
    },
  })
  async function entries() {
    const answer = await logyard.call('GET', '/logyard/audit/entries?event=pots:*')
    const found: readonly Record<string, unknown>[] = Object(answer.body).entries
    return found.map(({ outcome, status, entity_id: id, changes }) => [outcome, status, id, Object(changes).length])
  }
  return { logyard, entries, during, release: released.resolve }
}

test('an operation that commits several times has one entry, also if it fails after the first commit', async () => {
  const { logyard, entries } = await startPots()
  await using _ = logyard
  expect((await logyard.call('POST', '/pots/blue')).status).toBe(204)
  expect((await logyard.call('POST', '/pots/cracked')).status).toBe(500)
  expect(await entries()).toEqual([
    ['failed', 500, 'cracked-1', 2],
    ['done', 204, 'blue-1', 2],
  ])
})

test('work that an operation leaves running is not part of it', async () => {
  const { logyard, entries, release } = await startPots()
  await using _ = logyard
  await logyard.call('POST', '/pots/blue')
  release()
  const collection = logyard.settings.collection(pots)
  await vi.waitFor(async () => expect(await collection.count()).toBe(3))
  expect(await entries()).toEqual([['done', 204, 'blue-1', 2]])
})

test('an operation that changes something outside the settings has its entry before, and the outcome afterwards', async () => {
  const { logyard, entries, during } = await startPots()
  await using _ = logyard
  await logyard.call('POST', '/kiln/blue')
  expect(during).toEqual([['started', null, 'blue', 0]])
  expect((await logyard.call('POST', '/kiln/cracked')).status).toBe(500)
  expect(await entries()).toEqual([
    ['failed', 500, 'cracked', 0],
    ['done', 204, 'blue', 0],
  ])
})
