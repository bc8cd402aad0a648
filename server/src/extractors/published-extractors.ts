/** The extractors as processing runs them: published after every change, also after those of other nodes. */

import { createListeners } from '../platform/listeners.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { definitionOf } from './definition-of.ts'
import type { ExtractorDefinition } from './extraction/extractor-definition.ts'
import { extractorCollection, type StoredExtractor, type StoredExtractors } from './extractor-store.ts'

/** An extractor as threads run it: plain data. */
export interface RunningExtractor extends ExtractorDefinition {
  readonly revision: string
}

/** Extractors by input id, in the order in which they run. */
export type ExtractorSettings = ReadonlyMap<string, readonly RunningExtractor[]>

export interface ExtractorOfInput {
  readonly inputId: string
  readonly extractor: StoredExtractor
}

export type PublishedExtractors = Awaited<ReturnType<typeof publishExtractors>>

export async function publishExtractors({
  settings,
  replica,
  onRemoved,
}: {
  readonly settings: SettingsStore
  readonly replica: Replica<StoredExtractors>
  /** The extractor was deleted, or replaced by another revision. */
  readonly onRemoved: (extractor: StoredExtractor) => Promise<void>
}) {
  let current: ExtractorSettings = new Map()
  let known: ReadonlyMap<string, ExtractorOfInput> = new Map()
  let publishedGeneration = -1
  const listeners = createListeners<[]>()

  /** Brings committed changes into effect; listeners have been called when it resolves. */
  async function publish(): Promise<void> {
    await replica.fresh()
    if (replica.generation() === publishedGeneration) return
    publishedGeneration = replica.generation()
    const stored = replica.list()
    const before = known
    known = new Map(
      stored.flatMap(({ id: inputId, extractors }) =>
        extractors.map((extractor) => [extractor.id, { inputId, extractor }] as const),
      ),
    )
    for (const [id, { extractor }] of before)
      if (known.get(id)?.extractor.revision !== extractor.revision) void onRemoved(extractor)
    current = new Map(stored.map(({ id, extractors }) => [id, inOrder(extractors).map(runningExtractor)]))
    listeners.notify()
  }

  const subscription = settings.onChange(extractorCollection.name, publish)
  try {
    await publish()
  } catch (error) {
    subscription[Symbol.dispose]()
    throw error
  }
  return {
    /** As of the last change. */
    current: () => current,
    find: (id: string) => known.get(id),
    publish,
    onChange: listeners.add,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

/** Those of equal order stay in the order in which they are stored. */
const inOrder = (extractors: readonly StoredExtractor[]) => extractors.toSorted((a, b) => a.order - b.order)

const runningExtractor = (stored: StoredExtractor): RunningExtractor => ({
  ...definitionOf(stored),
  revision: stored.revision,
})
