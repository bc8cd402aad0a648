import { expect, vi } from 'vitest'
import type { Json, KindWorld } from '../kinds/kind-rows.ts'
import { createKindWorld, filled } from '../kinds/kind-world.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import type { ReferenceOperation } from './reference-operations.ts'

/** Makes a valid request of one operation. */
export type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

export const nothing: Example = () => ({})

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
export interface CatalogueWorld extends KindWorld {
  readonly admin: Account
  /** Signed in, but without any permission. */
  readonly nobody: Account
  readonly nodeId: string
  createUser(): Promise<Account & { readonly id: string }>
  createRole(): Promise<{ readonly id: string; readonly name: string }>
  /** Calls as the administrator; returns the body, and fails the test unless the call succeeds. */
  ask(method: string, path: string, body?: unknown): Promise<Json>
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
  const unique = (label: string) => `${label}_${++made}`
  const ask: Ask = async (method, path, body) => {
    const answer = await call(admin, { method, path }, body === undefined ? {} : { body })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.text.startsWith('{') ? answer.json() : {}
  }

  const engine = { method: 'GET', path: '/system/cluster/stats/elasticsearch' }
  await vi.waitFor(async () => expect((await call(admin, engine, {})).status).toBe(200), { timeout: 15_000 })
  const people = createPeople(ask, unique)
  return {
    admin,
    nobody: await people.createUser(),
    nodeId: String((await ask('GET', '/'))['node_id']),
    ...createKindWorld(ask, unique),
    ...people,
    ask,
    call,
  }
}

type Ask = CatalogueWorld['ask']

function callsTo(url: string): CatalogueWorld['call'] {
  return async (account, { method, path }, request) => {
    const body = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const response = await fetch(
      `${url}api${filled(path, request.params ?? {})}?${new URLSearchParams(request.query)}`,
      {
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
      },
    )
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
      const id = String((await ask('GET', `/users/${username}`))['id'])
      return { id, username, password }
    },
    async createRole() {
      const name = unique('role')
      await ask('POST', '/roles', { name, description: 'for the catalogue', permissions: [] })
      const page = await ask('GET', '/authz/roles')
      const role = (page['roles'] as { id: string; name: string }[]).find((candidate) => candidate.name === name)
      if (role === undefined) throw new Error(`role ${name} was created but is not listed`)
      return role
    },
  }
}

const basic = ({ username, password }: Account) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
