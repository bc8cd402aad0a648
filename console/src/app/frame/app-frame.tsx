/** The frame of every screen: rail, header, plugin banners, and the tools that open over the page. */
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { CommandsProvider } from '../../base/page/commands.tsx'
import { PageShortcutsProvider } from '../../base/page/page-shortcuts.tsx'
import { usePlugins } from '../../base/plugins/plugin-registry.ts'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { returnFocus } from '../../ui/focus/return-focus.ts'
import { CrumbsContext } from '../../ui/page/page.tsx'
import { SkipLinksElementContext } from '../../ui/page/skip-link.tsx'
import classes from './app-frame.module.css'
import { HeaderBar } from './header-bar.tsx'
import { PaletteHost } from './palette-host.tsx'
import { Rail } from './rail.tsx'
import { readScratchpad } from './scratchpad-store.ts'
import { useCrumbParents } from './use-crumb-parents.ts'
import { useGoKeys } from './use-go-keys.ts'
import { useRailWidth } from './use-rail-width.ts'

const Scratchpad = lazy(() => import('./scratchpad.tsx').then((module) => ({ default: module.Scratchpad })))
const AboutDialog = lazy(() => import('./about-dialog.tsx').then((module) => ({ default: module.AboutDialog })))
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

const CONTENT_ID = 'content'

export function AppFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const { globalNotifications } = usePlugins()
  const [crumbsElement, setCrumbsElement] = useState<HTMLElement | null>(null)
  const parents = useCrumbParents()
  const crumbs = useMemo(() => ({ element: crumbsElement, parents }), [crumbsElement, parents])
  const [skipLinksElement, setSkipLinksElement] = useState<HTMLElement | null>(null)
  const [isCollapsed, toggleRail] = useRailWidth()
  const [isRailOpen, rail] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const { username } = useCurrentUser()
  const [isScratchpadOpen, scratchpad] = useDisclosure(readScratchpad(window.localStorage, username).opened)
  const [areShortcutsOpen, shortcuts] = useDisclosure(false)
  const [isAboutOpen, about] = useDisclosure(false)
  useEffect(returnFocus, [])
  useGoKeys()
  useHotkeys([
    ['shift+?', shortcuts.open],
    ['mod+/', scratchpad.toggle],
  ])
  // The palette also opens while the user is typing.
  useHotkeys([['mod+K', palette.open]], [])
  return (
    <CommandsProvider>
      <PageShortcutsProvider>
        <div className={classes['skip']}>
          <a href={`#${CONTENT_ID}`}>{t('shell.skip')}</a>
          <span ref={setSkipLinksElement} />
        </div>
        <div
          className={classes['frame']}
          data-collapsed={isCollapsed || undefined}
          data-rail-open={isRailOpen || undefined}
        >
          <nav className={classes['rail']} aria-label={t('shell.navigation')}>
            <Rail isCollapsed={isCollapsed && !isRailOpen} onToggle={toggleRail} onLeave={rail.close} />
          </nav>
          <header className={classes['header']}>
            <HeaderBar
              isRailOpen={isRailOpen}
              onRailToggle={rail.toggle}
              crumbsElement={setCrumbsElement}
              onPalette={palette.open}
              onScratchpad={scratchpad.toggle}
              onShortcuts={shortcuts.open}
              onAbout={about.open}
            />
          </header>
          <main id={CONTENT_ID} tabIndex={-1} className={classes['main']}>
            <CrumbsContext value={crumbs}>
              <SkipLinksElementContext value={skipLinksElement}>
                {globalNotifications.map(({ key, component: Component }) => (
                  <Component key={key} />
                ))}
                {children}
              </SkipLinksElementContext>
            </CrumbsContext>
          </main>
        </div>
        <Suspense fallback={null}>
          {isPaletteOpen && <PaletteHost onClose={palette.close} />}
          {isScratchpadOpen && <Scratchpad onClose={scratchpad.close} />}
          {areShortcutsOpen && <ShortcutsDialog onClose={shortcuts.close} />}
          {isAboutOpen && <AboutDialog onClose={about.close} />}
        </Suspense>
      </PageShortcutsProvider>
    </CommandsProvider>
  )
}
