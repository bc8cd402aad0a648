import type { MessageHit } from '@logyard/contract/search/search-results'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconArrowsVertical, IconClockSearch, IconCopy, IconDots, IconLink, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { useHrefOf } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useMessageFacts } from './message-facts.ts'
import { surroundingParameters } from './surrounding-link.ts'
import { useCopyMessageLink } from './use-copy-message-link.ts'

interface Switch {
  readonly toggle: () => void
}

export interface MessageActionsProps {
  readonly hit: MessageHit
  readonly isOnSearch: boolean
  readonly changes: Switch & { readonly isShown: boolean }
  readonly context: Switch & { readonly isOpen: boolean }
}

export function MessageActions({ hit, isOnSearch, changes, context }: MessageActionsProps) {
  const t = useText()
  const { message, index, decoration_stats } = hit
  const id = message._id
  const isStored = index !== '' && !index.startsWith('[')
  return (
    <Group gap="xs" justify="space-between" wrap="wrap">
      <Group gap={6} wrap="nowrap">
        {isStored ? (
          <AppLink to={routes.message(index, id)} size="sm" ff="monospace" translate="no">
            {id}
          </AppLink>
        ) : (
          <Text size="sm" ff="monospace">
            <span translate="no">{id}</span> · {t('messages.notStored')}
          </Text>
        )}
        <CopyButton value={id} label={t('messages.copyId')} />
      </Group>
      <Group gap="xs">
        {decoration_stats !== null && (
          <Button size="compact-xs" variant="default" aria-pressed={changes.isShown} onClick={changes.toggle}>
            {t('messages.showChanges')}
          </Button>
        )}
        {isOnSearch && isStored && (
          <Button
            size="compact-xs"
            variant={context.isOpen ? 'light' : 'default'}
            leftSection={<IconArrowsVertical size={13} />}
            aria-expanded={context.isOpen}
            onClick={context.toggle}
          >
            {t('messages.context')}
          </Button>
        )}
        {isOnSearch && <SurroundingMenu hit={hit} />}
        {isStored && <StreamTestMenu index={index} id={id} />}
        <MoreMenu hit={hit} isStored={isStored} />
      </Group>
    </Group>
  )
}

/** Opens a search for the time around the message in a new tab. */
function SurroundingMenu({ hit }: { hit: MessageHit }) {
  const t = useText()
  const href = useHrefOf()
  const { data } = useQuery(searchesConfigQuery(useCall()))
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconClockSearch size={13} />}>
          {t('messages.surrounding')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(data?.surrounding_timerange_options ?? {}).map(([period, label]) => (
          <Menu.Item
            key={period}
            component="a"
            target="_blank"
            rel="noreferrer"
            href={href(
              `${routes.search()}?${new URLSearchParams({ ...surroundingParameters(hit, period, data?.surrounding_filter_fields ?? []) })}`,
            )}
            translate="no"
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens the rules of a stream with this message as an example. */
function StreamTestMenu({ index, id }: { index: string; id: string }) {
  const t = useText()
  const href = useHrefOf()
  const { streams } = useMessageFacts()
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconTestPipe size={13} />}>
          {t('messages.testStream')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {streams.length === 0 && <Menu.Label>{t('messages.noStreams')}</Menu.Label>}
        {streams.map((stream) =>
          stream.id === DEFAULT_STREAM_ID ? (
            <Tooltip key={stream.id} label={t('messages.notDefaultStream')}>
              <Menu.Item data-disabled aria-disabled closeMenuOnClick={false} translate="no">
                {stream.title}
              </Menu.Item>
            </Tooltip>
          ) : (
            <Menu.Item
              key={stream.id}
              component="a"
              href={href(`${routes.streamEdit(stream.id)}?${new URLSearchParams({ index, message_id: id })}`)}
              translate="no"
            >
              {stream.title}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function MoreMenu({ hit, isStored }: { hit: MessageHit; isStored: boolean }) {
  const t = useText()
  const copyLink = useCopyMessageLink()
  const notify = useNotify()
  const clipboard = useClipboard()
  const copy = (text: string) => {
    clipboard.copy(text)
    notify.success(t('ui.copied'))
  }
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" aria-label={t('messages.more')}>
          <IconDots size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isStored && (
          <Menu.Item leftSection={<IconLink size={15} />} onClick={() => copyLink(hit)}>
            {t('messages.copyLink')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy(String(hit.message.message ?? ''))}>
          {t('messages.copyText')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy(JSON.stringify(hit.message, undefined, 2))}>
          {t('messages.copyJson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
