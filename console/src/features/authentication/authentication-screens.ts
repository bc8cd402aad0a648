import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['authentication'] as const
const { services, active, create, createType, edit, show, authenticators, authenticatorsEdit } = routes.authentication
const { providers, createProvider, editProvider } = routes.authentication
const serviceForms = () => import('./wizard/service-form-screens.tsx')
const providerForms = () => import('./providers/provider-form-screens.tsx')

/** The routes of one service need no permission here: it may be given for that service alone, and the server checks. */
export const authenticationScreens: readonly Screen[] = [
  screen(services, () => import('./list/services-screen.tsx'), 'ServicesScreen', { areas }),
  screen(active, () => import('./details/active-service-screen.tsx'), 'ActiveServiceScreen', { areas }),
  screen(create, () => import('./wizard/choose-type-screen.tsx'), 'ChooseTypeScreen', {
    areas,
    needs: ['auth_backends.create'],
  }),
  screen(createType, serviceForms, 'CreateServiceScreen', { areas, needs: ['auth_backends.create'] }),
  screen(edit, serviceForms, 'EditServiceScreen', { areas }),
  screen(show, () => import('./details/service-screen.tsx'), 'ServiceScreen', { areas }),
  screen(providers, () => import('./providers/providers-screen.tsx'), 'ProvidersScreen', { areas }),
  screen(createProvider, providerForms, 'CreateProviderScreen', { areas, needs: ['oidc.create'] }),
  screen(editProvider, providerForms, 'EditProviderScreen', { areas }),
  screen(authenticators, () => import('./authenticator/authenticators-screen.tsx'), 'AuthenticatorsScreen', {
    areas,
    needs: ['http_header_auth.get'],
  }),
  screen(
    authenticatorsEdit,
    () => import('./authenticator/edit-authenticators-screen.tsx'),
    'EditAuthenticatorsScreen',
    { areas, needs: ['http_header_auth.update'] },
  ),
]
