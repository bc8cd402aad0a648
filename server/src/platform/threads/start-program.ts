/** The first module of a watched thread: what must be done before the program is loaded, which costs the most. */
import { readlinkSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { workerData } from 'node:worker_threads'
import type { ThreadStart } from './thread-start.ts'

const LOWER_BY = 5
const LOWEST = 19
const CALLING_THREAD = 0

// Node has read it. Programs get no environment.
Reflect.deleteProperty(process.env, 'NODE_COMPILE_CACHE')
const { program, isLowered, signs }: ThreadStart<unknown> = workerData
// Elsewhere, threads have no priority of their own, and it would be that of the whole process.
if (process.platform === 'linux') {
  signs[1] = Number(basename(readlinkSync('/proc/thread-self')))
  if (isLowered) setPriority(CALLING_THREAD, Math.min(getPriority(CALLING_THREAD) + LOWER_BY, LOWEST))
}
await import(program)
// Else it is written at the end, which a terminated thread does not reach.
flushCompileCache()
