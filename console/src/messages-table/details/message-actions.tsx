import { listRules } from '@logyard/contract/pipelines/rules'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { Button, Menu } from '@mantine/core'
import {
  IconArrowFork,
  IconArrowsVertical,
  IconClockSearch,
  IconCopy,
  IconDots,
  IconLink,
  IconTestPipe,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useHrefOf } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'
import { isStored } from './is-stored.ts'
import { useMessageFacts } from './message-facts.ts'
import { surroundingParameters } from './surrounding-link.ts'
import { useCopy, useCopyMessageLink } from './use-copy.ts'

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
  return (
    <>
      {hit.decoration_stats !== null && (
        <Button size="compact-sm" variant="default" aria-pressed={changes.isShown} onClick={changes.toggle}>
          {t('messages.showChanges')}
        </Button>
      )}
      {isOnSearch && isStored(hit) && (
        <Button
          size="compact-sm"
          variant={context.isOpen ? 'light' : 'default'}
          leftSection={<IconArrowsVertical size={14} />}
          aria-expanded={context.isOpen}
          onClick={context.toggle}
        >
          {t('messages.context')}
        </Button>
      )}
      <MoreMenu hit={hit} isOnSearch={isOnSearch} />
    </>
  )
}

function MoreMenu({ hit, isOnSearch }: { hit: MessageHit; isOnSearch: boolean }) {
  const t = useText()
  const copyLink = useCopyMessageLink()
  const copy = useCopy()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" aria-label={t('messages.more')}>
          <IconDots size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isStored(hit) && (
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
        <Menu.Divider />
        {isOnSearch && <SurroundingItems hit={hit} />}
        {isStored(hit) && <SimulateItem index={hit.index} id={hit.message._id} />}
        {isStored(hit) && <StreamTestItems index={hit.index} id={hit.message._id} />}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens a search for the time around the message in a new tab. */
function SurroundingItems({ hit }: { hit: MessageHit }) {
  const t = useText()
  const href = useHrefOf()
  const { data } = useQuery(searchesConfigQuery(useCall()))
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconClockSearch size={15} />}>{t('messages.surrounding')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
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
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** Opens the simulator of pipelines with this message. */
function SimulateItem({ index, id }: { index: string; id: string }) {
  const t = useText()
  const href = useHrefOf()
  if (!useMay()(listRules)) return null
  return (
    <Menu.Item
      component="a"
      href={href(routes.pipelines.simulate({ index, message_id: id }))}
      leftSection={<IconArrowFork size={15} />}
    >
      {t('messages.simulate')}
    </Menu.Item>
  )
}

/** Opens the rules of a stream with this message as an example. */
function StreamTestItems({ index, id }: { index: string; id: string }) {
  const t = useText()
  const href = useHrefOf()
  const { streams } = useMessageFacts()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconTestPipe size={15} />}>{t('messages.testStream')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {streams.length === 0 && <Menu.Label>{t('messages.noStreams')}</Menu.Label>}
        {streams.map((stream) =>
          stream.id === DEFAULT_STREAM_ID ? (
            <Menu.Item
              key={stream.id}
              data-disabled
              aria-disabled
              closeMenuOnClick={false}
              title={t('messages.notDefaultStream')}
              translate="no"
            >
              {stream.title}
            </Menu.Item>
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
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
