/** One connection to a directory: bind and search, bounded in time and size. */
import { once } from 'node:events'
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
  TimeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { DirectoryProblem, directoryProblem, NoAnswer } from './directory-errors.ts'
import {
  addressOf,
  type Conversation,
  type OpenSocket,
  openDirectorySocket,
  securedSocket,
} from './directory-socket.ts'
import { timeLimit } from './time-limit.ts'

const PAGE_SIZE = 500
/** The name of the request (RFC 4511). */
const START_TLS = '1.3.6.1.4.1.1466.20037'

export interface DirectorySearch {
  readonly base: string
  readonly filter: string
  readonly attributes: readonly string[]
  /** Attributes whose values are bytes. */
  readonly binary?: readonly string[]
}

export type DirectoryConnection = Awaited<ReturnType<typeof connectDirectory>>

/** Its methods reject with a `DirectoryProblem`. */
export async function connectDirectory(settings: DirectorySettings, conversation: Conversation) {
  const { limits, silent, signal } = conversation
  const opened = await bounded(openDirectorySocket(settings, conversation), signal, addressOf(settings))
  const isUpgraded = settings.transport_security === 'start_tls'
  const { client, answered } = isUpgraded
    ? await startTls(opened, settings, conversation)
    : exchangeOver(opened, conversation)
  const timeLimitSeconds = Math.ceil(limits.answerMs / 1000)
  return {
    /** Whether the directory accepts the password. */
    bind: (name: string, password: string) => answered(accepts(client, name, password)),
    async findFirst(search: DirectorySearch) {
      const options = optionsOf(search, timeLimitSeconds, { sizeLimit: 1 })
      const { searchEntries } = await answered(client.search(search.base, options)).catch((error: unknown) => {
        if (isLate(error)) silent.wasLateAtSearch(opened.address)
        throw error
      })
      silent.searched(opened.address)
      return searchEntries[0]
    },
    /** At most `limit` entries. */
    async list(search: DirectorySearch, most: number) {
      const options = optionsOf(search, timeLimitSeconds, { paged: { pageSize: PAGE_SIZE } })
      const pages = client.searchPaginated(search.base, options)
      const entries: Entry[] = []
      while (entries.length < most) {
        const { done, value } = await answered(pages.next())
        if (done === true) break
        entries.push(...value.searchEntries)
      }
      return entries.slice(0, most)
    },
    [Symbol.dispose]: () => void opened.socket.destroy(),
  }
}

interface Exchange {
  readonly client: Client
  readonly answered: Answered
}

const exchangeOver = (opened: OpenSocket, conversation: Conversation): Exchange => ({
  client: clientOver(opened.socket),
  answered: answersOf(opened, conversation),
})

/**
 * The exchange over TLS has a client of its own: bytes that came before TLS may be forged, and the first client may
 * hold the beginning of a response among them.
 */
async function startTls(opened: OpenSocket, settings: DirectorySettings, conversation: Conversation) {
  const { socket: plain, address } = opened
  try {
    const before = exchangeOver(opened, conversation)
    await before.answered(before.client.exop(START_TLS))
    plain.removeAllListeners('data')
    const secure = securedSocket(plain, settings)
    const exchange = exchangeOver({ ...secure, address }, conversation)
    await exchange.answered(once(secure.socket, 'secureConnect'))
    return exchange
  } catch (error) {
    plain.destroy()
    throw error
  }
}

function clientOver(socket: Socket): Client {
  let isUsed = false
  return new Client({
    url: 'ldap://directory',
    createConnection: () => {
      // A second connection would not be bound, nor secured by StartTLS.
      if (isUsed || socket.destroyed) throw new DirectoryProblem('the directory closed the connection')
      isUsed = true
      return socket
    },
  })
}

type Answered = <T>(request: Promise<T>) => Promise<T>

/** Bounds each request in time. An address whose first answer is late is skipped then. */
function answersOf({ socket, address, received }: OpenSocket, { limits, silent, signal }: Conversation): Answered {
  socket.once('data', () => silent.answered(address))
  return async (request) => {
    const limit = AbortSignal.any([signal, timeLimit('the directory did not answer', limits.answerMs)])
    try {
      return await bounded(request, limit)
    } catch (error) {
      if (error instanceof NoAnswer && received.count === 0) silent.wasSilent(address)
      throw received.problem ?? error
    }
  }
}

/** Some directories end a search themselves at the limit that they were told. */
const isLate = (error: unknown) =>
  error instanceof NoAnswer || (error instanceof DirectoryProblem && error.cause instanceof TimeLimitExceededError)

const optionsOf = (search: DirectorySearch, timeLimitSeconds: number, more: object) => ({
  scope: 'sub' as const,
  filter: search.filter,
  attributes: [...search.attributes],
  explicitBufferAttributes: [...(search.binary ?? [])],
  timeLimit: timeLimitSeconds,
  ...more,
})

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

async function bounded<T>(work: Promise<T>, limit: AbortSignal, address?: string): Promise<T> {
  try {
    return await unlessAborted(work, limit)
  } catch (error) {
    throw directoryProblem(error, address)
  }
}
