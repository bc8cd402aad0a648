/** Everything behind the sign-in: user, router, frame. A separate bundle, so that the login page stays small. */

import { type PermissionValues, permissionFor } from '@logyard/contract/http/operation'
import type { UserSummary } from '@logyard/contract/identity/users'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, RouterProvider, useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { DraftsProvider } from '../base/drafts/drafts-provider.tsx'
import { usePlugins } from '../base/plugins/plugin-registry.ts'
import { pluginScreen } from '../base/routes/screen.ts'
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
import { BrokenPage } from './pages/broken-page.tsx'
import { LoadingPage } from './pages/loading-page.tsx'
import { MissingPermissionPage, RefusedPage } from './pages/missing-permissions-page.tsx'
import { createAppRouter } from './router.tsx'
import { screens } from './screens.ts'

export function SignedInApp({ username }: { username: string }) {
  const t = useText()
  const { call } = useServices()
  const catalogues = useCatalogues()
  const user = useQuery(currentUserQuery(call, username))
  const router = useRouter(username)
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

function useRouter(username: string) {
  const { config, call, queryClient } = useServices()
  const catalogues = useCatalogues()
  const plugins = usePlugins()
  const [router] = useState(() =>
    createAppRouter({
      screens: [...screens, ...plugins.routes.map(pluginScreen)],
      basePath: config.basePath,
      loadTexts: catalogues.load,
      start: {
        call,
        queryClient,
        async whenUserKnown() {
          const user = await queryClient.ensureQueryData(currentUserQuery(call, username))
          return { user, permissions: permissionsOf(user) }
        },
      },
      frame: RootFrame,
      notFound: () => <NotFoundPage />,
      pending: () => <Loading />,
      failed: BrokenPage,
    }),
  )
  return router
}

function RoutedApp({ user, router }: { user: UserSummary; router: ReturnType<typeof useRouter> }) {
  useUserSettings(user)
  return (
    <CurrentUserProvider value={{ user, permissions: permissionsOf(user) }}>
      <DraftsProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
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

/** The dialog of a new extractor leads to another page, so it belongs inside of the router. */
const RootFrame = () => (
  <ExtractProvider>
    <ScreenFrame />
  </ExtractProvider>
)

function ScreenFrame() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const frame = screen?.frame ?? 'shell'
  if (frame === 'bare') return <Outlet />
  if (frame !== 'shell') {
    const PluginFrame = frame
    return (
      <PluginFrame>
        <Outlet />
      </PluginFrame>
    )
  }
  return (
    <AppFrame>
      <RefusalGate>
        <PermissionGate permissions={screen?.permissions ?? []}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </PermissionGate>
      </RefusalGate>
    </AppFrame>
  )
}

/** The names in the permissions of a page are the parameters of its path. */
function PermissionGate({ permissions, children }: { permissions: readonly string[]; children: ReactNode }) {
  const holds = useHolds()
  const params = useMatches({ select: (matches): PermissionValues => matches.at(-1)?.params ?? {} })
  const missing = permissions.find((permission) => !holds([permission], params))
  return missing === undefined ? children : <MissingPermissionPage permission={permissionFor(missing, params)} />
}

/** A 403 replaces the page until the next navigation; the page stays mounted, so that no input is lost. */
function RefusalGate({ children }: { children: ReactNode }) {
  const { refusals } = useServices()
  const refusal = useSyncExternalStore(refusals.subscribe, refusals.state)
  const location = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what clears it
  useEffect(() => refusals.clear, [refusals, location])
  return (
    <>
      {refusal !== undefined && <RefusedPage error={refusal} onBack={refusals.clear} />}
      <div hidden={refusal !== undefined}>{children}</div>
    </>
  )
}
