/** A small directory with the habits of Active Directory, and faults that tests switch on. */

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  ProtocolOperation,
} from 'ldapts'
import {
  type AttributeValues,
  entryMessage,
  type LdapRequest,
  readRequests,
  referenceMessage,
  resultMessage,
} from './ber-messages.ts'

export interface TestEntry {
  readonly dn: string
  readonly password?: string
  readonly attributes: AttributeValues
}

export interface TestDirectory extends AsyncDisposable {
  readonly port: number
  entries: TestEntry[]
  /** Never answers from this point of a conversation on; a search sends its first entry. */
  hangsAt: 'connect' | 'bind' | 'search' | undefined
  /** Answers searches with this code, and without entries. */
  searchCode: number | undefined
  /** Answers searches with these bytes. */
  searchAnswer: ((id: number) => Buffer) | undefined
  /** Answers each connection with these bytes. */
  greeting: Buffer | undefined
  /** Sent in plain text, right behind the answer to StartTLS. */
  beforeTls: Buffer
  /** Names that were bound so far, in order. */
  readonly binds: readonly string[]
  connections(): number
}

export const SYSTEM_USER = 'reader@example.org'
export const SYSTEM_PASSWORD = 'reader-password'
export const DOMAIN = 'dc=example,dc=org'

const INVALID_CREDENTIALS = 49
const OPERATIONS_ERROR = 1
const IN_CHAIN = '1.2.840.113556.1.4.1941'

interface State {
  entries: TestEntry[]
  hangsAt: TestDirectory['hangsAt']
  searchCode: number | undefined
  searchAnswer: TestDirectory['searchAnswer']
  greeting: Buffer | undefined
  beforeTls: Buffer
  readonly binds: string[]
  readonly sockets: Set<Socket>
}

export interface TestCertificate {
  readonly key: Buffer
  readonly cert: Buffer
}

export async function startTestDirectory(
  options: { readonly tls?: TestCertificate; readonly startTls?: TestCertificate } = {},
): Promise<TestDirectory> {
  const state: State = {
    entries: [],
    hangsAt: undefined,
    searchCode: undefined,
    searchAnswer: undefined,
    greeting: undefined,
    beforeTls: Buffer.alloc(0),
    binds: [],
    sockets: new Set(),
  }
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    state.sockets.add(socket)
    socket.on('close', () => state.sockets.delete(socket))
    socket.on('error', () => undefined)
    if (state.hangsAt === 'connect') return
    const { tls } = options
    serveConnection(state, tls === undefined ? socket : secured(socket, tls), options.startTls)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the directory has no port')
  return Object.assign(state, {
    port: address.port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of state.sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

function secured(socket: Socket, { key, cert }: TestCertificate): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, key, cert })
  secure.on('error', () => undefined)
  return secure
}

function serveConnection(state: State, socket: Socket, startTls: TestCertificate | undefined): void {
  let rest: Buffer = Buffer.alloc(0)
  let boundAs = ''
  const onData = (chunk: Buffer) => {
    if (state.greeting !== undefined) return void socket.write(state.greeting)
    const read = readRequests(Buffer.concat([rest, chunk]))
    rest = read.rest
    for (const request of read.requests) {
      if (request.kind === 'start-tls') return upgrade(request.id)
      boundAs = answer(state, socket, request, boundAs)
    }
  }
  const upgrade = (id: number) => {
    socket.off('data', onData)
    const answer = resultMessage(id, ProtocolOperation.LDAP_RES_EXTENSION, startTls === undefined ? 2 : 0)
    socket.write(Buffer.concat([answer, state.beforeTls]))
    if (startTls !== undefined) serveConnection(state, secured(socket, startTls), undefined)
  }
  socket.on('data', onData)
}

/** Returns the name that the connection is bound as from now on. */
function answer(state: State, socket: Socket, request: LdapRequest, boundAs: string): string {
  if (request.kind === 'bind') {
    state.binds.push(request.name)
    if (state.hangsAt === 'bind') return ''
    const isRight = isPassword(state, request.name, request.password)
    // The text that Active Directory answers for a wrong password.
    const text = isRight
      ? ''
      : '80090308: LdapErr: DSID-0C09042A, comment: AcceptSecurityContext error, data 52e, v3839'
    const code = isRight ? 0 : INVALID_CREDENTIALS
    socket.write(resultMessage(request.id, ProtocolOperation.LDAP_RES_BIND, code, text))
    return isRight ? request.name : ''
  }
  if (request.kind === 'search') {
    const { id, base, filter, sizeLimit } = request
    if (boundAs === '') {
      const text = 'In order to perform this operation a successful bind must be completed on the connection.'
      socket.write(resultMessage(id, ProtocolOperation.LDAP_RES_SEARCH, OPERATIONS_ERROR, text))
      return ''
    }
    if (state.searchAnswer !== undefined) {
      socket.write(state.searchAnswer(id))
      return boundAs
    }
    if (state.searchCode !== undefined) {
      socket.write(resultMessage(id, ProtocolOperation.LDAP_RES_SEARCH, state.searchCode))
      return boundAs
    }
    const below = state.entries.filter(({ dn }) => dn.toLowerCase().endsWith(base.toLowerCase()))
    const found = below.filter((entry) => matches(state, entry, filter))
    for (const { dn, attributes } of sizeLimit === 0 ? found : found.slice(0, sizeLimit)) {
      socket.write(entryMessage(id, dn, attributes))
      if (state.hangsAt === 'search') return boundAs
    }
    socket.write(referenceMessage(id, 'ldap://DomainDnsZones.example.org/DC=DomainDnsZones,DC=example,DC=org'))
    const isCut = sizeLimit !== 0 && found.length > sizeLimit
    socket.write(resultMessage(id, ProtocolOperation.LDAP_RES_SEARCH, isCut ? 4 : 0))
  }
  return boundAs
}

function isPassword({ entries }: State, name: string, password: string): boolean {
  if (name === SYSTEM_USER) return password === SYSTEM_PASSWORD
  return entries.some(
    (entry) =>
      entry.password !== undefined &&
      entry.password === password &&
      (entry.dn === name || entry.attributes['userPrincipalName'] === name),
  )
}

const valuesOf = ({ attributes }: TestEntry, name: string): readonly string[] => {
  const value = Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  return value === undefined ? [] : [value].flat().map((one) => String(one).toLowerCase())
}

function matches(state: State, entry: TestEntry, filter: Filter): boolean {
  if (filter instanceof AndFilter) return filter.filters.every((part) => matches(state, entry, part))
  if (filter instanceof OrFilter) return filter.filters.some((part) => matches(state, entry, part))
  if (filter instanceof NotFilter) return !matches(state, entry, filter.filter)
  if (filter instanceof PresenceFilter) return valuesOf(entry, filter.attribute).length > 0
  if (filter instanceof EqualityFilter) {
    return valuesOf(entry, filter.attribute).includes(String(filter.value).toLowerCase())
  }
  if (filter instanceof ExtensibleFilter && filter.rule === IN_CHAIN) {
    return isMember(state, entry, filter.value.toLowerCase(), new Set())
  }
  return false
}

/** Directly, or as a member of a group that is a member. */
function isMember(state: State, group: TestEntry, dn: string, seen: Set<TestEntry>): boolean {
  if (seen.has(group)) return false
  seen.add(group)
  const members = valuesOf(group, 'member')
  if (members.includes(dn)) return true
  return state.entries.some((entry) => members.includes(entry.dn.toLowerCase()) && isMember(state, entry, dn, seen))
}
