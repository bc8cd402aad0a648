import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'

const areas = ['definitions', 'alerting', 'sharing'] as const
const ofWizard = ['definitions', 'alerting', 'eventNotifications', 'mail', 'search', 'whitelist'] as const

/** `loadShareButton` loads the button of the sharing feature together with the screen's code. */
export const eventDefinitionsScreens = (loadShareButton: () => Promise<ShareButtonComponent>): readonly Screen[] => [
  screen(
    routes.alerts.definitions,
    async () => {
      const [{ definitionsScreenWith }, ShareButton] = await Promise.all([
        import('./list/definitions-screen.tsx'),
        loadShareButton(),
      ])
      return { DefinitionsScreen: definitionsScreenWith(ShareButton) }
    },
    'DefinitionsScreen',
    { areas },
  ),
  screen(routes.alerts.definitionNew, () => import('./wizard/new-definition-screen.tsx'), 'NewDefinitionScreen', {
    areas: ofWizard,
    needs: ['event_definitions.create'],
  }),
  screen(routes.alerts.definitionEdit, () => import('./wizard/edit-definition-screen.tsx'), 'EditDefinitionScreen', {
    areas: ofWizard,
  }),
  screen(
    routes.alerts.definition,
    async () => {
      const [{ definitionScreenWith }, ShareButton] = await Promise.all([
        import('./definition-screen.tsx'),
        loadShareButton(),
      ])
      return { DefinitionScreen: definitionScreenWith(ShareButton) }
    },
    'DefinitionScreen',
    { areas },
  ),
]
