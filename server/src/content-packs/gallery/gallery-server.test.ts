/** All packs in one server: added, installed, fed over their inputs, searched, and uninstalled. */
import { join } from 'node:path'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type Receiver, startReceiver } from '../../senders/testing/receiver.ts'
import { freePort } from '../../testing/free-port.ts'
import { ADMIN_PASSWORD } from '../../testing/server-process.ts'
import { readEntityFolder } from '../text/entity-folder.ts'
import { type GalleryEntry, readGallery } from './gallery.ts'
import { formatOf, type PackSample, samplesOf } from './testing/pack-samples.ts'
import { changesBy, decodeSample, pipelinesOf } from './testing/run-samples.ts'
import { type SampleTransport, sendSamples, sentAt, TRANSPORTS } from './testing/send-samples.ts'

let receiver: Receiver
const gallery = await readGallery()
const { evaluator } = pipelinesOf(gallery)
beforeAll(async () => {
  receiver = await startReceiver()
}, 120_000)
afterAll(() => receiver[Symbol.asyncDispose]())

const SUGGESTIONS = '/logyard/content_packs/suggestions'
const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const GALLERY = '/logyard/content_packs/gallery'

const post = (path: string, body: object = {}) => receiver.call(path, { method: 'POST', body: JSON.stringify(body) })
const status = async (method: string, path: string) => {
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const headers = { authorization, 'x-requested-by': 'test' }
  return (await fetch(`${receiver.url}api${path}`, { method, headers })).status
}
const titlesOf = async (path: string, list: string) =>
  Object(await receiver.call(path))
    [list].map(({ title }: { title: string }) => title)
    .sort()

async function messagesOf(query: string, stream?: string): Promise<readonly Record<string, unknown>[]> {
  const filter = stream === undefined ? {} : { filter: `streams:${stream}` }
  const asked = new URLSearchParams({ query, range: '0', limit: '1000', ...filter })
  const { messages } = Object(await receiver.call(`/search/universal/relative?${asked}`))
  return messages.map(({ message }: { message: Record<string, unknown> }) => message)
}

/** The samples of a pack that this input receives. */
const received = ({ name }: GalleryEntry, transport: SampleTransport): readonly PackSample[] =>
  samplesOf(name).filter((sample) => {
    const format = formatOf(name, sample)
    if (format !== 'beats') return transport.toLowerCase().startsWith(format)
    return transport === 'Beats'
  })
const UNPARSED = ['Syslog TCP', 'Raw TCP', 'GELF TCP', 'Beats'] as const

test('messages that no pack has read suggest their packs, and the queries find them', async () => {
  const types = [INPUT.syslogTcp, RAW_TCP, INPUT.gelfTcp, INPUT.beats]
  const inputs = await Promise.all(types.map((type) => receiver.launch(type)))
  const now = new Date()
  const sent = gallery.flatMap((entry) =>
    UNPARSED.map((transport, at) => ({
      transport,
      port: inputs[at]?.port ?? 0,
      samples: received(entry, transport).map((sample) => sentAt(sample, now)),
    })).filter(({ samples }) => samples.length > 0),
  )
  for (const { transport, port, samples } of sent) await sendSamples(transport, port, samples)
  const total = gallery.reduce((sum, { name }) => sum + samplesOf(name).length, 0)
  await expect.poll(async () => (await messagesOf('*')).length).toBe(total)

  const { suggestions } = Object(await receiver.call(SUGGESTIONS))
  const found = suggestions.map(({ name, matches, examined }: { name: string; matches: number; examined: number }) => ({
    ...{ name, matches, examined },
  }))
  expect(found).toHaveLength(gallery.length)
  const missed: string[] = []
  for (const { name, recognition } of gallery) {
    expect(found).toContainEqual({ name, matches: samplesOf(name).length, examined: total })
    const texts = samplesOf(name).map((sample) => decodeSample(name, sentAt(sample, now)).message)
    const matching = (await messagesOf(recognition.query)).map(({ message }) => message)
    missed.push(...texts.filter((text) => !matching.includes(text)))
  }
  expect(missed).toEqual([])
}, 120_000)

test('the samples of all packs get their fields and streams; afterwards all packs can be uninstalled', async () => {
  const before = { streams: await titlesOf('/streams', 'streams'), inputs: await titlesOf('/system/inputs', 'inputs') }
  // For samples that arrive at an input of somebody else.
  const others = [
    { transport: 'Raw TCP' as const, ...(await receiver.launch(RAW_TCP)) },
    { transport: 'Beats' as const, ...(await receiver.launch(INPUT.beats)) },
  ]
  const installed = []
  for (const entry of gallery) installed.push({ entry, ...(await install(entry)) })
  const listed = Object(await receiver.call(GALLERY)).packs
  expect(
    listed.map((pack: { is_added: boolean; installation_count: number }) => [pack.is_added, pack.installation_count]),
  ).toEqual(gallery.map(() => [true, 1]))

  for (const id of installed.flatMap(({ objects }) => objects('input'))) {
    await expect
      .poll(() => receiver.call(`/system/inputstates/${id}`).catch(String))
      .toMatchObject({ state: 'RUNNING' })
  }

  const now = new Date()
  for (const { entry, ports } of installed) {
    const own: readonly SampleTransport[] = ports.map(({ transport }) => transport)
    for (const { transport, port } of [...ports, ...others.filter((one) => !own.includes(one.transport))]) {
      const samples = received(entry, transport).map((sample) => sentAt(sample, now))
      if (samples.length > 0) await sendSamples(transport, port, samples)
    }
  }
  for (const { entry, objects } of installed) {
    await expectFields(entry, objects('stream')[0] ?? '', now)
    await Promise.all([...objects('dashboard'), ...objects('search')].map(expectNoErrors))
  }
  expect(Object(await receiver.call(SUGGESTIONS)).suggestions).toEqual([])

  for (const { entry, installation } of installed) {
    const path = `/system/content_packs/${entry.pack.id}`
    const answer = Object(await receiver.call(`${path}/installations/${installation}`, { method: 'DELETE' }))
    const { entities, failed_entities, skipped_entities } = answer.uninstalled
    expect([entities.length, failed_entities, skipped_entities]).toEqual([entry.pack.entities.length, [], []])
    expect(await status('DELETE', path)).toBe(204)
  }
  for (const { id } of others) await status('DELETE', `/system/inputs/${id}`)
  expect(await titlesOf('/streams', 'streams')).toEqual(before.streams)
  expect(await titlesOf('/system/inputs', 'inputs')).toEqual(before.inputs)
}, 120_000)

test('a pack of the gallery becomes a content pack once; an unknown one is not found', async () => {
  const listed = Object(await receiver.call(GALLERY)).packs.find(({ name }: { name: string }) => name === 'nginx')
  const { id, entities } = Object(await receiver.call(`${GALLERY}/nginx`))
  const inputs = entities.filter(({ type }: PackEntity) => type.name === 'input').map((entity: PackEntity) => entity.id)
  expect(listed).toMatchObject({ id, is_added: false })
  expect(listed.sends.map(({ input }: { input: string }) => input)).toEqual(inputs)
  expect(await status('GET', `${GALLERY}/nothing`)).toBe(404)
  const first = await post(`${GALLERY}/nginx`)
  expect(await post(`${GALLERY}/nginx`)).toEqual(first)
  expect(await status('POST', `${GALLERY}/nothing`)).toBe(404)
  const { content_packs } = Object(await receiver.call('/system/content_packs'))
  expect(content_packs.filter(({ id }: { id: string }) => id === first['id'])).toHaveLength(1)
})

test('the objects of a pack are configuration text, and can be applied without the pack', async () => {
  const all = await readEntityFolder(join(import.meta.dirname, 'packs', 'nginx', 'objects'))
  // Its port may be taken here.
  const entities = all.filter(({ type }) => type.name !== 'input')
  const applied = Object(await post('/logyard/configuration/apply', { entities }))
  expect(applied.changes).toHaveLength(entities.length)
  expect(await post('/logyard/configuration/plan', { entities })).toEqual({ changes: [], unchanged: entities.length })
})

async function install({ name: packName, pack }: GalleryEntry) {
  const added = await post(`${GALLERY}/${packName}`)
  expect(added).toEqual({ id: pack.id, rev: pack.rev })
  const parameters: Record<string, object> = {}
  const inputs = pack.entities.filter((entity) => entity.type.name === 'input').map(transportOf)
  const ports: { transport: SampleTransport; port: number }[] = []
  for (const { name, type } of pack.parameters) {
    if (type === 'string') parameters[name] = { '@type': 'string', '@value': '127.0.0.1' }
    else {
      const port = await freePort()
      parameters[name] = { '@type': 'integer', '@value': port }
      ports.push({ transport: inputs[ports.length] ?? 'Beats', port })
    }
  }
  const installation = Object(
    await post(`/system/content_packs/${pack.id}/${pack.rev}/installations`, { parameters, comment: 'a test' }),
  )
  const objects = (type: string): readonly string[] =>
    installation.entities.filter((one: { type: { name: string } }) => one.type.name === type).map(idOf)
  return { installation: String(installation._id), ports, objects }
}

const transportOf = ({ data }: PackEntity) => TRANSPORTS.get(Object(data).type['@value'])

const idOf = ({ id }: { readonly id: string }): string => id

async function expectFields({ name }: GalleryEntry, stream: string, now: Date): Promise<void> {
  const samples = samplesOf(name)
  await expect.poll(async () => [name, (await messagesOf('*', stream)).length]).toEqual([name, samples.length])
  const found = await messagesOf('*', stream)
  for (const sample of samples) {
    const message = decodeSample(name, sentAt(sample, now))
    const text = message.message
    const { timestamp: _ofLine, ...fields } = changesBy(evaluator.run, message)
    expect(found.filter((one) => one['message'] === text)).toContainEqual(expect.objectContaining(fields))
  }
}

/** Runs what a dashboard or a saved search asks for. */
async function expectNoErrors(viewId: string): Promise<void> {
  const view = Object(await receiver.call(`/views/${viewId}`))
  const search = Object(await receiver.call(`/views/search/${view.search_id}`))
  const done = Object(await post('/views/search/sync', search))
  for (const { errors, search_types } of Object.values<{ errors: unknown[]; search_types: object }>(done.results)) {
    expect([view.title, errors]).toEqual([view.title, []])
    expect(Object.keys(search_types).length).toBeGreaterThan(1)
  }
}
