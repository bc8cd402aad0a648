import { createAgents } from '../agents/agents.ts'
import { createNodeTags } from '../cluster/node-tags.ts'
import { createOtherNodeIds } from '../cluster/other-node-ids.ts'
import { callerLookups } from '../lookup/caller-lookups.ts'
import { VERSION } from '../machine/version.ts'
import { openSidecars } from '../sidecars/sidecars.ts'
import { createAdministration } from './administration.ts'
import type { Foundation, WiredFlow } from './area.ts'
import { createContentPackFlow } from './content-packs.ts'
import { createEvents } from './events.ts'
import { createExtractorTries } from './extractor-tries.ts'
import { createIngest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'
import {
  createPipelineTries,
  lookupTableDecoratorFor,
  pipelineDecoratorFor,
  pipelineRunnerFor,
} from './pipeline-tries.ts'
import { createProcessingFlow } from './processing.ts'
import { createSearch } from './search.ts'
import type { Startup } from './startup.ts'

/** Starts all flows. They are in the order in which they open: inputs accept messages once everything else runs. */
export async function startFlows(
  startup: Startup,
  foundation: Foundation,
  consolePath: string,
): Promise<readonly WiredFlow[]> {
  const ingest = await startup.start('ingest', () => createIngest(foundation))
  const processing = await startup.start('processing', () => createProcessingFlow({ ...foundation, ingest }))
  const { streams, indices } = ingest
  const { fields, settled } = processing
  const runner = pipelineRunnerFor(foundation, ingest)
  const decoratorTypes = [lookupTableDecoratorFor(foundation), pipelineDecoratorFor(foundation, ingest, runner)]
  const otherNodes = createOtherNodeIds({ nodes: foundation.cluster.nodes, clock: foundation.clock })
  const search = await startup.start('search', () =>
    createSearch({
      ...foundation,
      streams,
      indices,
      fields,
      settled,
      decoratorTypes,
      nodeTags: createNodeTags({ ...foundation, otherNodes }),
      peers: foundation.cluster.peers,
      otherNodes,
      lookUpFor: (caller) => callerLookups(foundation.lookups, caller).values,
      lookupTables: (caller) => callerLookups(foundation.lookups, caller).table,
      grokPatterns: foundation.grok.definitions,
    }),
  )
  const events = await startup.start('events', () => createEvents({ ...foundation, ingest, processing, search }))
  const administration = await startup.start('administration', () =>
    createAdministration({
      ...foundation,
      ingest,
      processing,
      search,
      consolePath,
      serviceStartsMs: () => startup.durationsMs,
    }),
  )
  const sidecars = await startup.start('sidecars', () => openSidecars(loggingAs('sidecars', foundation)))
  const contentPacks = createContentPackFlow({ ...foundation, ingest, processing, search, events, sidecars })
  return [
    administration,
    sidecars,
    processing,
    search,
    events,
    contentPacks,
    createExtractorTries(foundation, ingest, search),
    createPipelineTries(foundation, ingest, search, runner),
    createAgents({ ...loggingAs('agents', foundation), version: VERSION }),
    ingest,
  ]
}
