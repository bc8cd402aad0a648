/** Loads a product with documents, and measures what that takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf, processorMs, watchPeaks } from '../process-figures.ts'
import { rangeOf } from './peer-documents.ts'
import type { PeerProduct } from './peer-product.ts'
import { startSending } from './start-sending.ts'
import { whenIdle } from './when-idle.ts'

export interface LoadOptions {
  readonly documents: number
  /** Documents per request. */
  readonly batch: number
  /** Fields of all documents together. */
  readonly fields: number
}

export interface LoadFigures {
  /** Documents per second, from the first request until a search finds all documents. */
  readonly perSecond: number
  /** Processor time per document and process, oldest process first, until the product is idle again. */
  readonly processorUs: readonly number[]
  readonly peaks: { readonly residentMb: number; readonly anonymousMb: number }
  /** Stored bytes per document, after merging. */
  readonly bytes: number
  /** Requests that had to be sent again. */
  readonly refused: number
}

const CONNECTIONS = 2
const POLL_MS = 50
/** After this long without progress, the load has failed. */
const QUIET_MS = 120_000

export async function loadProduct(
  product: PeerProduct,
  { documents, batch, fields }: LoadOptions,
): Promise<LoadFigures> {
  const { pid, bulkUrl } = product
  using sender = await startSending({ url: bulkUrl, from: 0, documents, batch, fields, connections: CONNECTIONS })
  await whenIdle(pid)
  using memory = watchPeaks(pid)
  const used = () => processesOf(pid).map(processorMs)
  const before = used()
  const { startedAtMs, refused } = await sender.run()
  await whenFound(product, documents)
  const foundAtMs = performance.timeOrigin + performance.now()
  await whenIdle(pid)
  const processorUs = used().map((ms, place) => (1000 * (ms - (before[place] ?? 0))) / documents)
  const peaks = memory.peaks()
  const perSecond = (1000 * documents) / (foundAtMs - startedAtMs)
  return { perSecond, processorUs, peaks, refused, bytes: (await product.mergedBytes()) / documents }
}

/** Resolves once a search finds all documents. */
export async function whenFound(
  { name, count }: Pick<PeerProduct, 'name' | 'count'>,
  documents: number,
): Promise<void> {
  let last = -1
  let atMs = performance.now()
  while (true) {
    const found = await count(rangeOf(documents))
    if (found === documents) return
    if (found > documents || performance.now() - atMs > QUIET_MS) {
      throw new Error(`${name} has ${found} documents, ${documents} were sent`)
    }
    if (found !== last) [last, atMs] = [found, performance.now()]
    await sleep(POLL_MS)
  }
}
