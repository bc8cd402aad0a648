/** What processing reports about the extractors that it runs. */
import type { Notifications } from '../notices/notifications.ts'
import type { Log } from '../platform/log.ts'
import { createExtractorFaults } from './extractor-faults.ts'
import type { ExtractorMeasures } from './extractor-metrics.ts'
import type { StoredExtractor } from './extractor-store.ts'
import type { ExtractorOfInput } from './published-extractors.ts'
import type { RunFigures } from './run-figures.ts'

export type ExtractorRuns = Awaited<ReturnType<typeof createExtractorRuns>>

export async function createExtractorRuns(deps: {
  readonly notifications: Notifications
  readonly measures: ExtractorMeasures
  readonly find: (id: string) => ExtractorOfInput | undefined
  readonly log: Log
}) {
  const { measures, find, log } = deps
  const faults = await createExtractorFaults(deps.notifications)

  return {
    /** A block of messages was processed. Figures by extractor id. */
    ran(figuresById: ReadonlyMap<string, RunFigures>) {
      for (const [id, figures] of figuresById) {
        const extractor = find(id)?.extractor
        // Figures of an earlier revision must not be added to the counters of the current one.
        if (extractor !== undefined && extractor.revision === figures.revision) measures.add(extractor, figures)
      }
    },
    /** An extractor took too long on one message, which went on without it. */
    timedOut(id: string) {
      const extractor = find(id)?.extractor
      if (extractor !== undefined) measures.addException(extractor)
    },
    /** Processing skips the extractor, because it took too long `faults` times. Never rejects. */
    async excluded(id: string, count: number) {
      try {
        const found = find(id)
        if (found === undefined) return
        const { inputId, extractor } = found
        log.warn({ inputId, extractorId: id, faults: count }, 'extractor skipped, it is too slow')
        await faults.warn({ id, title: extractor.title, inputId, faults: count })
      } catch (error) {
        log.error({ err: error, extractorId: id }, 'notification of a slow extractor not raised')
      }
    },
    /** The extractor was deleted, or replaced by another revision. Never rejects. */
    async removed(extractor: StoredExtractor) {
      measures.remove(extractor)
      try {
        await faults.forget(extractor.id)
      } catch (error) {
        log.error({ err: error, extractorId: extractor.id }, 'notification of a slow extractor not removed')
      }
    },
  }
}
