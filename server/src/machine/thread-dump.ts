/** The activity of the threads of this process, as text for people. */
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import { createCpuProfiler, type ProfiledFunction } from './cpu-profile.ts'
import { readThreadTimes, type ThreadTime } from './thread-times.ts'

export type ThreadDumps = ReturnType<typeof createThreadDumps>

const stack = {
  javascriptStack: Type.Optional(Type.Object({ stack: Type.Optional(Type.Array(Type.String())) })),
}
/** The parts of a diagnostic report about the process's activity, without its environment and arguments. */
const Report = Type.Object({
  ...stack,
  nativeStack: Type.Optional(Type.Array(Type.Object({ symbol: Type.String() }))),
  libuv: Type.Optional(Type.Array(Type.Object({ type: Type.String(), is_active: Type.Optional(Type.Boolean()) }))),
  workers: Type.Optional(Type.Array(Type.Object({ ...stack, header: Type.Object({ threadId: Type.Number() }) }))),
})
type Report = Static<typeof Report>

/** Long enough to show a delay, and hardly noticed by a person who waits. */
const DELAY_MS = 200
const RESOLUTION_MS = 5

export function createThreadDumps(clock: Clock) {
  const profiler = createCpuProfiler(clock)
  return {
    /** Dump with a profile of the main thread over that time, if it is greater than 0. */
    async take(profileSeconds: number, signal: AbortSignal) {
      const before = performance.eventLoopUtilization()
      const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      delay.enable()
      try {
        if (profileSeconds === 0) await clock.sleep(DELAY_MS, signal)
        const profiled = profileSeconds === 0 ? undefined : await profiler.profile(profileSeconds, signal)
        const used = performance.eventLoopUtilization(before)
        const loop = loopLines(used, { meanNs: delay.mean, longestNs: delay.max })
        const profile = profiled === undefined ? [] : profileLines(profiled, profileSeconds)
        return [...loop, ...threadLines(await readThreadTimes()), ...profile, ...stackLines(readReport())].join('\n')
      } finally {
        delay.disable()
      }
    },
  }
}

const NS_PER_MS = 1e6
/** The monitor measures the time from one of its timers to the next. */
const lateness = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS).toFixed(1)

function loopLines(
  { active, idle, utilization }: EventLoopUtilization,
  { meanNs, longestNs }: { readonly meanNs: number; readonly longestNs: number },
): readonly string[] {
  return [
    `Event loop of the main thread over ${((active + idle) / 1000).toFixed(1)} s`,
    `    ${percent(utilization)} busy`,
    `    timers ${lateness(meanNs)} ms late in the mean, at most ${lateness(longestNs)} ms`,
    '',
  ]
}

const threadLines = (times: readonly ThreadTime[]): readonly string[] =>
  times.length === 0
    ? []
    : [
        'Threads by processor time since the start',
        ...times.map(({ id, name, cpuSeconds }) => `${cpuSeconds.toFixed(2).padStart(12)} s  ${name} (${id})`),
        '',
      ]

const profileLines = (functions: readonly ProfiledFunction[], seconds: number): readonly string[] => [
  `CPU profile of the main thread over ${seconds} s: functions by their own time`,
  ...functions.map(({ name, place, share }) => `${percent(share).padStart(12)}  ${name}${place && ` ${place}`}`),
  '',
]

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Blocks the process for some milliseconds. */
function readReport(): Report {
  // Resolving the names of all peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report: unknown = process.report.getReport()
  if (!Value.Check(Report, report)) throw new Error('the diagnostic report of the runtime has another shape')
  return report
}

function stackLines(report: Report): readonly string[] {
  const active = (report.libuv ?? []).filter((handle) => handle.is_active !== false)
  const counted = Object.entries(Object.groupBy(active, (handle) => handle.type))
  return [
    '"main" event loop',
    ...framesOf(report),
    '',
    '"main" native frames',
    ...(report.nativeStack ?? []).map((frame) => `    ${frame.symbol}`),
    '',
    'Active handles',
    ...counted.map(([type, handles]) => `    ${handles?.length ?? 0} x ${type}`),
    '',
    ...(report.workers ?? []).flatMap((worker) => [`"worker ${worker.header.threadId}"`, ...framesOf(worker), '']),
  ]
}

const framesOf = ({ javascriptStack }: Pick<Report, 'javascriptStack'>): readonly string[] =>
  (javascriptStack?.stack ?? []).map((frame) => `    ${frame.trim()}`)
