/** Wires everything that reads messages without a stored search: the legacy search, exports, single messages, live tails. */

import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import { numberFieldsOf } from '@logyard/languages/query-sql/number-fields'
import type { FastifyInstance } from 'fastify'
import type { ClusterConfigDocument } from '../cluster-config/config-registry.ts'
import { createCodecs } from '../ingest/inputs/codecs.ts'
import { createMissedMessages } from '../live/missed-messages.ts'
import { tailRoutes } from '../live/tail-routes.ts'
import type { Decoration } from '../search/decorators/decorate-messages.ts'
import type { Decorators } from '../search/decorators/decorator-service.ts'
import { createDownloads } from '../search/export/downloads.ts'
import { exportRoutes } from '../search/export/export-routes.ts'
import { createMessageExports } from '../search/export/message-exports.ts'
import { frozenLinkRoutes } from '../search/frozen/frozen-link-routes.ts'
import { createFrozenLinks } from '../search/frozen/frozen-links.ts'
import { createFrozenMessages } from '../search/frozen/frozen-messages.ts'
import { insightRoutes } from '../search/insights/insight-routes.ts'
import { createMessageContext } from '../search/insights/message-context.ts'
import type { MessageSelections } from '../search/insights/message-selections.ts'
import { universalRoutes } from '../search/legacy/universal-routes.ts'
import { createUniversalSearch } from '../search/legacy/universal-search.ts'
import { createHighlight } from '../search/messages/highlight.ts'
import { messageRoutes } from '../search/messages/message-routes.ts'
import { createParseMessage } from '../search/messages/parse-message.ts'
import { createGetMessage } from '../search/messages/stored-message.ts'
import { createQueryTexts } from '../search/plan/query-texts.ts'
import { naturalDateRoutes } from '../search/ranges/natural-date-routes.ts'
import type { SearchFlowDeps } from './search-deps.ts'
import type { SearchExecution } from './search-execution.ts'

interface MessageReadingParts extends SearchExecution {
  readonly decorators: Decorators
  readonly decoration: Decoration
  readonly selections: MessageSelections
  readonly configs: ClusterConfigDocument<SearchesConfig>
}

export function messageReadingRoutes(api: FastifyInstance, deps: SearchFlowDeps, parts: MessageReadingParts): void {
  const { engine, memory, access, selections, decoration } = parts
  const { indices, clock, ids } = deps
  const { schema } = deps.fields
  const allowLeadingWildcard = deps.config.LOGYARD_LEADING_WILDCARDS
  const universal = createUniversalSearch({ ...deps, ...parts, allowLeadingWildcard })
  universalRoutes(api, { universal, engine, memory, decoration, clock })
  exportRoutes(api, {
    exports: createMessageExports({ searches: parts.searches, selections }),
    downloads: createDownloads({ clock, nodeTags: deps.nodeTags, progressPoll: parts.progressPoll }),
    nodeTags: deps.nodeTags,
    decoration,
    engine,
    clock,
  })
  messageRoutes(api, {
    getMessage: createGetMessage({ engine, access, schema, indices, clock }),
    parseMessage: createParseMessage({ codecs: Object.values(createCodecs({ clock })), clock, ids }),
    indices,
  })
  naturalDateRoutes(api, clock)
  insightRoutes(api, { selections, context: createMessageContext({ engine, access, schema, clock }), engine, clock })
  liveTailRoutes(api, deps, parts)
  frozenLinkRoutes(
    api,
    createFrozenLinks({
      ...deps,
      selections,
      access,
      systemMessages: deps.cluster.messages,
      messages: createFrozenMessages({ engine, access, schema, clock }),
    }),
  )
}

function liveTailRoutes(api: FastifyInstance, deps: SearchFlowDeps, { engine, access }: MessageReadingParts): void {
  const { config, tails, settled, clock } = deps
  const texts = createQueryTexts(config.LOGYARD_LEADING_WILDCARDS)
  const missed = createMissedMessages({
    engine,
    schema: deps.fields.schema,
    clock,
    ...(config.LOGYARD_HIGHLIGHTING ? { highlight: createHighlight(deps.boundedRuns) } : {}),
  })
  const numberFields = async (query: string) => numberFieldsOf(await texts.parse(query), await deps.fields.types())
  tailRoutes(api, {
    ...deps,
    accessWatch: deps.identity.accessWatch,
    tails,
    settled,
    missed,
    access,
    numberFields,
    clock,
  })
}
