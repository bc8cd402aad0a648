import type { Answer, OperationSpec } from '@logyard/contract/http/operation'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call, CallArguments } from './api-client.ts'

/** The query of one call: `callQuery(call, [...ROLES_KEY, 'one', roleId], getRole, { params: { roleId } })`. */
export const callQuery = <const Op extends OperationSpec>(
  call: Call,
  queryKey: QueryKey,
  operation: Op,
  ...input: CallArguments<Op>
) => queryOptions({ queryKey, queryFn: ({ signal }) => call.until(signal)(operation, ...input) })

/**
 * The query of a part of an answer, or of what is made of it:
 * `pickQuery(call, ['inputs'], ({ inputs }) => inputs, listInputs)`.
 */
export const pickQuery = <const Op extends OperationSpec, Picked>(
  call: Call,
  queryKey: QueryKey,
  pick: (answer: Answer<Op>) => Picked,
  operation: Op,
  ...input: CallArguments<Op>
) => queryOptions({ queryKey, queryFn: async ({ signal }) => pick(await call.until(signal)(operation, ...input)) })

/**
 * The query of one call that is repeated in the background, which does not keep the session alive:
 * `polledQuery(call, ['nodes', nodeId], POLL_MS, getNode, { params: { nodeId } })`.
 */
export const polledQuery = <const Op extends OperationSpec>(
  call: Call,
  queryKey: QueryKey,
  everyMs: number,
  operation: Op,
  ...input: CallArguments<Op>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call.until(signal, { extendSession: false })(operation, ...input),
    refetchInterval: everyMs,
  })
