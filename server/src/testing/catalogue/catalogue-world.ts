import { STDOUT_OUTPUT } from '@logyard/contract/outputs/outputs'
import { expect, vi } from 'vitest'
import { ADMIN_PASSWORD } from '../server-process.ts'
import type { ReferenceOperation } from './reference-operations.ts'

/** The request of an example: path parameters, query, body, headers. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A body that is not JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Account {
  readonly username: string
  readonly password: string
}

interface CatalogueAnswer {
  readonly status: number
  readonly text: string
  json(): Record<string, unknown>
}

/** A running Logyard that creates the entities that examples need. */
export interface CatalogueWorld {
  readonly admin: Account
  /** Signed in, but without any permission. */
  readonly nobody: Account
  readonly nodeId: string
  unique(label: string): string
  createUser(): Promise<Account & { readonly id: string }>
  createRole(): Promise<{ readonly id: string; readonly name: string }>
  /** The default index set of streams. */
  defaultIndexSetId(): Promise<string>
  /** A paused stream with one rule. */
  createStream(): Promise<{ readonly id: string; readonly ruleId: string }>
  /** Assigned to the stream if there is one. */
  createOutput(streamId?: string): Promise<string>
  call(
    account: Account | undefined,
    operation: Pick<ReferenceOperation, 'method' | 'path'>,
    request: ExampleRequest,
  ): Promise<CatalogueAnswer>
}

export async function createCatalogueWorld(url: string): Promise<CatalogueWorld> {
  const admin = { username: 'admin', password: ADMIN_PASSWORD }
  const call = callsTo(url)
  let made = 0
  const unique = (label: string) => `${label}-${++made}`
  const ask: Ask = async (method, path, body) => {
    const answer = await call(admin, { method, path }, body === undefined ? {} : { body })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer
  }

  const engine = { method: 'GET', path: '/system/cluster/stats/elasticsearch' }
  await vi.waitFor(async () => expect((await call(admin, engine, {})).status).toBe(200), { timeout: 15_000 })
  const people = createPeople(ask, unique)
  return {
    admin,
    nobody: await people.createUser(),
    nodeId: String((await ask('GET', '/')).json()['node_id']),
    unique,
    ...people,
    ...createStreamEntities(ask, unique),
    call,
  }
}

/** Calls the API as the administrator; fails the test unless the call succeeds. */
type Ask = (method: string, path: string, body?: unknown) => Promise<CatalogueAnswer>

function callsTo(url: string): CatalogueWorld['call'] {
  return async (account, { method, path }, request) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(request.params?.[name] ?? `no-${name}`),
    )
    const body = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const response = await fetch(`${url}api${filled}?${new URLSearchParams(request.query)}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'x-requested-by': 'catalogue',
        ...(account === undefined ? {} : { authorization: basic(account) }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    return { status: response.status, text, json: () => JSON.parse(text) }
  }
}

function createPeople(ask: Ask, unique: CatalogueWorld['unique']): Pick<CatalogueWorld, 'createUser' | 'createRole'> {
  return {
    async createUser() {
      const username = unique('person')
      const password = `secret of ${username}`
      const user = { username, password, email: `${username}@example.org`, full_name: username, permissions: [] }
      await ask('POST', '/users', user)
      const id = String((await ask('GET', `/users/${username}`)).json()['id'])
      return { id, username, password }
    },
    async createRole() {
      const name = unique('role')
      await ask('POST', '/roles', { name, description: 'for the catalogue', permissions: [] })
      const page = (await ask('GET', '/authz/roles')).json()
      const role = (page['roles'] as { id: string; name: string }[]).find((candidate) => candidate.name === name)
      if (role === undefined) throw new Error(`role ${name} was created but is not listed`)
      return role
    },
  }
}

function createStreamEntities(
  ask: Ask,
  unique: CatalogueWorld['unique'],
): Pick<CatalogueWorld, 'defaultIndexSetId' | 'createStream' | 'createOutput'> {
  const defaultIndexSetId = async () => {
    const list = (await ask('GET', '/system/indices/index_sets')).json()
    const sets = list['index_sets'] as { id: string; default: boolean }[]
    const standard = sets.find((set) => set.default)
    if (standard === undefined) throw new Error('there is no default index set')
    return standard.id
  }
  return {
    defaultIndexSetId,
    async createStream() {
      const rules = [{ type: 7, field: '', value: '', inverted: false }]
      const draft = { title: unique('stream'), index_set_id: await defaultIndexSetId(), rules }
      const id = String((await ask('POST', '/streams', draft)).json()['stream_id'])
      const [rule] = (await ask('GET', `/streams/${id}`)).json()['rules'] as { id: string }[]
      if (rule === undefined) throw new Error(`stream ${id} was created without its rule`)
      return { id, ruleId: rule.id }
    },
    async createOutput(streamId) {
      const draft = { title: unique('output'), type: STDOUT_OUTPUT, configuration: {} }
      const id = String((await ask('POST', '/system/outputs', draft)).json()['id'])
      if (streamId !== undefined) await ask('POST', `/streams/${streamId}/outputs`, { outputs: [id] })
      return id
    },
  }
}

const basic = ({ username, password }: Account) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
