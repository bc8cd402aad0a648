import { HIDDEN_FIELDS } from '@logyard/contract/messages/message-fields'
import { getMessageContext } from '@logyard/contract/search/message-context'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { Button, Chip, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { useFormatValue } from '../fields/field-format.ts'
import classes from './message-detail.module.css'

const STEP = 10
const MOST = 500
/** A longer list of fields would be hard to read. */
const OFFERED = 14
const TOO_LONG = 60

/** The messages before and after, in place, linked by the fields that the user picks. */
export function MessageContextView({ hit }: { hit: MessageHit }) {
  const t = useText()
  const call = useCall()
  const config = useQuery(searchesConfigQuery(call))
  const [picked, setPicked] = useState<readonly string[]>()
  const [before, setBefore] = useState(STEP)
  const [after, setAfter] = useState(STEP)
  const usual = (config.data?.surrounding_filter_fields ?? []).filter((field) => hit.message[field] !== undefined)
  const fields = picked ?? usual
  const { message, index } = hit
  const request = { index, id: message._id, timestamp: message.timestamp, before, after, fields: [...fields] }
  const context = useQuery({
    queryKey: ['message-context', request],
    queryFn: ({ signal }) => call(getMessageContext, { body: request, signal }),
    enabled: config.isSuccess,
    placeholderData: keepPreviousData,
  })
  const offered = [...new Set([...usual, ...linkable(hit)])].slice(0, OFFERED)
  const own = useRef<HTMLLIElement>(null)
  const isLoaded = context.isSuccess
  useEffect(() => {
    if (isLoaded) own.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])

  return (
    <section className={classes['context']} aria-label={t('messages.context')} aria-busy={context.isFetching}>
      <Group gap="xs" align="center">
        <Text size="xs" c="dimmed">
          {t('messages.context.linkedBy')}
        </Text>
        {offered.map((field) => (
          <Chip
            key={field}
            size="xs"
            checked={fields.includes(field)}
            onChange={(isOn) => setPicked(isOn ? [...fields, field] : fields.filter((one) => one !== field))}
          >
            <span translate="no">{field}</span>
          </Chip>
        ))}
      </Group>
      {context.isError && <LoadFailed error={context.error} onRetry={() => context.refetch()} />}
      {context.isPending && config.isSuccess && <Loading />}
      {context.data !== undefined && (
        <>
          <More
            label={t('messages.context.earlier')}
            none={t('messages.context.noneEarlier')}
            hasMore={context.data.before.length === before && before < MOST}
            onMore={() => setBefore(Math.min(MOST, before * 2))}
          />
          <ol className={classes['neighbours']}>
            {context.data.before.map((one) => (
              <Neighbour key={one.message._id} hit={one} />
            ))}
            <Neighbour hit={hit} ref={own} isOwn />
            {context.data.after.map((one) => (
              <Neighbour key={one.message._id} hit={one} />
            ))}
          </ol>
          <More
            label={t('messages.context.later')}
            none={t('messages.context.noneLater')}
            hasMore={context.data.after.length === after && after < MOST}
            onMore={() => setAfter(Math.min(MOST, after * 2))}
          />
        </>
      )}
    </section>
  )
}

/** Fields with a short value that other messages probably share. */
function linkable({ message }: MessageHit): readonly string[] {
  const isShort = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= TOO_LONG
  return Object.keys(message)
    .filter((name) => !HIDDEN_FIELDS.has(name) && name !== 'message' && name !== 'timestamp')
    .filter((name) => isShort(message[name]) || typeof message[name] === 'number')
    .sort()
}

function Neighbour({
  hit: { message },
  isOwn = false,
  ref,
}: {
  hit: MessageHit
  isOwn?: boolean
  ref?: React.Ref<HTMLLIElement>
}) {
  const format = useFormatValue()
  return (
    <li ref={ref} className={classes['neighbour']} aria-current={isOwn ? 'true' : undefined} translate="no">
      <time dateTime={message.timestamp}>{format(message.timestamp, 'date')}</time>
      <span className={classes['origin']}>{message.source}</span>
      <span>{message.message}</span>
    </li>
  )
}

function More({ label, none, hasMore, onMore }: { label: string; none: string; hasMore: boolean; onMore: () => void }) {
  return hasMore ? (
    <Button size="compact-xs" variant="subtle" onClick={onMore}>
      {label}
    </Button>
  ) : (
    <Text size="xs" c="dimmed">
      {none}
    </Text>
  )
}
