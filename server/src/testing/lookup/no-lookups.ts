import type { LookupRegistry } from '../../lookup/live/lookup-registry.ts'
import { createLookupThreads } from '../../lookup/live/lookup-threads.ts'

/** Registry for threads of processing without lookup tables. */
export function noLookups(): Pick<LookupRegistry, 'connect'> {
  const threads = createLookupThreads({ received: () => undefined, ended: () => undefined })
  return { connect: () => threads.connect([]) }
}
