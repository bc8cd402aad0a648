import { getUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import type { Call } from '../api/api-client.ts'
import { callQuery } from '../api/call-query.ts'

/** Prefix of the keys of all queries about the whitelist; a change invalidates the checks of URLs too. */
export const URL_WHITELIST_QUERY_KEY = ['url-whitelist'] as const

/** Whitelist, for users who may call `getUrlWhitelist`. */
export const urlWhitelistQuery = (call: Call) => callQuery(call, [...URL_WHITELIST_QUERY_KEY, 'all'], getUrlWhitelist)
