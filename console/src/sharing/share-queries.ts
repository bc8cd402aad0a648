import { type Capability, prepareShare, type ShareState, updateShare } from '@logyard/contract/identity/shares'
import { keepPreviousData } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { callQuery } from '../api/call-query.ts'
import { useAction } from '../ui/action/use-action.ts'
import type { NeededGrant } from './missing-streams.ts'

/** Selected capabilities by the GRN of the grantee. */
export type Selection = Readonly<Record<string, Capability>>

const SHARING_KEY = ['sharing'] as const

/** The effect of a selection, or the current shares without one. Changes nothing on the server. */
export const shareStateQuery = (call: Call, grn: string, selection: Selection | undefined) => ({
  ...callQuery(call, [...SHARING_KEY, grn, selection ?? 'present'], prepareShare, {
    params: { grn },
    body: selection === undefined ? {} : { selected_grantee_capabilities: { ...selection } },
  }),
  placeholderData: keepPreviousData,
  // Not cached: somebody else may have changed the shares before the dialog is reopened.
  gcTime: 0,
})

export interface SharedEntity {
  readonly grn: string
  /** The name of its type, such as `stream`. */
  readonly typeName: string
  readonly title: string
  /** What receivers see of it, if that is not obvious. */
  readonly note?: string | undefined
}

interface Sharing {
  readonly selection: Selection
  /** Streams that the receivers need as well. */
  readonly streams: readonly NeededGrant[]
}

export const useUpdateShares = ({ grn, typeName, title }: SharedEntity) =>
  useAction({
    async run(call, { selection, streams }: Sharing) {
      for (const { stream, grantees } of streams) {
        const params = { grn: stream.id }
        const { selected_grantee_capabilities: present } = await call(prepareShare, { params, body: {} })
        const added = Object.fromEntries(grantees.map((grantee) => [grantee, 'view' as const]))
        await call(updateShare, { params, body: { selected_grantee_capabilities: { ...added, ...present } } })
      }
      return call(updateShare, { params: { grn }, body: { selected_grantee_capabilities: { ...selection } } })
    },
    texts: 'sharing.toast.update',
    values: () => ({ type: typeName, title }),
    changes: [SHARING_KEY, ['users', 'shares'], ['current-user']],
  })

/** The share state in the response to a rejected update: what is wrong with the selection. */
export function rejectedState(error: Error | null): ShareState | undefined {
  if (!(error instanceof ApiError) || error.status !== 400 || !isShareState(error.body)) return undefined
  return error.body
}

/** Any other refusal has a message only. The built console has no schemas to check it with. */
const isShareState = (body: unknown): body is ShareState =>
  typeof body === 'object' && body !== null && 'validation_result' in body
