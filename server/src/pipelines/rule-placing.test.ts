import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PipelinesUnderTest, startPipelines } from './testing/start-pipelines.ts'

const WEB = '5f00000000000000000000aa'
const SECRET = '5f00000000000000000000bb'
const PLACED = '/logyard/pipelines/rules'
const PIPELINES = '/system/pipelines/pipeline'

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines([DEFAULT_STREAM_ID, WEB, SECRET])
})
afterAll(() => logyard[Symbol.asyncDispose]())

type Place = Readonly<Record<string, unknown>>
const sourceOf = (name: string) => `rule "${name}" when true then set_field("seen", "${name}"); end`
const create = (name: string, places: readonly Place[], as = '*') =>
  logyard.call('POST', PLACED, { body: { rule: { source: sourceOf(name), description: 'd' }, places }, as })
const place = (ruleId: string, places: readonly Place[], as = '*') =>
  logyard.call('POST', `${PLACED}/${ruleId}/places`, { body: { places }, as })
const idOf = ({ body }: { readonly body: unknown }): string => String(Object(body).id)
const sourceIn = async (id: string) => Object((await logyard.call('GET', `${PIPELINES}/${id}`)).body).source
const settings = () => logyard.pipelines.published.current()
const streamsOf = (id: string) =>
  [...settings().connections].flatMap(([stream, ids]) => (ids.includes(id) ? stream : []))
const pipelineNamed = (title: string) => settings().pipelines.find((one) => one.title === title)

test('a new rule runs at once in a stage of a pipeline, on the stream', async () => {
  const id = await logyard.addPipeline('pipeline "clean up" stage 0 match all\n rule "other" // stays\nend')
  const places = [
    { pipeline_id: id, stage: 0, stream_id: WEB },
    { pipeline_id: id, stage: 3 },
  ]
  const created = await create('placed', places)
  expect(created).toMatchObject({ status: 200, body: { title: 'placed', description: 'd', errors: null } })
  expect(await sourceIn(id)).toBe(
    'pipeline "clean up" stage 0 match all\n rule "other" // stays\nrule "placed"\nstage 3 match either\nrule "placed"\nend',
  )
  expect(streamsOf(id)).toEqual([WEB])
  expect(settings().rules.map(({ title }) => title)).toContain('placed')
})

test('a new pipeline is made for a stream, also for a stored rule', async () => {
  await create('first of web', [{ new_pipeline: 'Web "a"', stage: 2, stream_id: WEB }])
  expect(pipelineNamed('Web "a"')?.source).toBe(
    'pipeline "Web \\"a\\""\nstage 2 match either\nrule "first of web"\nend',
  )
  const rule = await logyard.addRule(sourceOf('stored'))
  expect((await place(rule, [{ new_pipeline: 'Shop', stage: 0, stream_id: DEFAULT_STREAM_ID }])).status).toBe(204)
  expect(streamsOf(pipelineNamed('Shop')?.id ?? '')).toEqual([DEFAULT_STREAM_ID])
})

test('nothing is saved if a part cannot be', async () => {
  const id = await logyard.addPipeline('pipeline "untouched" stage 0 match all end')
  const before = settings()
  const ok = { pipeline_id: id, stage: 0, stream_id: WEB }
  const unknown = '5f0000000000000000000000'
  const refusals = [
    [{ pipeline_id: unknown, stage: 0 }, 404, `No pipeline with id ${unknown}`],
    [{ pipeline_id: id, stage: 0, stream_id: unknown }, 404, expect.any(String)],
    [
      { new_pipeline: 'untouched', stage: 0, stream_id: WEB },
      400,
      'There is another pipeline with the name "untouched".',
    ],
  ] as const
  for (const [refused, status, message] of refusals) {
    expect(await create('never', [ok, refused])).toMatchObject({ status, body: { message } })
  }
  await logyard.addRule(sourceOf('taken'))
  expect(await create('taken', [ok])).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('taken') },
  })
  expect(await sourceIn(id)).toBe('pipeline "untouched" stage 0 match all end')
  expect(settings().pipelines).toEqual(before.pipelines)
  expect(settings().connections).toEqual(before.connections)
  expect(settings().rules.map(({ title }) => title)).not.toContain('never')
})

test('each part needs its own permission', async () => {
  const id = await logyard.addPipeline('pipeline "guarded" stage 0 match all end')
  const old = { pipeline_id: id, stage: 0, stream_id: WEB }
  const made = { new_pipeline: 'made', stage: 0, stream_id: WEB }
  const connecting = ['pipeline_connection:edit', `streams:read:${WEB}`]
  const forOld = ['pipeline_rule:create', `pipeline:edit:${id}`, `pipeline:read:${id}`, ...connecting]
  const forNew = ['pipeline_rule:create', 'pipeline:create', ...connecting]
  for (const [at, permissions] of [forOld, forNew].entries()) {
    const places = [at === 0 ? old : made]
    for (const missing of permissions) {
      const others = permissions.filter((one) => one !== missing).join()
      expect([missing, (await create(`needs ${at}`, places, others)).status]).toEqual([missing, 403])
    }
    expect((await create(`needs ${at}`, places, permissions.join())).status).toBe(200)
  }
  // The stream is connected now: placing needs neither the right to connect nor that to read the pipeline.
  const rule = await logyard.addRule(sourceOf('later'))
  const mayPlace = [`pipeline_rule:read:${rule}`, `pipeline:edit:${id}`, `streams:read:${WEB}`]
  for (const missing of mayPlace) {
    const others = mayPlace.filter((one) => one !== missing).join()
    expect([missing, (await place(rule, [old], others || 'x:y')).status]).toEqual([missing, 403])
  }
  expect((await place(rule, [old], mayPlace.join())).status).toBe(204)
})

test('a rule gets nowhere that its author may not reach', async () => {
  const id = await logyard.addPipeline('pipeline "of a secret" stage 0 match all end')
  await logyard.call('POST', '/system/pipelines/connections/to_pipeline', {
    body: { pipeline_id: id, stream_ids: [SECRET] },
  })
  const author = [
    'pipeline_rule:create',
    'pipeline:edit',
    'pipeline:read',
    'pipeline:create',
    'pipeline_connection:edit',
    `streams:read:${WEB}`,
  ]
  expect((await create('curious', [{ pipeline_id: id, stage: 0 }], author.join())).status).toBe(403)
  expect((await create('curious', [{ new_pipeline: 'n', stage: 0, stream_id: SECRET }], author.join())).status).toBe(
    403,
  )
  // Connecting lets all rules of the pipeline run on the stream.
  const routing = 'rule "routes" when true then route_to_stream(id: "5f00000000000000000000bb"); end'
  await logyard.addRule(routing)
  const other = await logyard.addPipeline('pipeline "routing" stage 0 match all rule "routes" end')
  expect((await create('curious', [{ pipeline_id: other, stage: 1, stream_id: WEB }], author.join())).status).toBe(403)
  expect(idOf(await create('curious', [], author.join()))).toMatch(/^[0-9a-f]{24}$/)
})
