import { checkUrl } from '@logyard/contract/url-whitelist/url-whitelist'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/call-query.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { useFailureToast } from '../base/toasts/use-failure-toast.ts'
import { URL_WHITELIST_QUERY_KEY } from './url-whitelist-query.ts'
import { isWebAddress } from './whitelist-problems.ts'

const PAUSE_MS = 250

export type UrlCheckState = 'empty' | 'invalid' | 'checking' | 'allowed' | 'refused' | 'failed'

/** Whether the server may request a URL; checked when the user pauses. */
export function useUrlCheck(url: string): UrlCheckState {
  const t = useText()
  const call = useCall()
  const typed = url.trim()
  const [settled] = useDebouncedValue(typed, PAUSE_MS)
  const check = useQuery({
    ...callQuery(call, [...URL_WHITELIST_QUERY_KEY, 'check', settled], checkUrl, { body: { url: settled } }),
    enabled: isWebAddress(settled),
    retry: false,
    gcTime: 60_000,
  })
  useFailureToast(check.error, (status) => status, t('whitelist.toast.checkFailed'))
  if (typed === '') return 'empty'
  if (settled !== typed) return 'checking'
  if (!isWebAddress(typed)) return 'invalid'
  if (check.isError) return 'failed'
  if (check.data === undefined) return 'checking'
  return check.data.is_whitelisted ? 'allowed' : 'refused'
}
