import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'

const areas = ['streams', 'sharing', 'unusual'] as const

/** `loadShareButton` loads the button of the sharing feature together with the screen's code. */
export const streamsScreens = (loadShareButton: () => Promise<ShareButtonComponent>): readonly Screen[] => [
  screen(
    routes.streams,
    async () => {
      const [{ streamsScreenWith }, ShareButton] = await Promise.all([
        import('./list/streams-screen.tsx'),
        loadShareButton(),
      ])
      return { StreamsScreen: streamsScreenWith(ShareButton) }
    },
    'StreamsScreen',
    { areas },
  ),
  screen(
    routes.streamEdit,
    async () => {
      const [{ streamEditScreenWith }, ShareButton] = await Promise.all([
        import('./stream-edit-screen.tsx'),
        loadShareButton(),
      ])
      return { StreamEditScreen: streamEditScreenWith(ShareButton) }
    },
    'StreamEditScreen',
    { areas: [...areas, 'messages'] },
  ),
]
