import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconClockPin, IconLink, IconTerminal2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { columnsOf } from '../../../messages-table/export/message-export.ts'
import { useCopyCurl } from '../../../messages-table/selection/use-copy-curl.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { isMessages } from '../../../view-document/model/view-model.ts'
import { MESSAGES_PER_PAGE } from '../../../view-document/model/widget-search-types.ts'
import { factsOf } from '../editing/run-facts.ts'
import type { SessionState } from '../editing/search-session.ts'
import { fixedInTime } from '../editing/search-url.ts'
import { searchedMessages } from '../editing/searched-messages.ts'
import { isWholeInLink } from '../editing/table-settings.ts'

const COPIED_MS = 2_000

/** Links to the search as it is shown: its query, columns, sorting and open message. */
export function CopyLinkItems({ state }: { readonly state: SessionState }) {
  const t = useText()
  const { history, saved } = state
  const range = factsOf(state.run)?.range
  const copyCurl = useCopyCurl()
  const table = history.present.page.widgets.find(isMessages)
  const columns = table === undefined ? [] : columnsOf(table)
  const isFixed = history.present.query.timerange.type === 'absolute'
  const hint = isWholeInLink(history.present, saved) ? undefined : t('searchTools.copyLink.withoutWidgets')
  return (
    <>
      <CopyItem
        label={t('searchTools.copyLink')}
        icon={<IconLink size={15} />}
        hint={hint}
        link={() => window.location.href}
      />
      {range !== undefined && !isFixed && (
        <CopyItem
          label={t('searchTools.copyLink.fixed')}
          icon={<IconClockPin size={15} />}
          hint={hint}
          link={() => fixedInTime(window.location.href, range)}
        />
      )}
      <Menu.Item
        leftSection={<IconTerminal2 size={15} />}
        onClick={() => copyCurl(searchedMessages(state, undefined), columns, MESSAGES_PER_PAGE)}
      >
        {t('searchTools.copyCurl')}
      </Menu.Item>
    </>
  )
}

interface CopyItemProps {
  readonly label: string
  readonly icon: ReactNode
  readonly hint: string | undefined
  readonly link: () => string
}

/** The menu stays open for a moment to confirm the copy. */
function CopyItem({ label, icon, hint, link }: CopyItemProps) {
  const t = useText()
  const clipboard = useClipboard({ timeout: COPIED_MS })
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={clipboard.copied ? <IconCheck size={15} /> : icon}
      onClick={() => clipboard.copy(link())}
    >
      <span aria-live="polite">{clipboard.copied ? t('searchTools.copyLink.done') : label}</span>
      {hint !== undefined && <Dimmed size="xs">{hint}</Dimmed>}
    </Menu.Item>
  )
}
