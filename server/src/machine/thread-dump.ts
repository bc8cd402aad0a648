import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

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

/** The activity of this process's threads, as text. Blocks the process for some milliseconds. */
export function createThreadDump(): string {
  // Resolving the names of all peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report: unknown = process.report.getReport()
  if (!Value.Check(Report, report)) throw new Error('the diagnostic report of the runtime has another shape')
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
  ].join('\n')
}

const framesOf = ({ javascriptStack }: Pick<Report, 'javascriptStack'>): readonly string[] =>
  (javascriptStack?.stack ?? []).map((frame) => `    ${frame.trim()}`)
