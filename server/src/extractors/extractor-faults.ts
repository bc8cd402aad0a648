/** The notification about extractors that are skipped because they took too long. It names one of them at a time. */
import type { Notifications } from '../notices/notifications.ts'

export interface ExcludedExtractor {
  readonly id: string
  readonly title: string
  readonly inputId: string
  readonly faults: number
}

const NOTIFICATION = 'extractor_processing_disabled'

/** Skipped extractors run again after a restart, so a notification of an earlier run is removed. */
export async function createExtractorFaults(notifications: Notifications) {
  await notifications.remove(NOTIFICATION)
  const excluded = new Map<string, ExcludedExtractor>()

  async function raise({ id, title, inputId, faults }: ExcludedExtractor): Promise<void> {
    await notifications.raise(NOTIFICATION, 'urgent', {
      extractor_id: id,
      extractor_title: title,
      input_id: inputId,
      fault_count: faults,
    })
  }

  return {
    async warn(extractor: ExcludedExtractor) {
      excluded.set(extractor.id, extractor)
      await raise(extractor)
    },
    /** The extractor was changed or deleted. */
    async forget(extractorId: string) {
      if (!excluded.delete(extractorId)) return
      await notifications.remove(NOTIFICATION)
      const [next] = excluded.values()
      if (next !== undefined) await raise(next)
    },
  }
}
