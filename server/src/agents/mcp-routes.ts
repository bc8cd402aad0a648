/** Serves the agents' door. Each message is answered without a session, so any node can answer it. */
import { callMcp } from '@logyard/contract/agents/mcp'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createAgentBudgets } from './agent-budgets.ts'
import type { Masks } from './masking/masks.ts'
import type { AgentSession } from './mcp-server.ts'
import { createOperationClient } from './operation-client.ts'
import { searchLink } from './search-link.ts'

export interface AgentRoutesDeps {
  readonly version: string
  /** The address of the API without a slash at the end: a path, or a URL when the settings name one. */
  readonly apiUrl: string
  /** The masks of the current rules. */
  readonly masks: () => Promise<Masks>
  readonly clock: Clock
  readonly log: Log
}

interface Asked {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

export function agentRoutes(api: FastifyInstance, deps: AgentRoutesDeps): void {
  const budgets = createAgentBudgets(deps.clock)

  const sessionOf = ({ caller, request, signal }: Asked): AgentSession => ({
    version: deps.version,
    async begin() {
      const masks = await deps.masks()
      const budgeted = budgets.begin(caller.userId)
      const consoleUrl = consoleUrlOf(deps.apiUrl, request)
      return {
        ...budgeted,
        masks,
        api: createOperationClient(api, request, signal),
        consoleUrl,
        linkTo: (search) => searchLink(consoleUrl, search),
      }
    },
    failed: (tool, error) => deps.log.error({ err: error, tool }, 'a tool of an agent failed'),
  })

  serve(api, callMcp, async ({ caller, request, body, reply, signal }) => {
    const handler = await handlerOf(sessionOf({ caller, request, signal }))
    return await send(reply, await handler.fetch(webRequestOf(request, signal), { parsedBody: body }))
  })
}

/** The address that the agent used, unless the settings name one. */
function consoleUrlOf(apiUrl: string, { protocol, host }: FastifyRequest): string {
  return new URL(apiUrl, `${protocol}://${host}`).href.replace(/\/api$/, '')
}

/** The library is loaded with the first message. */
async function handlerOf(session: AgentSession): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ])
  return createMcpHandler(() => createMcpServer(session), { maxSubscriptions: 0 })
}

function webRequestOf({ headers, body, url }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  return new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: given,
    body: JSON.stringify(body),
    signal,
  })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.code(response.status).send(await response.text())
}
