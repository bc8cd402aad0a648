import type { Startpage } from '@logyard/contract/identity/users'
import { getStream } from '@logyard/contract/streams/streams'
import { getView } from '@logyard/contract/views/views'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'

interface ChosenStartPage {
  /** Undefined without a start page, or while it is not known whether it opens. */
  readonly link: string | undefined
  readonly isPending: boolean
  /** It was deleted, or the user may not open it any more. */
  readonly isGone: boolean
}

const ROUTES = { stream: routes.streamSearch, search: routes.savedSearch, dashboard: routes.dashboard }
const GONE = [403, 404]

/** The page that the user has chosen. All types but stream and search mean a dashboard, as for other clients. */
export function useChosenStartPage(startpage: Startpage | null): ChosenStartPage {
  const call = useCall()
  const { type = null, id = null } = startpage ?? {}
  const known = type === 'stream' || type === 'search' ? type : 'dashboard'
  const isChosen = type !== null && id !== null
  const opens = useQuery({
    queryKey: ['start-page', type, id],
    enabled: isChosen,
    retry: false,
    queryFn: async ({ signal }) => {
      // It must not open the page for missing permissions, which calls that extend the session do.
      const request = { params: { id: id ?? '' }, signal, extendSession: false } as const
      try {
        await (known === 'stream' ? call(getStream, request) : call(getView, request))
        return true
      } catch (error) {
        if (error instanceof ApiError && GONE.includes(error.status)) return false
        throw error
      }
    },
  })
  const isGone = opens.data === false
  const isPending = isChosen && opens.isPending
  return { link: isChosen && !isPending && !isGone ? ROUTES[known](id) : undefined, isPending, isGone }
}
