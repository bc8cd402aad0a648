import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { insertTemplates } from '../../store/messages/insert-templates.ts'
import type { BlockResult } from '../blocks/block-result.ts'
import type { NewTemplate } from '../blocks/known-templates.ts'
import type { RetryForever } from './retry-forever.ts'

/** Texts that have nothing in common make one template each. */
const MAX_INSERTED = 500
/** As many as a thread knows: it reports templates beyond these again. */
const MAX_WAITING = 50_000
const MAX_KNOWN = 100_000

/** Stores the templates of messages, each once. */
export function createTemplateStore(deps: {
  readonly engine: Engine
  readonly clock: Clock
  readonly retry: RetryForever
}) {
  const { engine, clock, retry } = deps
  const known = createBoundedMap<string, true>(MAX_KNOWN)
  const waiting: NewTemplate[] = []

  function addNew(results: readonly BlockResult[]): void {
    for (const template of results.flatMap(({ newTemplates }) => newTemplates)) {
      if (known.get(template.hash) || waiting.length >= MAX_WAITING) continue
      known.set(template.hash, true)
      waiting.push(template)
    }
  }

  return {
    /** Stores at least the first batch of new templates; the rest may be left to the next call if `hasNext()`. */
    async store(results: readonly BlockResult[], hasNext: () => boolean, signal: AbortSignal) {
      addNew(results)
      while (waiting.length > 0) {
        const templates = waiting.splice(0, MAX_INSERTED)
        const insert = async () => {
          await engine.ready(signal)
          await engine.stores.change(({ client }) => insertTemplates(client, templates, clock.now(), signal))
        }
        await retry('templates could not be stored and are tried again', insert, signal)
        if (hasNext()) return
      }
    },
  }
}
