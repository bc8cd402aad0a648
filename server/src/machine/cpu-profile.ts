/** Measures for a short time which functions of the main thread use the processor. */
import { type Profiler, Session } from 'node:inspector/promises'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'

export interface ProfiledFunction {
  readonly name: string
  /** The file and line; empty for parts of the runtime. */
  readonly place: string
  /** Of the measured time, without the functions that it calls; 0 to 1. */
  readonly share: number
}

export interface CpuProfiler {
  /** The functions that used the most time, the greatest shares first. Ends early when the signal fires. */
  profile(seconds: number, signal: AbortSignal): Promise<readonly ProfiledFunction[]>
}

const SAMPLE_MICROSECONDS = 1000
const MAX_FUNCTIONS = 40
const MS_PER_SECOND = 1000
/** Of the program: paths are shown from here. */
const ROOT = new URL('../../../', import.meta.url).href

const profileRunning = () =>
  new LogyardError('overloaded', 'cpu-profile-running', 'A profile is being recorded already. Try again after it.')

export function createCpuProfiler(clock: Clock): CpuProfiler {
  let isRunning = false
  return {
    async profile(seconds, signal) {
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
        return topFunctions(profile)
      } finally {
        session.disconnect()
        isRunning = false
      }
    },
  }
}

function topFunctions({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly ProfiledFunction[] {
  const calls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, { readonly name: string; readonly place: string; time: number }>()
  let total = 0
  for (const [at, id] of samples.entries()) {
    const frame = calls.get(id)
    const time = timeDeltas[at] ?? 0
    if (frame === undefined || time <= 0) continue
    const name = frame.functionName === '' ? '(anonymous)' : frame.functionName
    const place = frame.url === '' ? '' : `${frame.url.replace(ROOT, '')}:${frame.lineNumber + 1}`
    const key = `${name} ${place}`
    const known = times.get(key) ?? { name, place, time: 0 }
    known.time += time
    times.set(key, known)
    total += time
  }
  return [...times.values()]
    .sort((a, b) => b.time - a.time)
    .slice(0, MAX_FUNCTIONS)
    .map(({ name, place, time }) => ({ name, place, share: time / total }))
}
