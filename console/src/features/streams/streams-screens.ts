import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['streams', 'sharing', 'unusual'] as const

export const streamsScreens: readonly Screen[] = [
  screen(routes.streams, () => import('./list/streams-screen.tsx'), 'StreamsScreen', { areas }),
  screen(routes.streamEdit, () => import('./stream-edit-screen.tsx'), 'StreamEditScreen', {
    areas: [...areas, 'messages'],
  }),
]
