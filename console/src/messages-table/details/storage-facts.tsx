import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { useExactTime } from '../fields/field-format.ts'
import { textOf } from '../fields/menu-value.ts'
import { ValueMenu } from '../fields/value-menu.tsx'
import { internalLabel } from './internal-label.ts'
import { isStored } from './is-stored.ts'
import classes from './message-detail.module.css'
import { useMessageFacts } from './message-facts.ts'

interface StorageFactsProps {
  readonly hit: MessageHit
  /** The message's fields that the server sets. */
  readonly internal: readonly string[]
  readonly isInteractive: boolean
}

interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** How the message was received and where it is stored. */
export function StorageFacts({ hit, internal, isInteractive }: StorageFactsProps) {
  const t = useText()
  const ingest = useIngestFacts(hit)
  const facts: readonly Fact[] = [
    { label: t('messages.id'), value: <MessageId hit={hit} /> },
    ...(hit.index === '' ? [] : [{ label: t('messages.storedIn'), value: hit.index }]),
    ...ingest,
    ...internal
      .filter((name) => !TOLD_OTHERWISE.has(name))
      .map((name) => ({
        label: internalLabel(name, t),
        value: <InternalValue name={name} value={hit.message[name]} isInteractive={isInteractive} />,
      })),
  ]
  return (
    <Box pt="xs" fz="xs">
      <div className={classes['caption']}>{t('messages.storage')}</div>
      <dl className={classes['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}

/** Shown with their names instead. */
const TOLD_OTHERWISE: ReadonlySet<string> = new Set([FIELD.sourceInput, FIELD.sourceNode])

function MessageId({ hit }: { hit: MessageHit }) {
  const t = useText()
  const { message, index } = hit
  return (
    <>
      {isStored(hit) ? (
        <AppLink to={routes.message(index, message._id)} translate="no" size="xs" ff="monospace">
          {message._id}
        </AppLink>
      ) : (
        <>
          {message._id} · <span translate="yes">{t('messages.notStored')}</span>
        </>
      )}
      <CopyButton value={message._id} label={t('messages.copyId')} />
    </>
  )
}

/** The input and node that received the message, and its streams. */
function useIngestFacts({ message }: MessageHit): readonly Fact[] {
  const t = useText()
  const { inputTitle, nodeTitle, streams, isPending } = useMessageFacts()
  const input = textIn(message[FIELD.sourceInput])
  const node = textIn(message[FIELD.sourceNode])
  const routed = streams.filter(({ id }) => message.streams.includes(id))
  const receivedBy =
    node === undefined || isPending
      ? undefined
      : t('messages.inputOnNode', {
          input: (input && inputTitle(input)) ?? t('messages.deletedInput'),
          node: nodeTitle(node) ?? t('messages.stoppedNode'),
        })
  return [
    ...(receivedBy === undefined ? [] : [{ label: t('messages.receivedBy'), value: receivedBy }]),
    ...(routed.length === 0
      ? []
      : [
          {
            label: t('messages.routedInto'),
            value: (
              <Flex component="ul" wrap="wrap" gap="0 var(--mantine-spacing-sm)">
                {routed.map(({ id, title }) => (
                  <li key={id}>
                    <AppLink to={routes.streamSearch(id)} translate="no" size="xs">
                      {title}
                    </AppLink>
                  </li>
                ))}
              </Flex>
            ),
          },
        ]),
  ]
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function InternalValue({ name, value, isInteractive }: { name: string; value: unknown; isInteractive: boolean }) {
  const bytes = useBytes()
  const exactTime = useExactTime()
  const text = textOf(value)
  const isInstant = name.endsWith('_timestamp') && typeof value === 'string' && !Number.isNaN(Date.parse(value))
  const shown =
    name === FIELD.accountedSize && typeof value === 'number' ? bytes(value) : isInstant ? exactTime(value) : text
  const content = <span title={shown === text ? name : `${name}: ${text}`}>{shown}</span>
  if (!isInteractive) return content
  return (
    <ValueMenu of={{ field: name, value }} shown={shown}>
      {content}
    </ValueMenu>
  )
}
