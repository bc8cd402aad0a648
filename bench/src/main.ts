/**
 * `npm run bench` prints figures of this machine; `npm run bench -- engine http` runs only these parts.
 * `--long` measures longer. Search data: `--quick` uses a tenth of the messages, `--fresh` generates them again.
 * Only when they are named: `endurance --minutes=60`; `peer --documents=1000000 --batch=2000 --fields=200`, with `--alone`
 * without the other product; `scale --documents=100000000 --seconds=600`; `copy`.
 */
import { cpus } from 'node:os'
import type { SearchOptions } from './search-bench.ts'

type Print = (line: string) => void

interface Options extends SearchOptions {
  /** Measures throughput for a full minute instead of ten seconds. */
  readonly long: boolean
  /** How long the endurance run takes. */
  readonly minutes: number
  /** Documents of `peer` and `scale`; each has its own default. */
  readonly documents: number | undefined
  /** Documents per request of `peer` and `scale`. */
  readonly batch: number
  /** Fields of all documents of `peer` and `scale` together. */
  readonly fields: number
  /** How long `scale` sends at a bounded rate. */
  readonly seconds: number
  /** `peer` measures Logyard only. */
  readonly isAlone: boolean
}

const LONG = '--long'
const QUICK = '--quick'
const FRESH = '--fresh'
const ALONE = '--alone'
const FLAGS = [LONG, QUICK, FRESH, ALONE]
const MINUTES = '--minutes='
const DOCUMENTS = '--documents='
const BATCH = '--batch='
const FIELDS = '--fields='
const SECONDS = '--seconds='
const NUMBERS = [MINUTES, DOCUMENTS, BATCH, FIELDS, SECONDS]
const DEFAULT_MINUTES = 60
const DEFAULT_BATCH = 2000
const DEFAULT_FIELDS = 12
const DEFAULT_SECONDS = 600
const PEER_DOCUMENTS = 1_000_000
const SCALE_DOCUMENTS = 100_000_000
/** They take long or need another program, so they are no part of a run of all benchmarks. */
const ONLY_IF_NAMED = ['endurance', 'peer', 'scale', 'copy']

const parts: Readonly<Record<string, (print: Print, options: Options) => Promise<void>>> = {
  start: async (print) => (await import('./start-bench.ts')).benchStart(print),
  http: async (print) => (await import('./http-bench.ts')).benchHttp(print),
  codecs: async (print) => (await import('./codec-bench.ts')).benchCodecs(print),
  ingest: async (print, options) => (await import('./ingest-bench.ts')).benchIngest(print, options),
  cluster: async (print) => (await import('./cluster-bench.ts')).benchCluster(print),
  alerts: async (print) => (await import('./alert-bench.ts')).benchAlerts(print),
  engine: async (print) => (await import('./engine-bench.ts')).benchEngine(print),
  extractors: async (print) => (await import('./extractor-bench.ts')).benchExtractors(print),
  pipelines: async (print) => (await import('./pipeline-bench.ts')).benchPipelines(print),
  processing: async (print) => (await import('./processing-bench.ts')).benchProcessing(print),
  functions: async (print) => (await import('./function-bench.ts')).benchFunctions(print),
  grok: async (print) => (await import('./grok-bench.ts')).benchGrok(print),
  search: async (print, options) => (await import('./search-bench.ts')).benchSearch(print, options),
  prices: async (print, options) => (await import('./price-bench.ts')).benchPrices(print, options),
  dashboards: async (print, options) => (await import('./dashboard-bench.ts')).benchDashboards(print, options),
  explain: async (print, options) => (await import('./explain-bench.ts')).benchExplain(print, options),
  'pattern-fields': async (print, options) =>
    (await import('./pattern-fields-bench.ts')).benchPatternFields(print, options),
  sidecars: async (print) => (await import('./sidecar-bench.ts')).benchSidecars(print),
  'sidecar-lists': async (print) => (await import('./sidecar-list-bench.ts')).benchSidecarLists(print),
  events: async (print, options) => (await import('./event-bench.ts')).benchEvents(print, options),
  endurance: async (print, { minutes }) => (await import('./endurance-bench.ts')).benchEndurance(print, minutes),
  peer: async (print, options) => {
    const { documents = PEER_DOCUMENTS } = options
    const program = process.env['VICTORIA_LOGS']
    await (await import('./peer/peer-bench.ts')).benchPeer(print, { ...options, documents, program })
  },
  scale: async (print, options) => {
    const { documents = SCALE_DOCUMENTS } = options
    await (await import('./peer/scale-bench.ts')).benchScale(print, { ...options, documents })
  },
  copy: async (print, options) => (await import('./copy-bench.ts')).benchCopy(print, options),
  console: async (print) => (await import('./console-bench.ts')).benchConsole(print),
}

export async function bench(args: readonly string[]): Promise<void> {
  const chosen = args.filter((arg) => !FLAGS.includes(arg) && !NUMBERS.some((name) => arg.startsWith(name)))
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(parts).join(', ')}`)
  const [cpu] = cpus()
  console.log(`${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.version}`)
  for (const [name, run] of Object.entries(parts)) {
    if (!(chosen.length > 0 ? chosen.includes(name) : !ONLY_IF_NAMED.includes(name))) continue
    console.log(`\n${name}`)
    await run((line) => console.log(`  ${line}`), {
      long: args.includes(LONG),
      minutes: numberOf(args, MINUTES) ?? DEFAULT_MINUTES,
      documents: numberOf(args, DOCUMENTS),
      batch: numberOf(args, BATCH) ?? DEFAULT_BATCH,
      fields: numberOf(args, FIELDS) ?? DEFAULT_FIELDS,
      seconds: numberOf(args, SECONDS) ?? DEFAULT_SECONDS,
      isAlone: args.includes(ALONE),
      isQuick: args.includes(QUICK),
      isFresh: args.includes(FRESH),
    })
  }
}

function numberOf(args: readonly string[], name: string): number | undefined {
  const text = args.find((arg) => arg.startsWith(name))?.slice(name.length)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value >= 1)) throw new Error(`${name} needs a number of at least 1`)
  return value
}
