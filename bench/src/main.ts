/**
 * `npm run bench` prints what was measured here and now; `npm run bench -- engine http` only those parts;
 * `--long` takes its time.
 */
import { cpus } from 'node:os'

type Print = (line: string) => void

interface Options {
  /** What takes a minute is measured for that minute, and not for ten seconds of it. */
  readonly long: boolean
}

const LONG = '--long'

const parts: Readonly<Record<string, (print: Print, options: Options) => Promise<void>>> = {
  start: async (print) => (await import('./start-bench.ts')).benchStart(print),
  http: async (print) => (await import('./http-bench.ts')).benchHttp(print),
  codecs: async (print) => (await import('./codec-bench.ts')).benchCodecs(print),
  ingest: async (print, options) => (await import('./ingest-bench.ts')).benchIngest(print, options),
  engine: async (print) => (await import('./engine-bench.ts')).benchEngine(print),
  processing: async (print) => (await import('./processing-bench.ts')).benchProcessing(print),
  console: async (print) => (await import('./console-bench.ts')).benchConsole(print),
}

export async function bench(args: readonly string[]): Promise<void> {
  const chosen = args.filter((arg) => arg !== LONG)
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(parts).join(', ')}`)
  const [cpu] = cpus()
  console.log(`${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.version}`)
  for (const [name, run] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n${name}`)
    await run((line) => console.log(`  ${line}`), { long: args.includes(LONG) })
  }
}
