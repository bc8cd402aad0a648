import { listDecorators } from '@logyard/contract/search/decorators'
import type { ScreenStart } from '../../base/routes/screen.ts'
import { mayOf } from '../../base/session/current-user.tsx'
import { decoratorsQuery } from '../../messages-table/decorators/decorator-queries.ts'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

/** Prefetches what every search needs while the page's code is loading. */
export async function prepareSearch({ call, queryClient, whenUserKnown }: ScreenStart): Promise<void> {
  const streams = queryClient.prefetchQuery(readableStreamsQuery(call))
  const { permissions } = await whenUserKnown()
  if (mayOf(permissions)(listDecorators)) await queryClient.prefetchQuery({ ...decoratorsQuery(call), retry: false })
  await streams
}
