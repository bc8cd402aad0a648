import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const options = { areas: ['extractors', 'messages', 'parsing'] } as const

export const extractorsScreens: readonly Screen[] = [
  screen(
    routes.inputs.globalExtractors,
    () => import('./list/extractors-screen.tsx').then((module) => module.GlobalExtractorsScreen),
    options,
  ),
  screen(
    routes.inputs.extractors,
    () => import('./list/extractors-screen.tsx').then((module) => module.ExtractorsScreen),
    options,
  ),
  screen(
    routes.inputs.extractorNew,
    () => import('./form/new-extractor-screen.tsx').then((module) => module.NewExtractorScreen),
    options,
  ),
  screen(
    routes.inputs.extractorEdit,
    () => import('./form/edit-extractor-screen.tsx').then((module) => module.EditExtractorScreen),
    options,
  ),
  screen(
    routes.inputs.extractorsExport,
    () => import('./transfer/export-screen.tsx').then((module) => module.ExportScreen),
    options,
  ),
  screen(
    routes.inputs.extractorsImport,
    () => import('./transfer/import-screen.tsx').then((module) => module.ImportScreen),
    options,
  ),
]
