/** The address that console and API listen on: parsed, and refused in plain words if it cannot be used. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { LogyardError } from '../platform/errors.ts'

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LAST_PORT = 65_535
const SUGGESTIONS = 20

const portInUse = ({ host, port }: ListenAddress, freePort: number, options: ErrorOptions) =>
  new LogyardError(
    'conflict',
    'port-in-use',
    `Port ${port} is used by another program. Start with LOGYARD_LISTEN=${written(host)}:${freePort}`,
    options,
  )
const portRefused = ({ host, port }: ListenAddress, options: ErrorOptions) =>
  new LogyardError(
    'denied',
    'port-refused',
    `This user may not open port ${port}. Start with LOGYARD_LISTEN=${written(host)}:9000`,
    options,
  )
const addressUnavailable = ({ host, port }: ListenAddress, options: ErrorOptions) =>
  new LogyardError(
    'invalid',
    'address-unavailable',
    `${host} is not an address of this machine. Start with LOGYARD_LISTEN=0.0.0.0:${port}`,
    options,
  )

export function parseListenAddress(listen: string): ListenAddress {
  const colon = listen.lastIndexOf(':')
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(listen.slice(colon + 1)) }
}

/** Throws if the server could not listen there. */
export async function requireFreeAddress(listen: string): Promise<void> {
  const address = parseListenAddress(listen)
  const error = await listenError(address)
  if (error === undefined) return
  const options = { cause: error }
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      throw portInUse(address, await freePortAfter(address), options)
    case 'EACCES':
      throw portRefused(address, options)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      throw addressUnavailable(address, options)
    default:
      throw error
  }
}

async function freePortAfter({ host, port }: ListenAddress): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + SUGGESTIONS, LAST_PORT); next += 1) {
    if ((await listenError({ host, port: next })) === undefined) return next
  }
  // The system chooses one.
  return 0
}

async function listenError(address: ListenAddress): Promise<Error | undefined> {
  const server = createServer()
  try {
    server.listen(address)
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  server.close()
  await once(server, 'close')
  return undefined
}

const written = (host: string) => (host.includes(':') ? `[${host}]` : host)
