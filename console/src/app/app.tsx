/** Shows what the session requires: a loading page, the login page, or the signed-in application. */
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { deferred } from '../base/deferred/deferred.tsx'
import { type PluginRegistry, PluginsProvider, usePlugins } from '../base/plugins/plugin-registry.ts'
import { type Services, ServicesProvider, useServices, useSession } from '../base/services/services.tsx'
import { LANGUAGE_KEY, TextProvider, useText } from '../base/text/text.tsx'
import { colorSchemeManager } from '../base/theme/color-scheme.ts'
import { cssVariables, theme } from '../base/theme/theme.ts'
import { ToastsProvider } from '../base/toasts/toasts.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingPage } from './pages/loading-page.tsx'
import { ServerDownBanner } from './pages/server-down-banner.tsx'

const LoginPage = deferred(() => import('./pages/login-page.tsx').then((module) => module.LoginPage))
const SignedInApp = deferred(() => import('./signed-in-app.tsx').then((module) => module.SignedInApp))

export function App({ services, plugins }: { services: Services; plugins: PluginRegistry }) {
  return (
    <Providers services={services}>
      <PluginsProvider value={plugins}>
        <SessionGate />
      </PluginsProvider>
    </Providers>
  )
}

/** Theme, texts, queries and toasts; shared by both entries of the console. */
export function Providers({ services, children }: { services: Services; children: ReactNode }) {
  const [manager] = useState(() => colorSchemeManager(window))
  return (
    <ServicesProvider value={services}>
      <MantineProvider
        // jsdom has no layout: Mantine would move or hide what it considers out of view.
        env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
      >
        <TextProvider language={window.localStorage.getItem(LANGUAGE_KEY)} rootTimeZone={services.config.rootTimeZone}>
          <NamedCloseButtons>
            <QueryClientProvider client={services.queryClient}>
              <ToastsProvider>
                <ErrorBoundary>
                  {children}
                  <ServerDownBanner />
                </ErrorBoundary>
              </ToastsProvider>
            </QueryClientProvider>
          </NamedCloseButtons>
        </TextProvider>
      </MantineProvider>
    </ServicesProvider>
  )
}

/** Gives the button in the corner of every dialog its name. */
function NamedCloseButtons({ children }: { children: ReactNode }) {
  const label = useText()('ui.close')
  const texts = useMemo(() => {
    const dialog = { defaultProps: { closeButtonProps: { 'aria-label': label } } }
    return { components: { Modal: dialog, Drawer: dialog } }
  }, [label])
  return <MantineThemeProvider theme={texts}>{children}</MantineThemeProvider>
}

function SessionGate() {
  const t = useText()
  const { session, call, queryClient, server } = useServices()
  const state = useSession()
  const [owner, setOwner] = useState<string>()
  useEffect(() => {
    const validate = () => {
      // Without a response the state stays 'validating'; validate again when the server is reachable.
      void session.validate(call).catch(() => undefined)
    }
    validate()
    // The session is probably still valid, and then the signed-in application is needed at once.
    const first = session.current() === undefined ? LoginPage : SignedInApp
    void first.prepare().catch(() => undefined)
    return server.subscribe(() => {
      if (server.state().up && session.state().kind === 'validating') validate()
    })
  }, [session, call, server])
  // Never show one user's cached responses to another.
  const present = state.kind === 'logged-in' ? state.username : state.kind === 'logged-out' ? state.left : undefined
  if (state.kind === 'logged-in' && owner !== present) {
    if (owner !== undefined) queryClient.clear()
    setOwner(present)
  }
  // After signing in again, refetch: the page stayed mounted and its queries were refused meanwhile.
  const isIn = state.kind === 'logged-in'
  useEffect(() => {
    if (isIn) void queryClient.invalidateQueries()
  }, [isIn, queryClient])
  const loading = <LoadingPage title={t('login.loading.documentTitle')} label={t('login.loading')} />
  const isOut = state.kind === 'logged-out'
  if (!isIn && !isOut) return loading
  return (
    <>
      {isOut && <Login returning={present} fallback={loading} />}
      {present !== undefined && (
        <div hidden={isOut} inert={isOut}>
          <SignedInApp key={present} username={present} fallback={loading} />
        </div>
      )}
    </>
  )
}

function Login({ returning, fallback }: { returning: string | undefined; fallback: ReactNode }) {
  const { loginForm: PluginForm } = usePlugins()
  return PluginForm === undefined ? <LoginPage returning={returning} fallback={fallback} /> : <PluginForm />
}
