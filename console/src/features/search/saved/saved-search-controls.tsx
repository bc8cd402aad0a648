/** Actions on the search as a whole: save, load, share, and a menu for the rest. */

import { grn } from '@logyard/contract/identity/shares'
import { Button, Group, Tooltip } from '@mantine/core'
import { IconFolder, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useCommand } from '../../../base/page/commands.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import type { SearchSession, SessionState } from '../editing/search-session.ts'
import { SaveControl } from './save-control.tsx'
import { SearchMenu } from './search-menu.tsx'

const LoadDialog = deferred(() => import('./load-dialog.tsx').then((module) => module.LoadDialog))

interface SavedSearchControlsProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly disabledBecause: string | undefined
  /** The address of a new search; on a stream's page, one in that stream. */
  readonly newSearchLink: string
}

export function SavedSearchControls(props: SavedSearchControlsProps) {
  const { session, state, disabledBecause, newSearchLink } = props
  const t = useText()
  const { view, saved } = state
  const [isLoading, setIsLoading] = useState(false)
  const load = () => setIsLoading(true)
  useCommand('searchTools.load', t('searchTools.load'), load)
  return (
    <Group gap="xs" wrap="nowrap">
      <SaveControl session={session} state={state} disabledBecause={disabledBecause} />
      <Tooltip label={t('searchTools.load')}>
        <Button
          variant="default"
          size="xs"
          h={32}
          px="sm"
          leftSection={<IconFolder size={16} />}
          aria-label={t('searchTools.load')}
          onClick={load}
        >
          {t('searchTools.open')}
        </Button>
      </Tooltip>
      {view === undefined ? (
        <ExplainedButton
          variant="default"
          size="xs"
          h={32}
          px="sm"
          leftSection={<IconShare size={16} />}
          disabledBecause={t('searchTools.share.unsaved')}
        >
          {t('sharing.share')}
        </ExplainedButton>
      ) : (
        <ShareButton
          grn={grn('search', view.id)}
          type="search"
          title={view.title}
          note={saved.query.streams.length === 0 ? t('sharing.allStreams') : undefined}
        />
      )}
      <SearchMenu session={session} state={state} newSearchLink={newSearchLink} />
      {isLoading && <LoadDialog openId={view?.id} onClose={() => setIsLoading(false)} />}
    </Group>
  )
}
