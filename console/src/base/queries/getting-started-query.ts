import { getGettingStarted } from '@logyard/contract/cluster/getting-started'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'

/** Tells whether to show the getting-started guide; somebody may dismiss it for everybody. */
export const gettingStartedQuery = (call: Call) =>
  pickQuery(call, ['getting-started'], ({ show }) => show, getGettingStarted)
