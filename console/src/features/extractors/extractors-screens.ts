import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const options = { areas: ['extractors', 'messages', 'parsing'] } as const

export const extractorsScreens: readonly Screen[] = [
  screen(
    routes.inputs.globalExtractors,
    () => import('./list/extractors-screen.tsx'),
    'GlobalExtractorsScreen',
    options,
  ),
  screen(routes.inputs.extractors, () => import('./list/extractors-screen.tsx'), 'ExtractorsScreen', options),
  screen(routes.inputs.extractorNew, () => import('./form/new-extractor-screen.tsx'), 'NewExtractorScreen', options),
  screen(routes.inputs.extractorEdit, () => import('./form/edit-extractor-screen.tsx'), 'EditExtractorScreen', options),
  screen(routes.inputs.extractorsExport, () => import('./transfer/export-screen.tsx'), 'ExportScreen', options),
  screen(routes.inputs.extractorsImport, () => import('./transfer/import-screen.tsx'), 'ImportScreen', options),
]
