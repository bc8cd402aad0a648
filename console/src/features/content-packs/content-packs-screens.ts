import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['contentPacks', 'ingest'] as const
const { contentPacks } = routes
const toRead = { areas, needs: ['content_packs.latest'] } as const
const toConfigure = { areas, needs: ['catalog.list', 'catalog.resolve'] } as const
const toCreate = { areas, needs: ['content_packs.create', 'catalog.list', 'catalog.resolve'] } as const
const wizard = () => import('./wizard/wizard-screens.tsx')

export const contentPacksScreens: readonly Screen[] = [
  screen(contentPacks.list, () => import('./list/packs-screen.tsx'), 'PacksScreen', toRead),
  screen(contentPacks.gallery, () => import('./gallery/gallery-screen.tsx'), 'GalleryScreen', toRead),
  screen(
    contentPacks.configuration,
    () => import('./configuration-text/configuration-screen.tsx'),
    'ConfigurationScreen',
    toConfigure,
  ),
  screen(contentPacks.proposals, () => import('./proposals/proposals-screen.tsx'), 'ProposalsScreen', toConfigure),
  screen(contentPacks.export, wizard, 'ExportScreen', toCreate),
  screen(contentPacks.create, wizard, 'CreatePackScreen', toCreate),
  // The permission to read one pack may be for that pack alone; the server checks it.
  screen(contentPacks.show, () => import('./pack/pack-screen.tsx'), 'PackScreen', { areas }),
  screen(contentPacks.edit, wizard, 'EditPackScreen', toCreate),
]
