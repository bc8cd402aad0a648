import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpUnderTest, startHttp } from '../testing/start-http.ts'
import { DATE, DECIMAL, INTEGER, TEXT } from './field-forms.ts'
import { fieldRoutes } from './field-routes.ts'
import { unusualMessageRoutes } from './unusual-message-routes.ts'
import type { UnusualMessages } from './unusual-messages.ts'

const WEB = '60c0ffee0000000000000010'
const DB = '60c0ffee0000000000000011'
const EVENTS = '000000000000000000000002'
const forms: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  web_0: { level: INTEGER, user: TEXT },
  web_1: { level: TEXT },
  db_0: { took_ms: DECIMAL, at: DATE },
  events_0: { key: TEXT },
}
const streams = [
  { id: WEB, index_set_id: 'web' },
  { id: DB, index_set_id: 'db' },
  { id: EVENTS, index_set_id: 'events' },
]
const forgotten: string[] = []
const unusual: UnusualMessages = {
  add: () => undefined,
  of: () => ({ total: 0, fields: [] }),
  counts: () => [
    { id: WEB, count: 3 },
    { id: DB, count: 4 },
  ],
  forget: async (owner, id) => void forgotten.push(`${owner} ${id}`),
  [Symbol.asyncDispose]: async () => undefined,
}

let http: HttpUnderTest
beforeAll(async () => {
  const indices = Object.keys(forms).map((id) => ({ index: { id }, set: { id: id.split('_')[0] ?? '' } }))
  http = await startHttp(async (api) => {
    fieldRoutes(api, {
      formsIn(names) {
        const found = new Map<string, number[]>()
        for (const name of names) {
          for (const [field, form] of Object.entries(forms[name] ?? {})) {
            found.set(field, [...(found.get(field) ?? []), form])
          }
        }
        return found
      },
      patternFields: async () => [],
      streams: async () => streams,
      indices: async () => indices,
    })
    unusualMessageRoutes(api, { unusual, requireStream: async () => undefined, requireInput: async () => undefined })
  })
})
afterAll(() => http[Symbol.asyncDispose]())

const namesOf = (body: unknown) => (Array.isArray(body) ? body.map(({ name }) => name) : [])
const others = (names: readonly string[]) =>
  names.filter((name) => !/^(?:gl2_|message$|full_message|source|streams|timestamp)/.test(name))

test('lists the fields of all readable streams, but not those of event streams', async () => {
  const all = await http.ask('GET', '/views/fields', `streams:read:${WEB},streams:read:${DB},streams:read:${EVENTS}`)
  expect(others(namesOf(all.body))).toEqual(['at', 'level', 'took_ms', 'user'])
  expect(all.body).toContainEqual({
    name: 'level',
    type: { type: 'compound(long,string)', properties: ['enumerable', 'compound'], index_names: [] },
  })
  expect(all.body).toContainEqual({
    name: 'message',
    type: { type: 'string', properties: ['full-text-search'], index_names: [] },
  })
  const web = await http.ask('GET', '/views/fields', `streams:read:${WEB}`)
  expect(others(namesOf(web.body))).toEqual(['level', 'user'])
  expect((await http.ask('GET', '/views/fields', 'nothing')).body).toEqual([])
})

test('listing fields of named streams requires access to all of them; the error names all of them', async () => {
  const may = `streams:read:${DB}`
  const db = await http.ask('POST', '/views/fields', may, { streams: [DB] })
  expect(others(namesOf(db.body))).toEqual(['at', 'took_ms'])
  const refused = await http.ask('POST', '/views/fields', may, { streams: [DB, WEB] })
  expect(refused).toMatchObject({ status: 403, body: { type: 'MissingStreamPermission', streams: [DB, WEB] } })
})

test('a limit on field names always leaves the three that every message has', async () => {
  const all = await http.ask('GET', '/system/fields', 'fieldnames:read')
  expect(others(Object(all.body).fields)).toEqual(['at', 'level', 'took_ms', 'user'])
  const one = await http.ask('GET', '/system/fields?limit=1', 'fieldnames:read')
  expect(one.body).toEqual({ fields: ['at', 'source', 'message', 'timestamp'] })
  expect((await http.ask('GET', '/system/fields', 'nothing')).status).toBe(403)
})

test('unusual messages can be read and reset with the right permission', async () => {
  const counts = await http.ask('GET', '/logyard/unusual-messages', `streams:read:${WEB},inputs:read:${DB}`)
  expect(counts.body).toEqual({ streams: [{ id: WEB, count: 3 }], inputs: [{ id: DB, count: 4 }] })
  const path = `/logyard/streams/${WEB}/unusual-messages`
  expect((await http.ask('GET', path, `streams:read:${DB}`)).status).toBe(403)
  expect((await http.ask('GET', path, `streams:read:${WEB}`)).body).toEqual({ total: 0, fields: [] })
  expect((await http.ask('DELETE', path, `streams:read:${WEB}`)).status).toBe(403)
  expect((await http.ask('DELETE', path, `streams:edit:${WEB}`)).status).toBe(204)
  expect((await http.ask('DELETE', `/logyard/inputs/${DB}/unusual-messages`, `inputs:edit:${DB}`)).status).toBe(204)
  expect(forgotten).toEqual([`stream ${WEB}`, `input ${DB}`])
})
