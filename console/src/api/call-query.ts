import type { OperationSpec } from '@logyard/contract/http/operation'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call, CallArguments } from './api-client.ts'

/** The query of one call: `callQuery(call, [...ROLES_KEY, 'one', roleId], getRole, { params: { roleId } })`. */
export const callQuery = <const Op extends OperationSpec>(
  call: Call,
  queryKey: QueryKey,
  operation: Op,
  ...input: CallArguments<Op>
) => queryOptions({ queryKey, queryFn: ({ signal }) => call.until(signal)(operation, ...input) })
