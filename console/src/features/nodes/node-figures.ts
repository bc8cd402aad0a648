/** The metrics that the node pages show. */
import { figureOf, type LiveMetrics, useLiveMetrics } from '../../cluster/live-metrics.ts'
import { ratesOf, THROUGHPUT } from '../../cluster/use-throughput.ts'

const NAMES = {
  appended: 'org.graylog2.journal.append.1-sec-rate',
  read: 'org.graylog2.journal.read.1-sec-rate',
  segments: 'org.graylog2.journal.segments',
  unprocessed: 'org.graylog2.journal.entries-uncommitted',
  journalSize: 'org.graylog2.journal.size',
  journalLimit: 'org.graylog2.journal.size-limit',
  inputBuffer: 'org.graylog2.buffers.input.usage',
  inputBufferSize: 'org.graylog2.buffers.input.size',
  processBuffer: 'org.graylog2.buffers.process.usage',
  processBufferSize: 'org.graylog2.buffers.process.size',
  outputBuffer: 'org.graylog2.buffers.output.usage',
  outputBufferSize: 'org.graylog2.buffers.output.size',
  heapUsed: 'jvm.memory.heap.used',
  heapCommitted: 'jvm.memory.heap.committed',
  heapMax: 'jvm.memory.heap.max',
} as const

type FigureName = keyof typeof NAMES
/** A figure is missing if the node does not measure it, or the user may not read it. */
export type NodeFigures = Readonly<Partial<Record<FigureName | 'input' | 'output', number>>>

const ALL = [...Object.values(NAMES), ...Object.values(THROUGHPUT)]

export const useNodeMetrics = (): LiveMetrics | undefined => useLiveMetrics(ALL)

export function figuresOfNode(live: LiveMetrics, nodeId: string): NodeFigures {
  const node = live.get(nodeId)
  const known = Object.entries(NAMES).map(([key, name]) => [key, figureOf(node?.get(name))] as const)
  const rates = node === undefined || node === null ? undefined : ratesOf([node])
  return { ...Object.fromEntries(known.filter(([, figure]) => figure !== undefined)), ...rates }
}
