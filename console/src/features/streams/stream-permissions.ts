/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */

import { cloneStream, pauseStream, updateStream } from '@logyard/contract/streams/streams'
import type { May } from '../../base/session/current-user.tsx'

interface Named {
  readonly id: string
}

export const mayEditStream = (may: May, { id }: Named) => may(updateStream, { id })
export const maySwitchStream = (may: May, stream: Named) => may(pauseStream, { id: stream.id })
export const mayCloneStream = (may: May, { id }: Named) => may(cloneStream, { id })
