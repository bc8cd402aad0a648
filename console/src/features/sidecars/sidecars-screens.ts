import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const { sidecars } = routes
const COLLECTORS = 'sidecar_collectors:read'
const CONFIGURATIONS = 'sidecar_collector_configurations:read'

const configurationForms = () => import('./forms/configuration-screens.tsx')
const collectorForms = () => import('./forms/collector-screens.tsx')
const toConfigure = (permissions: readonly string[]) => ({ areas: ['sidecars'], permissions }) as const

export const sidecarsScreens: readonly Screen[] = [
  screen(sidecars.list, () => import('./overview/sidecars-screen.tsx').then((module) => module.SidecarsScreen), {
    areas: ['sidecars'],
    permissions: ['sidecars:read'],
  }),
  screen(sidecars.connect, () => import('./connect/connect-screen.tsx').then((module) => module.ConnectScreen), {
    areas: ['sidecars'],
    permissions: ['sidecars:read'],
  }),
  screen(sidecars.status, () => import('./status/sidecar-screen.tsx').then((module) => module.SidecarScreen), {
    areas: ['sidecars'],
    permissions: ['sidecars:read', COLLECTORS],
  }),
  screen(
    sidecars.administration,
    () => import('./administration/administration-screen.tsx').then((module) => module.AdministrationScreen),
    toConfigure(['sidecars:read', COLLECTORS, CONFIGURATIONS]),
  ),
  screen(
    sidecars.configuration,
    () => import('./configuration/configuration-screen.tsx').then((module) => module.ConfigurationScreen),
    toConfigure([COLLECTORS, CONFIGURATIONS]),
  ),
  screen(
    sidecars.configurationNew,
    () => configurationForms().then((module) => module.NewConfigurationScreen),
    toConfigure([COLLECTORS, CONFIGURATIONS, 'sidecar_collector_configurations:create']),
  ),
  screen(
    sidecars.configurationEdit,
    () => configurationForms().then((module) => module.EditConfigurationScreen),
    toConfigure([COLLECTORS, CONFIGURATIONS, 'sidecar_collector_configurations:update']),
  ),
  screen(
    sidecars.collectorNew,
    () => collectorForms().then((module) => module.NewCollectorScreen),
    toConfigure([COLLECTORS, CONFIGURATIONS, 'sidecar_collectors:create']),
  ),
  screen(
    sidecars.collectorEdit,
    () => collectorForms().then((module) => module.EditCollectorScreen),
    toConfigure([COLLECTORS, CONFIGURATIONS, 'sidecar_collectors:update']),
  ),
]
