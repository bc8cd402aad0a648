/** Everything behind the sign-in: user, router, frame. A separate bundle, so that the login page stays small. */

import { permissionFor } from '@logyard/contract/http/operation'
import type { UserSummary } from '@logyard/contract/identity/users'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { deferred } from '../base/deferred/deferred.tsx'
import { DraftsProvider } from '../base/drafts/drafts-provider.tsx'
import { usePlugins } from '../base/plugins/plugin-registry.ts'
import { createBrowserHistory } from '../base/routes/browser-history.ts'
import { RouterProvider, useRouter, useShownScreen } from '../base/routes/router-context.tsx'
import { pluginScreen } from '../base/routes/screen.ts'
import { createScreenRouter, type ScreenRouter } from '../base/routes/screen-router.ts'
import { useServices } from '../base/services/services.tsx'
import { CurrentUserProvider, currentUserQuery, permissionsOf, useHolds } from '../base/session/current-user.tsx'
import { useCatalogues, useSetTimeZone, useText } from '../base/text/text.tsx'
import { isThemeMode, schemeOf } from '../base/theme/color-scheme.ts'
import { ExtractProvider } from '../parsing/extract/extract-provider.tsx'
import { ConfirmProvider } from '../ui/confirm/confirm.tsx'
import { LoadFailed } from '../ui/page/load-failed.tsx'
import { Loading } from '../ui/page/loading.tsx'
import { NotFoundPage } from '../ui/page/not-found-page.tsx'
import { AppFrame } from './frame/app-frame.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { BrokenPage } from './pages/broken-page.tsx'
import { LoadingPage } from './pages/loading-page.tsx'
import { screens } from './screens.ts'

// Hardly anyone sees them.
const MissingPermissionPage = deferred(() =>
  import('./pages/missing-permissions-page.tsx').then((module) => module.MissingPermissionPage),
)
const RefusedPage = deferred(() => import('./pages/missing-permissions-page.tsx').then((module) => module.RefusedPage))

export function SignedInApp({ username }: { username: string }) {
  const t = useText()
  const { call } = useServices()
  const catalogues = useCatalogues()
  const user = useQuery(currentUserQuery(call, username))
  const router = useNewRouter(username)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    // Load the screen's code in parallel with the texts of the frame and the user, not after them.
    void Promise.all([catalogues.load('shell'), router.load()]).then(() => setIsReady(true))
  }, [catalogues, router])
  if (user.isError) return <LoadFailed error={user.error} onRetry={user.refetch} />
  if (user.isPending || !isReady) {
    return <LoadingPage title={t('login.loading.documentTitle')} label={t('login.preparing')} />
  }
  return <RoutedApp user={user.data} router={router} />
}

function useNewRouter(username: string) {
  const { config, call, queryClient } = useServices()
  const catalogues = useCatalogues()
  const plugins = usePlugins()
  const [router] = useState(() =>
    createScreenRouter({
      screens: [...screens, ...plugins.routes.map(pluginScreen)],
      basePath: config.basePath,
      history: createBrowserHistory(window),
      loadTexts: catalogues.load,
      start: {
        call,
        queryClient,
        async whenUserKnown() {
          const user = await queryClient.ensureQueryData(currentUserQuery(call, username))
          return { user, permissions: permissionsOf(user) }
        },
      },
    }),
  )
  return router
}

function RoutedApp({ user, router }: { user: UserSummary; router: ScreenRouter }) {
  useUserSettings(user)
  return (
    <CurrentUserProvider value={{ user, permissions: permissionsOf(user) }}>
      <DraftsProvider>
        <ConfirmProvider>
          <RouterProvider router={router}>
            <ExtractProvider>
              <ScreenFrame />
            </ExtractProvider>
          </RouterProvider>
        </ConfirmProvider>
      </DraftsProvider>
    </CurrentUserProvider>
  )
}

/** Applies the user's zone and theme; the theme only once, because the switch changes it before it is saved. */
function useUserSettings(user: UserSummary) {
  const { config } = useServices()
  const setTimeZone = useSetTimeZone()
  const { setColorScheme } = useMantineColorScheme()
  const { timezone } = user
  const [mode] = useState(user.preferences?.['themeMode'])
  useEffect(() => setTimeZone(timezone ?? config.rootTimeZone), [setTimeZone, timezone, config.rootTimeZone])
  useEffect(() => {
    if (isThemeMode(mode) && !user.read_only) setColorScheme(schemeOf(mode))
  }, [mode, setColorScheme, user.read_only])
}

function ScreenFrame() {
  const screen = useShownScreen().match?.screen
  const frame = screen?.frame ?? 'shell'
  if (frame === 'bare') return <ShownPage />
  if (frame !== 'shell') {
    const PluginFrame = frame
    return (
      <PluginFrame>
        <ShownPage />
      </PluginFrame>
    )
  }
  return (
    <AppFrame>
      <RefusalGate>
        <PermissionGate permissions={screen?.permissions ?? []}>
          <Suspense fallback={<Loading />}>
            <ShownPage />
          </Suspense>
        </PermissionGate>
      </RefusalGate>
    </AppFrame>
  )
}

function ShownPage() {
  const router = useRouter()
  const { content, entry, match } = useShownScreen()
  useLayoutEffect(() => {
    if (content.kind !== 'pending' && router.shown().entry === entry) router.settle()
  }, [router, content, entry])
  if (content.kind === 'failed') return <BrokenPage error={content.error} />
  if (content.kind !== 'page') return content.kind === 'pending' ? <Loading /> : <NotFoundPage />
  const { Page } = content
  return (
    <PageBoundary entryKey={entry.key}>
      <Page key={match?.screen.route.path} />
    </PageBoundary>
  )
}

/** The names in the permissions of a page are the parameters of its path. */
function PermissionGate({ permissions, children }: { permissions: readonly string[]; children: ReactNode }) {
  const holds = useHolds()
  const params = useShownScreen().match?.params ?? {}
  const missing = permissions.find((permission) => !holds([permission], params))
  return missing === undefined ? children : <MissingPermissionPage permission={permissionFor(missing, params)} />
}

/** A 403 replaces the page until the next navigation; the page stays mounted, so that no input is lost. */
function RefusalGate({ children }: { children: ReactNode }) {
  const { refusals } = useServices()
  const refusal = useSyncExternalStore(refusals.subscribe, refusals.state)
  const { pathname: location } = useShownScreen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what clears it
  useEffect(() => refusals.clear, [refusals, location])
  return (
    <>
      {refusal !== undefined && <RefusedPage error={refusal} onBack={refusals.clear} />}
      <div hidden={refusal !== undefined}>{children}</div>
    </>
  )
}
