/** What the program of a watched thread begins with: the data of its owner, and the beat that the watch reads. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadStart } from './thread-start.ts'

const BEAT_MS = 500

export function threadData<Data>(): Data {
  const start: ThreadStart<Data> = workerData
  Atomics.add(start.signs, 0, 1)
  setInterval(() => Atomics.add(start.signs, 0, 1), BEAT_MS).unref()
  return start.data
}

/** The port to the thread that started this one. */
export function ownerPort() {
  if (parentPort === null) throw new Error('this module is the program of a worker thread')
  return parentPort
}
