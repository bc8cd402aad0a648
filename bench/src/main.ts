/**
 * `npm run bench` prints figures of this machine; `npm run bench -- engine http` runs only these parts.
 * `--long` measures longer. `endurance --minutes=60` runs only when it is named. Search data: `--quick` uses a tenth of the messages, `--fresh` generates them again.
 */
import { cpus } from 'node:os'
import type { SearchOptions } from './search-bench.ts'

type Print = (line: string) => void

interface Options extends SearchOptions {
  /** Measures throughput for a full minute instead of ten seconds. */
  readonly long: boolean
  /** How long the endurance run takes. */
  readonly minutes: number
}

const LONG = '--long'
const QUICK = '--quick'
const FRESH = '--fresh'
const FLAGS = [LONG, QUICK, FRESH]
const MINUTES = '--minutes='
const DEFAULT_MINUTES = 60
/** Takes an hour, so it is no part of a run of all benchmarks. */
const ONLY_IF_NAMED = 'endurance'

const parts: Readonly<Record<string, (print: Print, options: Options) => Promise<void>>> = {
  start: async (print) => (await import('./start-bench.ts')).benchStart(print),
  http: async (print) => (await import('./http-bench.ts')).benchHttp(print),
  codecs: async (print) => (await import('./codec-bench.ts')).benchCodecs(print),
  ingest: async (print, options) => (await import('./ingest-bench.ts')).benchIngest(print, options),
  engine: async (print) => (await import('./engine-bench.ts')).benchEngine(print),
  extractors: async (print) => (await import('./extractor-bench.ts')).benchExtractors(print),
  pipelines: async (print) => (await import('./pipeline-bench.ts')).benchPipelines(print),
  processing: async (print) => (await import('./processing-bench.ts')).benchProcessing(print),
  functions: async (print) => (await import('./function-bench.ts')).benchFunctions(print),
  grok: async (print) => (await import('./grok-bench.ts')).benchGrok(print),
  search: async (print, options) => (await import('./search-bench.ts')).benchSearch(print, options),
  dashboards: async (print, options) => (await import('./dashboard-bench.ts')).benchDashboards(print, options),
  sidecars: async (print) => (await import('./sidecar-bench.ts')).benchSidecars(print),
  'sidecar-lists': async (print) => (await import('./sidecar-list-bench.ts')).benchSidecarLists(print),
  events: async (print, options) => (await import('./event-bench.ts')).benchEvents(print, options),
  endurance: async (print, { minutes }) => (await import('./endurance-bench.ts')).benchEndurance(print, minutes),
  console: async (print) => (await import('./console-bench.ts')).benchConsole(print),
}

export async function bench(args: readonly string[]): Promise<void> {
  const chosen = args.filter((arg) => !FLAGS.includes(arg) && !arg.startsWith(MINUTES))
  const minutes = Number(args.find((arg) => arg.startsWith(MINUTES))?.slice(MINUTES.length) ?? DEFAULT_MINUTES)
  if (!(minutes >= 1)) throw new Error(`${MINUTES} needs a number of at least 1`)
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(parts).join(', ')}`)
  const [cpu] = cpus()
  console.log(`${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.version}`)
  for (const [name, run] of Object.entries(parts)) {
    if (!(chosen.length > 0 ? chosen.includes(name) : name !== ONLY_IF_NAMED)) continue
    console.log(`\n${name}`)
    await run((line) => console.log(`  ${line}`), {
      long: args.includes(LONG),
      minutes,
      isQuick: args.includes(QUICK),
      isFresh: args.includes(FRESH),
    })
  }
}
