import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useDocumentTitle } from '../document-title.ts'
import { useNavigation } from '../frame/use-navigation.ts'
import { useIsBuilt } from '../routes/built-routes.ts'
import { useGo } from '../routes/location.ts'
import { routes } from '../routes/routes.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { useText } from '../text/text.tsx'

/** `/` leads on, without a trace in the history: to the user's start page, else to the first page that is open to them. */
export function StartPage() {
  const t = useText()
  const go = useGo()
  const isBuilt = useIsBuilt()
  const { startpage } = useCurrentUser()
  const { main, menus, system } = useNavigation()
  useDocumentTitle(t('shell.start.title'))

  const chosen = () => {
    if (startpage === null || startpage.type === null || startpage.id === null) return undefined
    const isStream = startpage.type === 'stream'
    if (!isBuilt(isStream ? routes.streamSearch : routes.dashboard)) return undefined
    return isStream ? routes.streamSearch(startpage.id) : routes.dashboard(startpage.id)
  }
  const [first] = [...main, ...[...menus, ...system].flatMap((section) => section.entries)]
  const target = chosen() ?? first?.link
  useEffect(() => {
    if (target !== undefined) go(target, { replace: true })
  }, [go, target])
  if (target !== undefined) return <Loading />
  return <EmptyState isPage icon={<IconLock />} title={t('shell.start.nothing')} text={t('shell.start.nothing.text')} />
}
