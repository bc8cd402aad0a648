/** Asks the regional internet registries who holds an address: the lookups of the adapter `whois`. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import type { WhoisConfig } from '@logyard/contract/lookup/adapter-configs'
import { readAddress } from '@logyard/languages/query/ip-range'
import { emptyResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { KeyProblem } from '../key-problem.ts'
import type { WhoisServers } from '../outside-addresses.ts'
import { parseWhoisResponse, type WhoisFinding, type WhoisRegistry } from './whois-response.ts'

/** Registries that one lookup asks. */
const MAX_REGISTRIES = 3
const MAX_WHOIS_BYTES = 128 * 1024
const UNKNOWN = 'N/A'

class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Throws an `Error` with a sentence if the key is invalid, or a registry does not respond. */
export function createWhoisLookup(
  { registry: first, connect_timeout, read_timeout }: WhoisConfig,
  servers: WhoisServers,
): (key: string, signal: AbortSignal) => Promise<LookupResult> {
  const ask = async (registry: WhoisRegistry, address: string, signal: AbortSignal) => {
    const limits = { connectMs: connect_timeout, readMs: read_timeout }
    const text = await askRegistry(registry, servers[registry], queryFor(registry, address), limits, signal)
    return parseWhoisResponse(registry, text)
  }
  return async (key, signal) => {
    const address = key.trim()
    if (address === '') return emptyResult()
    if (readAddress(address) === undefined) throw new KeyProblem('The key is not a valid IP address')
    let found: WhoisFinding = { organization: undefined, countryCode: undefined, referral: first }
    for (let asked = 0; asked < MAX_REGISTRIES && found.referral !== undefined; asked += 1) {
      const next = await ask(found.referral, address, signal)
      found = {
        organization: next.organization ?? found.organization,
        countryCode: next.countryCode ?? found.countryCode,
        referral: next.referral,
      }
    }
    const { organization = UNKNOWN, countryCode = UNKNOWN } = found
    const singleValue = `${organization}/${countryCode}`
    return { ...emptyResult(), singleValue, multiValue: { organization, country_code: countryCode } }
  }
}

/** ARIN needs flags: `n +` asks for networks with all details. */
const queryFor = (registry: WhoisRegistry, address: string) => (registry === 'ARIN' ? `n + ${address}` : address)

interface Limits {
  readonly connectMs: number
  readonly readMs: number
}

async function askRegistry(
  registry: WhoisRegistry,
  server: { readonly host: string; readonly port: number },
  query: string,
  { connectMs, readMs }: Limits,
  signal: AbortSignal,
): Promise<string> {
  const socket = connect(server)
  // Errors reject what is awaited below; a later one has no further meaning.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'connect', { signal: within(connectMs, signal) })
    addAbortSignal(within(readMs, signal), socket)
    socket.write(`${query}\r\n`)
    return await readText(socket)
  } catch (error) {
    signal.throwIfAborted()
    const clause = error instanceof TooLong ? error.message : 'did not respond'
    throw new Error(`The WHOIS server of ${registry} ${clause}`, { cause: error })
  } finally {
    socket.destroy()
  }
}

const within = (ms: number, signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(ms)])

async function readText(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of socket) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > MAX_WHOIS_BYTES) throw new TooLong(`sent more than ${MAX_WHOIS_BYTES} bytes`)
    chunks.push(bytes)
  }
  if (length === 0) throw new Error('The connection was closed')
  return Buffer.concat(chunks).toString('utf8')
}
