/**
 * Answers on a socket of its own how long the main thread has been blocked, from a thread that does nothing else: a
 * process that does not answer here is dead or stopped, whatever its statements do.
 */
import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { socket, beat }: { readonly socket: string; readonly beat: SharedArrayBuffer } = workerData
const lastBeat = new BigInt64Array(beat)

const server = createServer((_, outgoing) => {
  const standsStillMs = Number((process.hrtime.bigint() - Atomics.load(lastBeat, 0)) / 1_000_000n)
  outgoing.setHeader('Content-Type', 'application/json')
  outgoing.end(JSON.stringify({ standsStillMs: Math.max(0, standsStillMs) }))
})
server.listen(socket, () => {
  chmodSync(socket, 0o600)
  parentPort?.postMessage('listening')
})
