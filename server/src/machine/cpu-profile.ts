/** Measures for a short time which functions of the main thread use the processor. */
import { type Profiler, type Runtime, Session } from 'node:inspector/promises'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createSourceFinder } from './bundled-source.ts'

export interface ProfiledFunction {
  readonly name: string
  /** The file and line, after the source file if they are those of the bundled server; empty for parts of the runtime. */
  readonly place: string
  /** Share of the measured time, without the functions that it calls; 0 to 1. */
  readonly share: number
}

const SAMPLE_MICROSECONDS = 1000
const MAX_FUNCTIONS = 40
const MS_PER_SECOND = 1000
/** Folder of the program: paths are shown from here. */
const ROOT = new URL('../../../', import.meta.url).href

const profileRunning = () =>
  new LogyardError('overloaded', 'cpu-profile-running', 'A profile is being recorded already. Try again after it.')

export function createCpuProfiler(clock: Clock) {
  let isRunning = false
  return {
    /** The functions that used the most time, the greatest shares first. Ends early when the signal fires. */
    async profile(seconds: number, signal: AbortSignal) {
      if (isRunning) throw profileRunning()
      isRunning = true
      const session = new Session()
      session.connect()
      try {
        await session.post('Profiler.enable')
        await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
        await session.post('Profiler.start')
        await clock.sleep(seconds * MS_PER_SECOND, signal)
        const { profile } = await session.post('Profiler.stop')
        return await topFunctions(profile)
      } finally {
        session.disconnect()
        isRunning = false
      }
    },
  }
}

interface FunctionTime {
  readonly frame: Runtime.CallFrame
  time: number
}

async function topFunctions({
  nodes,
  samples = [],
  timeDeltas = [],
}: Profiler.Profile): Promise<readonly ProfiledFunction[]> {
  const calls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, FunctionTime>()
  let total = 0
  for (const [at, id] of samples.entries()) {
    const frame = calls.get(id)
    const time = timeDeltas[at] ?? 0
    if (frame === undefined || time <= 0) continue
    const key = `${frame.functionName} ${frame.url}:${frame.lineNumber}`
    const known = times.get(key) ?? { frame, time: 0 }
    known.time += time
    times.set(key, known)
    total += time
  }
  const top = [...times.values()].sort((a, b) => b.time - a.time).slice(0, MAX_FUNCTIONS)
  const sourceOf = createSourceFinder()
  return await Promise.all(
    top.map(async ({ frame: { functionName, url, lineNumber }, time }) => ({
      name: functionName === '' ? '(anonymous)' : functionName,
      place:
        url === '' ? '' : withSource(await sourceOf(url, lineNumber), `${url.replace(ROOT, '')}:${lineNumber + 1}`),
      share: time / total,
    })),
  )
}

const withSource = (source: string | undefined, place: string) =>
  source === undefined ? place : `${source} (${place})`
