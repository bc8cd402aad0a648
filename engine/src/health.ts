import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const BEAT_MS = 100

/** The health socket of an engine on this folder. */
export const healthSocket = (data: string): string => join(data, 'health.sock')

/** Answers on the socket how long the event loop of this thread has been blocked. */
export async function serveHealth(socket: string): Promise<AsyncDisposable> {
  const beat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
  const lastBeat = new BigInt64Array(beat)
  const beatNow = () => void Atomics.store(lastBeat, 0, process.hrtime.bigint())
  beatNow()
  const beating = setInterval(beatNow, BEAT_MS)
  await rm(socket, { force: true })
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: { socket, beat } })
  await once(worker, 'message')
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(beating)
      await worker.terminate()
      await rm(socket, { force: true })
    },
  }
}
