/** One connection to a directory: bind and search, bounded in time and size. */
import type { Socket } from 'node:net'
import type { DirectorySettings } from '@logyard/contract/identity/auth-services'
import {
  Client,
  ConstraintViolationError,
  type Entry,
  InappropriateAuthError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  UnwillingToPerformError,
} from 'ldapts'
import { DirectoryProblem, directoryProblem } from './directory-errors.ts'
import { openDirectorySocket, tlsOptions } from './directory-socket.ts'
import { raced } from './raced.ts'

/** Of everything that is asked over one connection. */
export const ANSWER_LIMIT_MS = 60_000
/** Of everything that a directory may send over one connection. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const SEARCH_LIMIT_SECONDS = 60
const PAGE_SIZE = 500

export interface DirectorySearch {
  readonly base: string
  readonly filter: string
  readonly attributes: readonly string[]
  /** Attributes whose values are bytes. */
  readonly binary?: readonly string[]
}

export interface DirectoryConnection extends Disposable {
  /** Whether the directory accepts the password. */
  bind(name: string, password: string): Promise<boolean>
  findFirst(search: DirectorySearch): Promise<Entry | undefined>
  /** At most `limit` entries. */
  list(search: DirectorySearch, limit: number): Promise<readonly Entry[]>
}

/** Its methods reject with a `DirectoryProblem`. */
export async function connectDirectory(settings: DirectorySettings, signal: AbortSignal): Promise<DirectoryConnection> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
  const socket = await bounded(openDirectorySocket(settings, limit), limit)
  const client = clientOver(socket)
  const connection = connectionOver(client, socket, limit)
  if (settings.transport_security !== 'start_tls') return connection
  try {
    const host = settings.servers[0]?.host ?? ''
    await bounded(client.startTLS(tlsOptions(host, settings)), limit)
    return connection
  } catch (error) {
    connection[Symbol.dispose]()
    throw error
  }
}

function clientOver(socket: Socket): Client {
  let isUsed = false
  return new Client({
    url: 'ldap://directory',
    timeout: ANSWER_LIMIT_MS,
    createConnection: () => {
      // A second connection would not be bound, nor secured by StartTLS.
      if (isUsed || socket.destroyed) throw new DirectoryProblem('the directory closed the connection')
      isUsed = true
      return socket
    },
  })
}

function connectionOver(client: Client, socket: Socket, limit: AbortSignal): DirectoryConnection {
  let receivedBytes = 0
  socket.on('data', ({ length }: Buffer) => {
    receivedBytes += length
    if (receivedBytes > MAX_ANSWER_BYTES) socket.destroy()
  })
  return {
    bind: (name, password) => bounded(accepts(client, name, password), limit),
    async findFirst(search) {
      const { searchEntries } = await bounded(client.search(search.base, optionsOf(search, { sizeLimit: 1 })), limit)
      return searchEntries[0]
    },
    list: (search, most) => bounded(listEntries(client, search, most), limit),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

const optionsOf = (search: DirectorySearch, more: object) => ({
  scope: 'sub' as const,
  filter: search.filter,
  attributes: [...search.attributes],
  explicitBufferAttributes: [...(search.binary ?? [])],
  timeLimit: SEARCH_LIMIT_SECONDS,
  ...more,
})

async function listEntries(client: Client, search: DirectorySearch, most: number): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  const pages = client.searchPaginated(search.base, optionsOf(search, { paged: { pageSize: PAGE_SIZE } }))
  for await (const { searchEntries } of pages) {
    entries.push(...searchEntries)
    if (entries.length >= most) break
  }
  return entries.slice(0, most)
}

async function accepts(client: Client, name: string, password: string): Promise<boolean> {
  // A bind without a password succeeds as nobody.
  if (password === '') return false
  try {
    await client.bind(name, password)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const isRefusal = (error: unknown) =>
  error instanceof InvalidCredentialsError ||
  error instanceof InappropriateAuthError ||
  error instanceof InvalidDNSyntaxError ||
  error instanceof NoSuchObjectError ||
  error instanceof ConstraintViolationError ||
  error instanceof UnwillingToPerformError

async function bounded<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  try {
    return await raced(work, limit)
  } catch (error) {
    throw directoryProblem(error)
  }
}
