import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import type { Needs } from '../../base/session/needs.ts'

const { sidecars } = routes
const LISTS = ['sidecar_collectors.list', 'sidecar_configurations.list'] as const

const configurationForms = () => import('./forms/configuration-screens.tsx')
const collectorForms = () => import('./forms/collector-screens.tsx')
const toConfigure = (...needs: Needs) => ({ areas: ['sidecars'], needs }) as const

export const sidecarsScreens: readonly Screen[] = [
  screen(sidecars.list, () => import('./overview/sidecars-screen.tsx'), 'SidecarsScreen', {
    areas: ['sidecars'],
    needs: ['sidecars.list'],
  }),
  screen(sidecars.connect, () => import('./connect/connect-screen.tsx'), 'ConnectScreen', {
    areas: ['sidecars', 'ingest'],
    needs: ['sidecars.list'],
  }),
  screen(sidecars.status, () => import('./status/sidecar-screen.tsx'), 'SidecarScreen', {
    areas: ['sidecars'],
    needs: ['sidecars.get', 'sidecar_collectors.list'],
  }),
  screen(
    sidecars.administration,
    () => import('./administration/administration-screen.tsx'),
    'AdministrationScreen',
    toConfigure('sidecar_administration.list'),
  ),
  screen(
    sidecars.configuration,
    () => import('./configuration/configuration-screen.tsx'),
    'ConfigurationScreen',
    toConfigure(...LISTS),
  ),
  screen(
    sidecars.configurationNew,
    configurationForms,
    'NewConfigurationScreen',
    toConfigure(...LISTS, 'sidecar_configurations.create'),
  ),
  screen(
    sidecars.configurationEdit,
    configurationForms,
    'EditConfigurationScreen',
    toConfigure(...LISTS, 'sidecar_configurations.update'),
  ),
  screen(
    sidecars.collectorNew,
    collectorForms,
    'NewCollectorScreen',
    toConfigure(...LISTS, 'sidecar_collectors.create'),
  ),
  screen(
    sidecars.collectorEdit,
    collectorForms,
    'EditCollectorScreen',
    toConfigure(...LISTS, 'sidecar_collectors.update'),
  ),
]
