import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['definitions', 'alerting', 'sharing'] as const
const ofWizard = [
  'definitions',
  'alerting',
  'eventNotifications',
  'mail',
  'search',
  'searchTools',
  'whitelist',
] as const

export const eventDefinitionsScreens: readonly Screen[] = [
  screen(routes.alerts.definitions, () => import('./list/definitions-screen.tsx'), 'DefinitionsScreen', { areas }),
  screen(routes.alerts.definitionNew, () => import('./wizard/new-definition-screen.tsx'), 'NewDefinitionScreen', {
    areas: ofWizard,
    needs: ['event_definitions.create'],
  }),
  screen(routes.alerts.definitionEdit, () => import('./wizard/edit-definition-screen.tsx'), 'EditDefinitionScreen', {
    areas: ofWizard,
  }),
  screen(routes.alerts.definition, () => import('./definition-screen.tsx'), 'DefinitionScreen', { areas }),
]
