import { MAX_FROZEN_MESSAGES } from '@logyard/contract/search/frozen-links'
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Button, CloseButton, Group, Menu, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconChevronDown, IconColumns3, IconCopy, IconFilterPlus, IconSnowflake } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { columnsOf } from '../export/message-export.ts'
import { COPY_FORMATS, type CopyFormat, copiedText, tickedTerm } from './ticked-messages.ts'
import { useCopyCurlOfMessages } from './use-copy-curl.ts'
import { useFrozenDraft } from './use-frozen-draft.ts'

const CompareDialog = deferred(() => import('../comparing/compare-dialog.tsx').then((module) => module.CompareDialog))
const FreezeDialog = deferred(() =>
  import('../../sharing/frozen/freeze-dialog.tsx').then((module) => module.FreezeDialog),
)

/** A query with more ids would be too long to read. */
const MOST_IN_QUERY = 100
/** More columns would be too narrow to read. */
const MOST_COMPARED = 5

interface TickedBarProps {
  readonly hits: readonly MessageHit[]
  readonly widget: MessagesWidget
  readonly onClear: () => void
}

/** Actions on the ticked messages. */
export function TickedBar({ hits, widget, onClear }: TickedBarProps) {
  const t = useText()
  const notify = useNotify()
  const clipboard = useClipboard()
  const { addToQuery, messagesOf } = useSearchActions()
  const [isFreezing, setIsFreezing] = useState(false)
  const [isComparing, setIsComparing] = useState(false)
  const copyCurl = useCopyCurlOfMessages()
  const draft = useFrozenDraft(messagesOf?.(widget), hits, columnsOf(widget))
  const copy = (format: CopyFormat) => {
    clipboard.copy(copiedText(hits, columnsOf(widget), format))
    notify.success(t('sharing.ticked.copied', { count: hits.length }))
  }
  return (
    <Group gap="xs" wrap="nowrap" role="group" aria-label={t('sharing.ticked')}>
      <Text size="xs" fw={550}>
        {t('sharing.ticked.count', { count: hits.length })}
      </Text>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconCopy size={13} />}
            rightSection={<IconChevronDown size={12} />}
          >
            {t('sharing.ticked.copy')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {COPY_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => copy(format)}>
              {t(`sharing.ticked.copy.${format}`)}
            </Menu.Item>
          ))}
          {draft !== undefined && hits.length <= MOST_IN_QUERY && (
            <Menu.Item onClick={() => copyCurl(hits, draft.streams ?? [], columnsOf(widget))}>
              {t('sharing.copyCurl')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {hits.length >= 2 && hits.length <= MOST_COMPARED && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconColumns3 size={13} />}
          onClick={() => setIsComparing(true)}
        >
          {t('sharing.compare')}
        </Button>
      )}
      {isComparing && <CompareDialog hits={hits} onClose={() => setIsComparing(false)} />}
      {hits.length <= MOST_IN_QUERY && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFilterPlus size={13} />}
          onClick={() => addToQuery(tickedTerm(hits))}
        >
          {t('sharing.ticked.only')}
        </Button>
      )}
      {draft !== undefined && draft.messages.length <= MAX_FROZEN_MESSAGES && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconSnowflake size={13} />}
          onClick={() => setIsFreezing(true)}
        >
          {t('sharing.frozen.freezeShort')}
        </Button>
      )}
      {isFreezing && draft !== undefined && <FreezeDialog draft={draft} onClose={() => setIsFreezing(false)} />}
      <CloseButton size="xs" aria-label={t('sharing.ticked.clear')} onClick={onClear} />
    </Group>
  )
}
