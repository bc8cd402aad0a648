/** The door for agents: a server of the Model Context Protocol. */
import { Type } from 'typebox'
import { long } from '../http/bounds.ts'
import { ApiError } from '../http/envelope.ts'
import { anyJson } from '../http/open-parts.ts'
import { inArea, Raw, signedIn } from '../http/operation.ts'

const MAX_METHOD = 200

const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String({ maxLength: MAX_METHOD }), long()])),
    method: Type.String({ maxLength: MAX_METHOD, description: 'server/discover, tools/list, tools/call, ...' }),
    params: Type.Optional(anyJson('By method, as the protocol says; the arguments of each tool have a closed schema')),
  },
  { title: 'McpMessage', description: 'A request or notification of JSON-RPC', additionalProperties: false },
)

const { post } = inArea('agents')

export const callMcp = post('/mcp', {
  id: 'logyard.mcp.call',
  summary: 'A message of the Model Context Protocol (Streamable HTTP), whose tools call operations of this API',
  access: signedIn,
  audit: { unaudited: 'The operations that a tool calls have entries of their own' },
  body: McpMessage,
  produces: ['application/json', 'text/event-stream'],
  answers: { 200: Raw, 400: ApiError },
})
