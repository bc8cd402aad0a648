import type { ScreenStart } from '../../base/routes/screen.ts'
import { decoratorsQuery } from '../../messages-table/decorators/decorators-query.ts'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

/** Prefetches what every search needs while the page's code is loading. */
export async function prepareSearch({ call, queryClient, whenUserKnown }: ScreenStart): Promise<void> {
  const streams = queryClient.prefetchQuery(readableStreamsQuery(call))
  const { permissions } = await whenUserKnown()
  if (permissions.holds('decorators:read')) await queryClient.prefetchQuery({ ...decoratorsQuery(call), retry: false })
  await streams
}
