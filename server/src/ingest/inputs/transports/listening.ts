import type { Server } from 'node:net'
import { countSetting, textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { createRareLog } from './rare-log.ts'
import { InputFailure, type TransportDeps } from './transport.ts'

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export const listenAddress = (configuration: InputConfiguration): ListenAddress => ({
  host: textSetting(configuration, 'bind_address') ?? '0.0.0.0',
  // For port 0 the system picks a free one.
  port: countSetting(configuration, 'port', 0),
})

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'BindException: Address already in use',
  EACCES: 'BindException: Permission denied',
  EADDRNOTAVAIL: 'BindException: Cannot assign requested address',
  ENOTFOUND: 'UnknownHostException: Unknown bind address',
  EMFILE: 'SocketException: Too many open files',
}

/** The reason in the words of the reference, which administrators search the web for. */
export function listenFailure(error: Error, { host, port }: ListenAddress): InputFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = REASONS[code] ?? `BindException: ${error.message}`
  return new InputFailure(`${reason}: ${host.includes(':') ? `[${host}]` : host}:${port}`, { cause: error })
}

/** Fails the input on errors of its listener, but not if a single connection cannot be accepted. */
export function watchListener(server: Server, deps: TransportDeps): void {
  const logRefused = createRareLog(deps, 'a connection could not be accepted')
  server.on('error', (error) => {
    if ('syscall' in error && error.syscall === 'accept') logRefused({ err: error })
    else deps.onFailure(error)
  })
}

/** Resolves with the port once the server listens. */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(listenFailure(error, address))
    server.once('error', refuse)
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', refuse)
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : address.port)
    })
  })
}
const BACKLOG = 1024
