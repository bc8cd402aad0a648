import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['authentication'] as const
const { services, active, create, createType, edit, show, authenticators, authenticatorsEdit } = routes.authentication
const { providers, createProvider, editProvider } = routes.authentication
const serviceForms = () => import('./wizard/service-form-screens.tsx')
const providerForms = () => import('./providers/provider-form-screens.tsx')

/** The routes of one service need no permission here: it may be given for that service alone, and the server checks. */
export const authenticationScreens: readonly Screen[] = [
  screen(services, () => import('./list/services-screen.tsx').then((module) => module.ServicesScreen), { areas }),
  screen(active, () => import('./details/active-service-screen.tsx').then((module) => module.ActiveServiceScreen), {
    areas,
  }),
  screen(create, () => import('./wizard/choose-type-screen.tsx').then((module) => module.ChooseTypeScreen), {
    areas,
    needs: ['auth_backends.create'],
  }),
  screen(createType, () => serviceForms().then((module) => module.CreateServiceScreen), {
    areas,
    needs: ['auth_backends.create'],
  }),
  screen(edit, () => serviceForms().then((module) => module.EditServiceScreen), { areas }),
  screen(show, () => import('./details/service-screen.tsx').then((module) => module.ServiceScreen), { areas }),
  screen(providers, () => import('./providers/providers-screen.tsx').then((module) => module.ProvidersScreen), {
    areas,
  }),
  screen(createProvider, () => providerForms().then((module) => module.CreateProviderScreen), {
    areas,
    needs: ['oidc.create'],
  }),
  screen(editProvider, () => providerForms().then((module) => module.EditProviderScreen), { areas }),
  screen(
    authenticators,
    () => import('./authenticator/authenticators-screen.tsx').then((module) => module.AuthenticatorsScreen),
    { areas, needs: ['http_header_auth.get'] },
  ),
  screen(
    authenticatorsEdit,
    () => import('./authenticator/edit-authenticators-screen.tsx').then((module) => module.EditAuthenticatorsScreen),
    { areas, needs: ['http_header_auth.update'] },
  ),
]
