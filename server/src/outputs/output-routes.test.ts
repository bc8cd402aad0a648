import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  GELF_OUTPUT,
  HTTP_OUTPUT,
  KAFKA_OUTPUT,
  LOGYARD_OUTPUT,
  OTLP_OUTPUT,
  S3_OUTPUT,
  STDOUT_OUTPUT,
  SYSLOG_OUTPUT,
} from '@logyard/contract/outputs/outputs'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { expect, test } from 'vitest'
import { callerOf } from '../identity/accounts/caller-of.ts'
import { createEntityRegistry } from '../identity/shares/entity-registry.ts'
import { createIds } from '../platform/ids.ts'
import { createReplica } from '../platform/settings/replica.ts'
import { areSettingsFiles } from '../testing/settings-of-folder.ts'
import { type StreamsUnderTest, startStreams } from '../testing/start-streams.ts'
import { outputKind } from './output-kind.ts'
import { createOutputService } from './output-service.ts'
import { outputCollection } from './output-store.ts'

const UNKNOWN = '5f0000000000000000000000'
const GELF = { title: 'Archive', type: GELF_OUTPUT, configuration: { hostname: 'archive.example.org' } }
const bodyOf = (answer: { readonly body: unknown }) => Object(answer.body)

async function addOutput(logyard: StreamsUnderTest, draft: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await logyard.call('POST', '/system/outputs', { body: { ...GELF, ...draft } })
  expect(answer.status, answer.text).toBe(201)
  return bodyOf(answer).id
}

const assign = (logyard: StreamsUnderTest, streamId: string, outputs: readonly string[]) =>
  logyard.call('POST', `/streams/${streamId}/outputs`, { body: { outputs } })
const idsOf = async (logyard: StreamsUnderTest, streamId: string) =>
  bodyOf(await logyard.call('GET', `/streams/${streamId}/outputs`)).outputs.map(({ id }: { id: string }) => id)

test('an output is created, read, listed by title, changed and deleted', async () => {
  await using logyard = await startStreams()
  const created = await logyard.call('POST', '/system/outputs', {
    body: { ...GELF, content_pack: 'pack', streams: ['whatever'] },
  })
  const { id } = bodyOf(created)
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/system/outputs/${id}`])
  const facts = {
    id,
    ...GELF,
    content_pack: 'pack',
    creator_user_id: 'admin',
    created_at: '2026-03-01T09:00:00.000Z',
  }
  expect(created.body).toEqual(facts)
  expect((await logyard.call('GET', `/system/outputs/${id}`)).body).toEqual(facts)

  const second = await addOutput(logyard, { title: 'archive 10', content_pack: null })
  const third = await addOutput(logyard, { title: 'archive 9' })
  const list = bodyOf(await logyard.call('GET', '/system/outputs'))
  expect(list.total).toBe(3)
  expect(list.outputs.map((output: { id: string }) => output.id)).toEqual([id, third, second])

  const changed = await logyard.call('PUT', `/system/outputs/${id}`, { body: { title: 'Vault', streams: [] } })
  expect([changed.status, changed.body]).toEqual([200, { _id: id, ...facts, title: 'Vault' }])
  expect((await logyard.call('DELETE', `/system/outputs/${id}`)).status).toBe(204)
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
    const answer = await logyard.call(method, `/system/outputs/${id}`, body === undefined ? {} : { body })
    expect([answer.status, answer.body]).toEqual([404, { type: 'ApiError', message: `Output <${id}> not found!` }])
  }
})

test.runIf(areSettingsFiles)('the configuration is encrypted at rest, and outputs survive a restart', async () => {
  await using logyard = await startStreams()
  const id = await addOutput(logyard)
  const stored = await readFile(join(logyard.folder, 'settings.db-wal'))
  expect([stored.includes('Archive'), stored.includes('archive.example.org')]).toEqual([true, false])
  const again = await startStreams({ folder: logyard.folder })
  expect((await again.call('GET', `/system/outputs/${id}`)).body).toMatchObject(GELF)
  await again[Symbol.asyncDispose]()
})

test('output types list their configuration fields', async () => {
  await using logyard = await startStreams()
  const { types } = bodyOf(await logyard.call('GET', '/system/outputs/available'))
  expect(Object.keys(types)).toEqual([
    GELF_OUTPUT,
    STDOUT_OUTPUT,
    LOGYARD_OUTPUT,
    SYSLOG_OUTPUT,
    HTTP_OUTPUT,
    OTLP_OUTPUT,
    KAFKA_OUTPUT,
    S3_OUTPUT,
  ])
  expect(types[GELF_OUTPUT]).toMatchObject({ name: 'GELF Output', type: GELF_OUTPUT, human_name: 'GELF Output' })
  const fields = types[GELF_OUTPUT].requested_configuration
  const defaults = Object.entries(fields).map(([name, field]) => [name, Object(field).default_value])
  expect(Object.fromEntries(defaults)).toEqual({
    hostname: '',
    port: 12201,
    protocol: 'TCP',
    connect_timeout: 1000,
    reconnect_delay: 500,
    tcp_no_delay: false,
    tcp_keep_alive: false,
    queue_limit_mb: 512,
    queue_limit_hours: 72,
    tls_verification_enabled: false,
    tls_trust_cert_chain: '',
    queue_size: 512,
    max_inflight_sends: 512,
  })
  expect(types[STDOUT_OUTPUT].requested_configuration.prefix.default_value).toBe('Writing message: ')
})

test('values are converted to the type of their field, and a configuration replaces the previous one entirely', async () => {
  await using logyard = await startStreams()
  const configuration = { hostname: null, port: '12201', queue_size: 'many', tcp_no_delay: 'TRUE', tcp_keep_alive: 1 }
  const id = await addOutput(logyard, { configuration: { ...configuration, connect_timeout: 12.9 } })
  const read = async () => bodyOf(await logyard.call('GET', `/system/outputs/${id}`)).configuration
  expect(await read()).toEqual({
    hostname: '',
    port: 12201,
    queue_size: null,
    tcp_no_delay: true,
    tcp_keep_alive: false,
    connect_timeout: 12,
  })
  await logyard.call('PUT', `/system/outputs/${id}`, { body: { configuration: { hostname: 'there' } } })
  expect(await read()).toEqual({ hostname: 'there' })
})

interface Refused {
  readonly draft: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, unknown>>
}
const REFUSED: readonly Refused[] = [
  { draft: { type: 'org.example.Nothing' }, errors: { type: [{ error: 'Invalid output type' }] } },
  { draft: { title: ' ' }, errors: { title: [{ error: 'Value must not be empty!' }] } },
  {
    draft: { configuration: { hostname: 'there', colour: 'red' } },
    errors: { colour: [{ error: 'Unknown configuration field' }] },
  },
  {
    draft: { configuration: { port: 'twelve', constructor: 1 } },
    errors: {
      port: [{ error: 'Destination port must be a whole number' }],
      constructor: [{ error: 'Unknown configuration field' }],
    },
  },
]
test.each(REFUSED)('a draft is refused: $errors', async ({ draft, errors }) => {
  await using logyard = await startStreams()
  const refused = {
    status: 400,
    body: { type: 'ValidationApiError', message: 'Validation failed!', validation_errors: errors },
  }
  expect(await logyard.call('POST', '/system/outputs', { body: { ...GELF, ...draft } })).toMatchObject(refused)
  expect(bodyOf(await logyard.call('GET', '/system/outputs')).total).toBe(0)
})

test('the type of an output cannot be changed', async () => {
  await using logyard = await startStreams()
  const id = await addOutput(logyard)
  const same = await logyard.call('PUT', `/system/outputs/${id}`, { body: { type: GELF_OUTPUT } })
  const other = await logyard.call('PUT', `/system/outputs/${id}`, { body: { type: STDOUT_OUTPUT } })
  expect([same.status, other.status, Object.keys(bodyOf(other).validation_errors)]).toEqual([200, 400, ['type']])
})

test('assigning outputs to a stream is atomic and without duplicates, and can be undone', async () => {
  await using logyard = await startStreams()
  const stream = await logyard.addStream()
  const [one, two] = [await addOutput(logyard, { title: 'One' }), await addOutput(logyard, { title: 'Two' })]
  for (const _ of [1, 2]) {
    const answer = await assign(logyard, stream, [one])
    expect([answer.status, answer.text]).toEqual([202, ''])
  }
  expect(await idsOf(logyard, stream)).toEqual([one])
  for (const outputs of [
    [two, UNKNOWN],
    [UNKNOWN, two],
  ]) {
    expect((await assign(logyard, stream, outputs)).status).toBe(404)
  }
  expect(await idsOf(logyard, stream)).toEqual([one])
  expect((await assign(logyard, stream, [])).status).toBe(202)
  expect((await assign(logyard, UNKNOWN, [one])).status).toBe(404)
  expect((await assign(logyard, stream, [two, one, two])).status).toBe(202)
  expect(await idsOf(logyard, stream)).toEqual([one, two])

  const ofStream = await logyard.call('GET', `/streams/${stream}/outputs/${two}`)
  expect([ofStream.status, bodyOf(ofStream).title]).toEqual([200, 'Two'])
  for (const _ of [1, 2]) expect((await logyard.call('DELETE', `/streams/${stream}/outputs/${one}`)).status).toBe(204)
  expect(await idsOf(logyard, stream)).toEqual([two])
  expect((await logyard.call('DELETE', `/streams/${stream}/outputs/${UNKNOWN}`)).status).toBe(404)
  expect((await logyard.call('GET', `/system/outputs/${one}`)).status).toBe(200)
})

test('streams list their outputs, a clone has the same ones, and a deleted output is removed from all', async () => {
  await using logyard = await startStreams()
  const stream = await logyard.addStream({ title: 'Errors' })
  const output = await addOutput(logyard)
  await assign(logyard, stream, [output])
  await assign(logyard, DEFAULT_STREAM_ID, [output])
  const summary = { id: output, ...GELF, content_pack: null, creator_user_id: 'admin' }
  expect(bodyOf(await logyard.call('GET', `/streams/${stream}`)).outputs).toMatchObject([summary])
  const updated = await logyard.call('PUT', `/streams/${stream}`, { body: { description: 'more' } })
  expect(bodyOf(updated).outputs).toMatchObject([summary])
  const page = bodyOf(await logyard.call('GET', '/streams/paginated?query=Errors'))
  expect(page.streams[0].outputs).toEqual([output])

  const draft = { title: 'Copy', description: '', remove_matches_from_default_stream: false, index_set_id: 'default' }
  const clone = bodyOf(await logyard.call('POST', `/streams/${stream}/clone`, { body: draft })).stream_id
  expect(await idsOf(logyard, clone)).toEqual([output])

  expect((await logyard.call('DELETE', `/system/outputs/${output}`)).status).toBe(204)
  for (const id of [stream, clone, DEFAULT_STREAM_ID]) {
    expect(bodyOf(await logyard.call('GET', `/streams/${id}`)).outputs).toEqual([])
  }
  expect(bodyOf(await logyard.call('GET', '/streams/paginated?query=Errors')).streams[0].outputs).toEqual([])
})

test('an output that is deleted while it is being assigned ends up in no stream', async () => {
  await using logyard = await startStreams()
  const { settings, identity, streams, clock } = logyard
  const [stream, output] = [await logyard.addStream(), await addOutput(logyard)]
  using replica = createReplica(settings, outputCollection)
  const ids = createIds(clock.now)
  const entities = createEntityRegistry()
  const kind = outputKind({ settings, ids, replica, identity: { ...identity, entities }, streams, clock })
  const service = createOutputService({
    kind,
    replica,
    stateOf: () => ({
      waitingMessages: 0,
      waitingBytes: 0,
      oldestAtMs: undefined,
      isFailing: false,
      lastFailure: undefined,
    }),
    streams: {
      get: streams.get,
      outputs: {
        ...streams.outputs,
        // A concurrent write happens between the read of the output and the commit.
        add: (streamId, ids, claims) =>
          streams.outputs.add(streamId, ids, async () => {
            const claimed = await claims()
            await logyard.call('DELETE', `/system/outputs/${output}`)
            return claimed
          }),
      },
    },
  })
  const root = (await identity.accounts.read()).root()
  if (root === undefined) throw new Error('the root user is disabled')
  await expect(service.assign(callerOf(root), stream, [output])).rejects.toMatchObject({ code: 'output-not-found' })
  expect((await streams.get(stream)).outputs).toEqual([])
})

const CALLS: readonly (readonly [string, string, readonly string[]])[] = [
  ['GET', '/system/outputs', ['outputs:read']],
  ['GET', '/system/outputs/available', ['outputs:read']],
  ['GET', '/system/outputs/OUTPUT', ['outputs:read:OUTPUT']],
  ['POST', '/system/outputs', ['outputs:create']],
  ['PUT', '/system/outputs/OUTPUT', ['outputs:edit:OUTPUT']],
  ['GET', '/streams/STREAM/outputs', ['streams:read:STREAM', 'stream_outputs:read']],
  ['GET', '/streams/STREAM/outputs/OUTPUT', ['streams:read:STREAM', 'stream_outputs:read:OUTPUT']],
  [
    'POST',
    '/streams/STREAM/outputs',
    ['streams:edit:STREAM', 'stream_outputs:create', 'streams:read:STREAM', 'outputs:read:OUTPUT'],
  ],
  ['DELETE', '/streams/STREAM/outputs/OUTPUT', ['streams:edit:STREAM', 'stream_outputs:delete:OUTPUT']],
  ['DELETE', '/system/outputs/OUTPUT', ['outputs:terminate']],
]
test('each call requires exactly its permissions', async () => {
  await using logyard = await startStreams()
  const stream = await logyard.addStream()
  const output = await addOutput(logyard)
  const named = (text: string) => text.replace('STREAM', stream).replace('OUTPUT', output)
  let users = 0
  for (const [method, path, permissions] of CALLS) {
    const given = permissions.map(named)
    // First with each one missing, then with all.
    for (const held of [...given.map((missing) => given.filter((one) => one !== missing)), given]) {
      users += 1
      await logyard.addUser(`user${users}`, { permissions: held })
      const body = path.startsWith('/streams') ? { outputs: [output] } : method === 'POST' ? GELF : {}
      const answer = await logyard.call(method, named(path), {
        as: `user${users}:user${users}-password`,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
      })
      const isAllowed = held.length === given.length
      expect([method, path, held, answer.status < 300]).toEqual([method, path, held, isAllowed])
      if (!isAllowed) expect(answer.status).toBe(403)
    }
  }
})

test('a shared output can be changed by its managers and deleted only by its owners', async () => {
  await using logyard = await startStreams()
  const bob = await logyard.addUser('bob')
  const output = await addOutput(logyard)
  const share = await logyard.call('POST', `/authz/shares/entities/grn::::output:${output}`, {
    body: { selected_grantee_capabilities: { [`grn::::user:${bob}`]: 'manage' } },
  })
  expect(share.status, share.text).toBe(200)
  const as = 'bob:bob-password'
  const changed = await logyard.call('PUT', `/system/outputs/${output}`, { as, body: { title: "Bob's" } })
  expect([changed.status, bodyOf(changed).title]).toEqual([200, "Bob's"])
  expect((await logyard.call('DELETE', `/system/outputs/${output}`, { as })).status).toBe(403)
  await logyard.call('DELETE', `/system/outputs/${output}`)
  expect(bodyOf(await logyard.call('GET', '/users/bob')).permissions).not.toContain(`outputs:edit:${output}`)
})

test('an output that the caller may not read is neither assigned nor cloned, and may not be told from a missing one', async () => {
  await using logyard = await startStreams()
  const [stream, output, secret] = [await logyard.addStream(), await addOutput(logyard), await addOutput(logyard)]
  const own = [`streams:read:${stream}`, `streams:edit:${stream}`, 'stream_outputs:create', 'streams:create']
  await logyard.addUser('ada', { permissions: [...own, `outputs:read:${output}`] })
  const as = 'ada:ada-password'
  const assigned = (ids: readonly string[]) =>
    logyard.call('POST', `/streams/${stream}/outputs`, { as, body: { outputs: ids } })
  expect((await assigned([output, secret])).status).toBe(403)
  expect((await assigned([UNKNOWN])).status).toBe(403)
  expect(await idsOf(logyard, stream)).toEqual([])
  expect((await assigned([output])).status).toBe(202)

  const draft = { title: 'Copy', description: '', remove_matches_from_default_stream: false, index_set_id: 'default' }
  const clone = () => logyard.call('POST', `/streams/${stream}/clone`, { as, body: draft })
  expect((await clone()).status).toBe(201)
  await assign(logyard, stream, [secret])
  expect((await clone()).status).toBe(403)
  // The stream has it already, so nothing is given to it.
  expect((await assigned([output, secret])).status).toBe(202)
})

test('only users who may read the streams of an output change where it sends', async () => {
  await using logyard = await startStreams()
  const [stream, output] = [await logyard.addStream(), await addOutput(logyard)]
  await logyard.addUser('ada', { permissions: [`outputs:edit:${output}`] })
  await logyard.addUser('bob', { permissions: [`outputs:edit:${output}`, `streams:read:${stream}`] })
  const moved = (name: string, hostname: string) =>
    logyard.call('PUT', `/system/outputs/${output}`, {
      as: `${name}:${name}-password`,
      body: { configuration: { hostname } },
    })
  expect((await moved('ada', 'before.example.org')).status).toBe(200)
  await assign(logyard, stream, [output])
  expect((await moved('ada', 'elsewhere.example.org')).status).toBe(403)
  const stored = bodyOf(await logyard.call('GET', `/system/outputs/${output}`))
  expect(stored.configuration.hostname).toBe('before.example.org')
  const renamed = { as: 'ada:ada-password', body: { title: 'Renamed' } }
  expect((await logyard.call('PUT', `/system/outputs/${output}`, renamed)).status).toBe(200)
  expect((await moved('bob', 'elsewhere.example.org')).status).toBe(200)
})
