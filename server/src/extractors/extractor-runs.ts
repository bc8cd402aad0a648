/** What processing reports about the extractors that it runs. */
import type { Notifications } from '../notices/notifications.ts'
import type { Log } from '../platform/log.ts'
import { createExtractorFaults } from './extractor-faults.ts'
import type { ExtractorMeasures } from './extractor-metrics.ts'
import type { StoredExtractor } from './extractor-store.ts'
import type { ExtractorOfInput } from './published-extractors.ts'
import type { RunFigures } from './run-figures.ts'

export interface ExtractorRuns {
  /** A block of messages was processed. Figures by extractor id. */
  ran(figures: ReadonlyMap<string, RunFigures>): void
  /** An extractor took too long on one message, which went on without it. */
  timedOut(id: string): void
  /** Processing skips the extractor, because it took too long `faults` times. Never rejects. */
  excluded(id: string, faults: number): Promise<void>
  /** The extractor was deleted, or replaced by another revision. Never rejects. */
  removed(extractor: StoredExtractor): Promise<void>
}

export interface ExtractorRunsDeps {
  readonly notifications: Notifications
  readonly measures: ExtractorMeasures
  readonly find: (id: string) => ExtractorOfInput | undefined
  readonly log: Log
}

export async function createExtractorRuns(deps: ExtractorRunsDeps): Promise<ExtractorRuns> {
  const { measures, find, log } = deps
  const faults = await createExtractorFaults(deps.notifications)

  return {
    ran(figuresById) {
      for (const [id, figures] of figuresById) {
        const extractor = find(id)?.extractor
        // Figures of an earlier revision must not be added to the counters of the current one.
        if (extractor !== undefined && extractor.revision === figures.revision) measures.add(extractor, figures)
      }
    },
    timedOut(id) {
      const extractor = find(id)?.extractor
      if (extractor !== undefined) measures.addException(extractor)
    },
    async excluded(id, count) {
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
    async removed(extractor) {
      measures.remove(extractor)
      try {
        await faults.forget(extractor.id)
      } catch (error) {
        log.error({ err: error, extractorId: extractor.id }, 'notification of a slow extractor not removed')
      }
    },
  }
}
