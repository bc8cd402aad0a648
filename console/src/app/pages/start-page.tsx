import { createInput } from '@logyard/contract/ingest/inputs'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { gettingStartedQuery } from '../../base/queries/getting-started-query.ts'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { useNavigation } from '../frame/use-navigation.ts'
import { useChosenStartPage } from './use-chosen-start-page.ts'

/**
 * `/` redirects without a history entry: to the first steps while they are offered and the user may take
 * them, else to the user's start page, else to the first page that the user may open.
 */
export function StartPage() {
  const t = useText()
  const go = useGo()
  const notify = useNotify()
  const may = useMay()
  const { startpage } = useCurrentUser()
  const { main, menus, groups } = useNavigation()
  const asksGuide = may(createInput)
  const guide = useQuery({ ...gettingStartedQuery(useCall()), enabled: asksGuide })
  useDocumentTitle(t('shell.start.title'))

  const chosen = useChosenStartPage(startpage)
  const [first] = [...main, ...[...menus, ...groups].flatMap((section) => section.entries)]
  const isWaiting = (asksGuide && guide.isPending) || chosen.isPending
  const onward = guide.data === true ? routes.gettingStarted() : (chosen.link ?? first?.link)
  const target = isWaiting ? undefined : onward
  const isGone = chosen.isGone && guide.data !== true
  useEffect(() => {
    if (target === undefined) return
    if (isGone) notify.warning(t('shell.start.gone'), t('shell.start.gone.title'))
    go(target, { replace: true })
  }, [go, target, isGone, notify, t])
  if (isWaiting || onward !== undefined) return <Loading />
  return <EmptyState isPage icon={<IconLock />} title={t('shell.start.nothing')} text={t('shell.start.nothing.text')} />
}
