/** The first module of a watched thread: what must be done before the program is loaded, which costs the most. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { workerData } from 'node:worker_threads'
import type { ThreadStart } from './thread-start.ts'

const LOWER_BY = 5
const LOWEST = 19
const CALLING_THREAD = 0

const { program, isLowered, signs }: ThreadStart<unknown> = workerData
// Elsewhere, threads have no priority of their own, and it would be that of the whole process.
if (process.platform === 'linux') {
  signs[1] = Number(basename(readlinkSync('/proc/thread-self')))
  if (isLowered) setPriority(CALLING_THREAD, Math.min(getPriority(CALLING_THREAD) + LOWER_BY, LOWEST))
}
await import(program)
