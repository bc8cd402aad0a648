/** Why there is no search page; hardly anyone sees it. */
import { Button } from '@mantine/core'
import { IconCalendarQuestion, IconLock, IconStack2 } from '@tabler/icons-react'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'

export function UnknownRange() {
  const t = useText()
  return (
    <EmptyState
      isPage
      icon={<IconCalendarQuestion />}
      title={t('search.unknownRange')}
      text={t('search.unknownRange.text')}
      action={<LinkButton to={routes.search()}>{t('search.unknownRange.action')}</LinkButton>}
    />
  )
}

export function NoStreams() {
  const t = useText()
  return <EmptyState isPage icon={<IconStack2 />} title={t('search.noStreams')} text={t('search.noStreams.text')} />
}

interface LockedSearchProps {
  /** The number of streams that the user may not read. */
  readonly hidden: number
  readonly hasOthers: boolean
  readonly onNarrow: () => void
}

export function LockedSearch({ hidden, hasOthers, onNarrow }: LockedSearchProps) {
  const t = useText()
  return (
    <EmptyState
      isPage
      icon={<IconLock />}
      title={t('search.locked', { count: hidden })}
      text={t('search.locked.text')}
      action={
        <Button variant="default" onClick={onNarrow}>
          {t(hasOthers ? 'search.locked.others' : 'search.locked.all')}
        </Button>
      }
    />
  )
}
