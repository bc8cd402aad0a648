/** Messages over TCP or TLS. The receiver sends no response. */
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createAllowedPaths } from '../platform/allowed-paths.ts'
import type { OutputMessages, OutputSink } from './output-type.ts'

const MAX_TRUSTED_BYTES = 1024 * 1024

export interface TcpSettings {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly connectMs: number
  readonly hasNoDelay: boolean
  readonly hasKeepAlive: boolean
  readonly verifiesCertificate: boolean
  /** Path of a PEM file. */
  readonly trustedFile: string | undefined
}

export async function openTcp(
  settings: TcpSettings,
  framed: (batch: OutputMessages) => Uint8Array,
  signal: AbortSignal,
): Promise<OutputSink> {
  const { host, port, isTls, connectMs, hasNoDelay, hasKeepAlive } = settings
  const socket = isTls ? await startTls(settings) : connect({ host, port })
  let isEnded = false
  socket.on('end', () => {
    isEnded = true
  })
  // The callback of the failed write gets the error.
  socket.on('error', () => undefined)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(connectMs)]),
    })
  } catch (error) {
    socket.destroy()
    const isLate = !signal.aborted && error instanceof Error && error.name === 'AbortError'
    throw isLate ? new Error(`no connection to ${host}:${port} within ${connectMs} ms`, { cause: error }) : error
  }
  socket.setNoDelay(hasNoDelay)
  socket.setKeepAlive(hasKeepAlive)
  // Discards anything the receiver sends, so it cannot pile up in memory.
  socket.resume()
  return {
    isOpen: () => !isEnded && socket.writable,
    send: (batch) =>
      new Promise((resolve, reject) => {
        socket.write(framed(batch), (error) => (error instanceof Error ? reject(error) : resolve(0)))
      }),
    [Symbol.dispose]: () => socket.destroySoon(),
  }
}

async function startTls({ host, port, verifiesCertificate, trustedFile }: TcpSettings): Promise<Socket> {
  const ca = trustedFile === undefined ? undefined : await readTrusted(trustedFile)
  return connectTls({ host, port, rejectUnauthorized: verifiesCertificate, ...(ca === undefined ? {} : { ca }) })
}

/** A device or a pipe would fill the memory, or never end. */
export async function readTrusted(path: string): Promise<Buffer> {
  const found = await createAllowedPaths([]).resolve(path)
  const stats = found?.exists === true ? await stat(found.path) : undefined
  if (found === undefined || stats?.isFile() !== true || stats.size > MAX_TRUSTED_BYTES) {
    throw new Error(`the trusted certificates ${path} are not a readable file of at most ${MAX_TRUSTED_BYTES} bytes`)
  }
  return readFile(found.path)
}
