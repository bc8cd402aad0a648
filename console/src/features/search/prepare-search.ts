import type { ScreenStart } from '../../app/routes/screen.ts'
import { decoratorsQuery } from '../../widgets/decorators-query.ts'
import { readableStreamsQuery } from '../../widgets/streams/readable-streams-query.ts'

/** Asks for what every search needs while the page's code is still on its way. */
export async function prepareSearch({ call, queryClient, whenUserKnown }: ScreenStart): Promise<void> {
  const streams = queryClient.prefetchQuery(readableStreamsQuery(call))
  const { permissions } = await whenUserKnown()
  if (permissions.holds('decorators:read')) await queryClient.prefetchQuery({ ...decoratorsQuery(call), retry: false })
  await streams
}
