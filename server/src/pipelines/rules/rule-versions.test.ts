import { MAX_RULE_VERSIONS } from '@logyard/contract/pipelines/rule-versions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PipelinesUnderTest, START, startPipelines } from '../testing/start-pipelines.ts'
import { ruleVersionCollection } from './rule-store.ts'

const RULES = '/system/pipelines/rule'
const sourceOf = (name: string, filler = '') => `rule "${name}" when true then /*${filler}*/ end`

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines()
})
afterAll(() => logyard[Symbol.asyncDispose]())

const save = (id: string, source: string, description?: string) =>
  logyard.call('PUT', `${RULES}/${id}`, { body: { source, description } })
const versionsOf = async (id: string) =>
  Object((await logyard.call('GET', `/logyard/pipelines/rules/${id}/versions`)).body).versions

test('each save stores a version with author and time, and any can be restored', async () => {
  const id = await logyard.addRule(sourceOf('first'))
  logyard.clock.advance(1000)
  await save(id, sourceOf('second'), 'described')
  const first = { version: 1, saved_at: START, username: 'ada', title: 'first', description: null, restored_from: null }
  const second = {
    ...first,
    version: 2,
    title: 'second',
    description: 'described',
    saved_at: '2026-03-01T09:00:01.000Z',
  }
  expect(await versionsOf(id)).toEqual([
    { ...second, characters: sourceOf('second').length },
    { ...first, characters: sourceOf('first').length },
  ])
  const path = `/logyard/pipelines/rules/${id}/versions`
  expect((await logyard.call('GET', `${path}/1`)).body).toEqual({ ...first, source: sourceOf('first') })

  const restored = await logyard.call('POST', `${path}/1/restore`)
  expect(restored).toMatchObject({ status: 200, body: { id, title: 'first', description: null } })
  expect((await logyard.call('GET', `${RULES}/${id}`)).body).toMatchObject({ source: sourceOf('first') })
  expect((await versionsOf(id))[0]).toMatchObject({ version: 3, restored_from: 1, title: 'first' })
  expect(Object.keys(Object((await logyard.call('GET', `${RULES}/${id}`)).body)).sort()).toEqual(
    ['id', 'title', 'description', 'source', 'created_at', 'modified_at', 'errors'].sort(),
  )
  for (const method of ['GET', 'POST'] as const) {
    const unknown = await logyard.call(method, `${path}/9${method === 'POST' ? '/restore' : ''}`)
    expect(unknown).toMatchObject({ status: 404, body: { type: 'ApiError' } })
  }
})

test('a version whose name another rule has by now cannot be restored', async () => {
  const id = await logyard.addRule(sourceOf('before'))
  await save(id, sourceOf('after'))
  await logyard.addRule(sourceOf('before'))
  const refused = await logyard.call('POST', `/logyard/pipelines/rules/${id}/versions/1/restore`)
  expect(refused).toMatchObject({ status: 400, body: { message: 'There is another rule with the name "before".' } })
  expect(await versionsOf(id)).toHaveLength(2)
})

test('only the newest versions stay, and fewer of long sources', async () => {
  const id = await logyard.addRule(sourceOf('often'))
  for (let count = 0; count < MAX_RULE_VERSIONS; count += 1) await save(id, sourceOf('often', `${count}`))
  const versions = await versionsOf(id)
  expect([versions.length, versions[0].version, versions.at(-1).version]).toEqual([100, 101, 2])
  for (let count = 0; count < 12; count += 1) await save(id, sourceOf('often', `${count}${'x'.repeat(99_000)}`))
  expect(await versionsOf(id)).toHaveLength(10)
})

test('versions go with their rule', async () => {
  const id = await logyard.addRule(sourceOf('short-lived'))
  await logyard.call('DELETE', `${RULES}/${id}`)
  expect(await logyard.settings.collection(ruleVersionCollection).listBy('rule', id)).toEqual([])
  expect((await logyard.call('GET', `/logyard/pipelines/rules/${id}/versions/1`)).status).toBe(404)
})

test('a rule that is switched off is listed as such until it is switched on or deleted', async () => {
  const id = await logyard.addRule(sourceOf('switched'))
  const path = `/logyard/pipelines/rules/${id}/switch`
  const listed = async () => Object((await logyard.call('GET', '/logyard/pipelines/switched-off-rules')).body).rules
  const isOff = () => logyard.pipelines.published.current().rules.find((rule) => rule.id === id)?.isOff
  expect([isOff(), await listed()]).toEqual([false, []])
  for (const _ of ['once', 'twice']) {
    expect(await logyard.call('PUT', path, { body: { is_on: false } })).toMatchObject({ status: 200 })
    expect([isOff(), await listed()]).toMatchObject([true, [{ rule_id: id, username: 'ada' }]])
  }
  await logyard.call('PUT', path, { body: { is_on: true } })
  expect([isOff(), await listed()]).toEqual([false, []])
  await logyard.call('PUT', path, { body: { is_on: false } })
  await logyard.call('DELETE', `${RULES}/${id}`)
  expect(await listed()).toEqual([])
  expect((await logyard.call('PUT', path, { body: { is_on: false } })).status).toBe(404)
})
