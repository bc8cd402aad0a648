import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipelineMetricPrefix } from './metrics/pipeline-metric-names.ts'
import { pipelineCollection } from './pipeline-store.ts'
import { type PipelinesUnderTest, START, startPipelines } from './testing/start-pipelines.ts'

const PIPELINES = '/system/pipelines/pipeline'
const CONNECTIONS = '/system/pipelines/connections'
const [WEB, MAIL, LOST] = ['5ca1ab1e0000000000000001', '5ca1ab1e0000000000000002', '5ca1ab1e0000000000000003']
const sourceOf = (name: string) => `pipeline "${name}" stage 0 match either end`

let logyard: PipelinesUnderTest
beforeAll(async () => {
  logyard = await startPipelines([WEB, MAIL])
})
afterAll(() => logyard[Symbol.asyncDispose]())

test('a pipeline is created, read, replaced and deleted; its source says what its stages are', async () => {
  const source = 'pipeline "made" stage 5 match pass stage -1 match all rule "b"; rule "a" stage 0 match either end'
  const created = await logyard.call('POST', PIPELINES, { body: { source, stages: [{ stage: 9 }], title: 'ignored' } })
  const { id } = Object(created.body)
  const pipeline = {
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    title: 'made',
    description: null,
    source,
    created_at: START,
    modified_at: START,
    stages: [
      { stage: -1, match_all: true, match: 'ALL', rules: ['b', 'a'] },
      { stage: 0, match_all: false, match: 'EITHER', rules: [] },
      { stage: 5, match_all: false, match: 'PASS', rules: [] },
    ],
    errors: null,
  }
  expect([created.status, created.body]).toEqual([200, pipeline])
  expect((await logyard.call('GET', `${PIPELINES}/${id}`)).body).toEqual(pipeline)
  const renamed = await logyard.call('PUT', `${PIPELINES}/${id}`, { body: { source: sourceOf('renamed') } })
  expect(renamed).toMatchObject({ status: 200, body: { id, title: 'renamed', stages: [{ stage: 0, rules: [] }] } })

  logyard.metrics.meter(`${pipelineMetricPrefix(id)}executed`).mark()
  expect((await logyard.call('DELETE', `${PIPELINES}/${id}`)).status).toBe(204)
  expect(logyard.metrics.names(pipelineMetricPrefix(id))).toEqual([])
  for (const [method, body] of [['GET'], ['PUT', { source }], ['DELETE']] as const) {
    const gone = await logyard.call(method, `${PIPELINES}/${id}`, { body })
    expect(gone).toMatchObject({ status: 404, body: { type: 'ApiError', message: `No pipeline with id ${id}` } })
  }
})

test('duplicate titles and sources that do not parse are refused', async () => {
  const id = await logyard.addPipeline(sourceOf('taken'))
  const duplicate = await logyard.call('POST', PIPELINES, { body: { source: sourceOf('taken') } })
  expect(duplicate).toMatchObject({
    status: 400,
    body: { type: 'ApiError', message: 'There is another pipeline with the name "taken".' },
  })
  const body = { source: `${sourceOf('taken')} more` }
  for (const [method, path] of [
    ['POST', PIPELINES],
    ['PUT', `${PIPELINES}/${id}`],
    ['POST', `${PIPELINES}/parse`],
  ] as const) {
    expect(await logyard.call(method, path, { body })).toMatchObject({ status: 400, body: [{ type: 'syntax_error' }] })
  }
})

test('parse answers the stages and stores nothing', async () => {
  const before = await logyard.call('GET', PIPELINES)
  const source = 'pipeline "parsed" stage 0 match all rule "there is no such rule" end'
  const parsed = await logyard.call('POST', `${PIPELINES}/parse`, { body: { source }, as: 'none' })
  const stages = [{ stage: 0, match_all: true, match: 'ALL', rules: ['there is no such rule'] }]
  expect(parsed).toMatchObject({ status: 200, body: { id: null, title: 'parsed', source, stages, errors: null } })
  expect((await logyard.call('GET', PIPELINES)).body).toEqual(before.body)
})

test('a stored pipeline that no longer parses is listed with errors and without stages', async () => {
  const id = await logyard.addPipeline(sourceOf('older'))
  const source = 'pipeline "older" stage zero end'
  await logyard.settings.collection(pipelineCollection).update(id, (pipeline) => ({ ...pipeline, source }))
  const broken = { title: 'older', source, stages: [], errors: [{ type: 'syntax_error' }] }
  expect((await logyard.call('GET', `${PIPELINES}/${id}`)).body).toMatchObject(broken)
})

test('what a caller may do with pipelines depends on the permissions for each', async () => {
  const id = await logyard.addPipeline(sourceOf('guarded'))
  const other = await logyard.addPipeline(sourceOf('other'))
  const list = await logyard.call('GET', PIPELINES, { as: `pipeline:read:${id}` })
  expect([list.status, (Array.isArray(list.body) ? list.body : []).map((one) => one.id)]).toEqual([200, [id]])
  expect(await logyard.call('GET', PIPELINES, { as: 'none' })).toMatchObject({ status: 200, body: [] })
  const body = { source: sourceOf('guarded') }
  for (const [method, action, sent] of [
    ['GET', 'read', undefined],
    ['PUT', 'edit', body],
    ['DELETE', 'delete', undefined],
  ] as const) {
    const call = (permission: string) => logyard.call(method, `${PIPELINES}/${id}`, { body: sent, as: permission })
    expect((await call(`pipeline:${action}:${other}`)).status).toBe(403)
    expect((await call(`pipeline:${action}:${id}`)).status).toBeLessThan(300)
  }
  expect((await logyard.call('POST', PIPELINES, { body, as: 'pipeline:edit' })).status).toBe(403)
})

const toStream = (stream_id: string, pipeline_ids: readonly string[], as?: string) =>
  logyard.call('POST', `${CONNECTIONS}/to_stream`, {
    body: { stream_id, pipeline_ids },
    ...(as === undefined ? {} : { as }),
  })
const toPipeline = (pipeline_id: string, stream_ids: readonly string[], as?: string) =>
  logyard.call('POST', `${CONNECTIONS}/to_pipeline`, {
    body: { pipeline_id, stream_ids },
    ...(as === undefined ? {} : { as }),
  })
const connectedTo = async (streamId: string) => (await logyard.call('GET', `${CONNECTIONS}/${streamId}`)).body

test('connections of a stream are replaced, and stay as an empty document', async () => {
  await using fresh = await startPipelines([WEB, MAIL])
  const call = (path: string, body?: object) =>
    fresh.call(body === undefined ? 'GET' : 'POST', `${CONNECTIONS}${path}`, { body })
  expect((await call('')).body).toEqual([])
  expect(await call(`/${WEB}`)).toMatchObject({
    status: 404,
    body: { message: `No pipeline connections with for stream ${WEB}` },
  })
  const [one, two] = [await fresh.addPipeline(sourceOf('one')), await fresh.addPipeline(sourceOf('two'))]
  const first = await call('/to_stream', { stream_id: WEB, pipeline_ids: [one, two, one] })
  expect(first).toMatchObject({ status: 200, body: { stream_id: WEB, pipeline_ids: [one, two] } })
  const { id } = Object(first.body)
  const second = await call('/to_stream', { stream_id: WEB, pipeline_ids: [two] })
  expect(second.body).toEqual({ id, stream_id: WEB, pipeline_ids: [two] })
  expect(fresh.pipelines.published.current().connections).toEqual(new Map([[WEB, [two]]]))
  await call('/to_stream', { stream_id: WEB, pipeline_ids: [] })
  expect((await call(`/${WEB}`)).body).toEqual({ id, stream_id: WEB, pipeline_ids: [] })
})

test('a pipeline is connected to exactly the named streams; others of their pipelines stay', async () => {
  await using fresh = await startPipelines([WEB, MAIL])
  const call = (path: string, body: object) => fresh.call('POST', `${CONNECTIONS}${path}`, { body })
  const [one, two] = [await fresh.addPipeline(sourceOf('one')), await fresh.addPipeline(sourceOf('two'))]
  await call('/to_stream', { stream_id: WEB, pipeline_ids: [two] })
  const both = await call('/to_pipeline', { pipeline_id: one, stream_ids: [WEB, MAIL] })
  expect(both).toMatchObject({
    status: 200,
    body: [
      { id: expect.any(String), stream_id: WEB, pipeline_ids: [two, one] },
      { id: null, stream_id: MAIL, pipeline_ids: [one] },
    ],
  })
  const left = await call('/to_pipeline', { pipeline_id: one, stream_ids: [] })
  expect(left.body).toMatchObject([
    { stream_id: WEB, pipeline_ids: [two] },
    { stream_id: MAIL, pipeline_ids: [] },
  ])
  expect((await call('/to_pipeline', { pipeline_id: one, stream_ids: [] })).body).toEqual([])
})

test('a deleted pipeline leaves its id in the connections', async () => {
  const id = await logyard.addPipeline(sourceOf('leaving'))
  await toStream(WEB, [id])
  await logyard.call('DELETE', `${PIPELINES}/${id}`)
  expect(await connectedTo(WEB)).toMatchObject({ pipeline_ids: [id] })
})

test('unknown streams and pipelines cannot be connected', async () => {
  const id = await logyard.addPipeline(sourceOf('connectable'))
  expect((await toStream(LOST, [id])).status).toBe(404)
  expect((await toStream(WEB, [LOST])).status).toBe(404)
  expect((await toPipeline(id, [LOST])).status).toBe(404)
  expect((await toPipeline(LOST, [WEB])).status).toBe(404)
})

test('a caller sees and changes only the connections of streams and pipelines that it may read', async () => {
  const mine = await logyard.addPipeline(sourceOf('mine'))
  const hidden = await logyard.addPipeline(sourceOf('hidden'))
  await toStream(WEB, [mine, hidden])
  await toStream(MAIL, [mine, hidden])
  const reads = `streams:read:${WEB},pipeline:read:${mine}`
  const seen = await logyard.call('GET', CONNECTIONS, { as: `pipeline_connection:read,${reads}` })
  expect(seen).toMatchObject({ status: 200, body: [{ stream_id: WEB, pipeline_ids: [mine] }] })
  const one = await logyard.call('GET', `${CONNECTIONS}/${WEB}`, { as: `pipeline_connection:read,${reads}` })
  expect(one.body).toMatchObject({ pipeline_ids: [mine] })
  for (const as of [`pipeline_connection:read,pipeline:read:${mine}`, reads])
    expect((await logyard.call('GET', `${CONNECTIONS}/${WEB}`, { as })).status).toBe(403)

  const edits = `pipeline_connection:edit,${reads}`
  expect((await toStream(WEB, [mine], reads)).status).toBe(403)
  expect((await toStream(MAIL, [mine], edits)).status).toBe(403)
  expect((await toStream(WEB, [hidden], edits)).status).toBe(403)
  expect((await toPipeline(hidden, [WEB], edits)).status).toBe(403)
  expect((await toPipeline(mine, [MAIL], edits)).status).toBe(403)

  expect((await toStream(WEB, [], edits)).body).toMatchObject({ pipeline_ids: [] })
  expect(await connectedTo(WEB)).toMatchObject({ pipeline_ids: [hidden] })
  expect((await toPipeline(mine, [WEB], edits)).body).toMatchObject([{ stream_id: WEB, pipeline_ids: [mine] }])
  expect((await toPipeline(mine, [], edits)).body).toMatchObject([{ stream_id: WEB, pipeline_ids: [] }])
  expect(await connectedTo(MAIL)).toMatchObject({ pipeline_ids: [mine, hidden] })
})
