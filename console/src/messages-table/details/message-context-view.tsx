import { FIELD } from '@logyard/contract/messages/message-fields'
import { getMessageContext } from '@logyard/contract/search/message-context'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import { Box, Button, Chip, Group, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callQuery } from '../../api/call-query.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { searchesConfigQuery } from '../../query/time-range/range-queries.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { useFormatValue } from '../fields/field-format.ts'
import { textOf } from '../fields/menu-value.ts'
import { levelOf } from '../levels/message-level.ts'
import { contextFields, MAX_CONTEXT_FIELDS, startingFields, usePickedFields } from './context-fields.ts'
import { internalLabel } from './internal-label.ts'
import { isStored } from './is-stored.ts'
import classes from './message-context.module.css'
import { useMessageFacts } from './message-facts.ts'

const STEP = 10
const MOST = 500

/** The messages before and after, in place, linked by the fields that the user picks. */
export function MessageContextView({ hit }: { hit: MessageHit }) {
  const t = useText()
  const call = useCall()
  const config = useQuery(searchesConfigQuery(call))
  const [picked, pick] = usePickedFields(hit)
  const [before, setBefore] = useState(STEP)
  const [after, setAfter] = useState(STEP)
  const usual = (config.data?.surrounding_filter_fields ?? []).filter((field) => hit.message[field] !== undefined)
  const fields = picked ?? startingFields(hit.message, usual)
  const { message, index } = hit
  const request = { index, id: message._id, timestamp: message.timestamp, before, after, fields: [...fields] }
  const context = useQuery({
    ...callQuery(call, ['message-context', request], getMessageContext, { body: request }),
    enabled: config.isSuccess,
    placeholderData: keepPreviousData,
  })
  const own = useRef<HTMLLIElement>(null)
  const isLoaded = context.isSuccess
  useEffect(() => {
    if (isLoaded) own.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])

  return (
    <Box
      component="section"
      py="xs"
      style={{ borderBlock: '1px solid var(--ly-border)' }}
      aria-label={t('messages.context')}
      aria-busy={context.isFetching}
    >
      <LinkFields hit={hit} usual={usual} fields={fields} onChange={pick} />
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
    </Box>
  )
}

interface LinkFieldsProps {
  readonly hit: MessageHit
  readonly usual: readonly string[]
  readonly fields: readonly string[]
  readonly onChange: (fields: readonly string[]) => void
}

/** Which fields the neighbours share with the message: identifiers as chips, and any other field by its name. */
function LinkFields({ hit: { message }, usual, fields, onChange }: LinkFieldsProps) {
  const t = useText()
  const { offered, others } = contextFields(message, usual)
  const shown = [...new Set([...offered, ...fields])]
  const shownValue = useValueText(message)
  const rest = others.filter((name) => !fields.includes(name))
  /** Gets the focus when it becomes a chip: its entry in the list is gone. */
  const [added, setAdded] = useState<string>()
  const isFull = fields.length >= MAX_CONTEXT_FIELDS
  return (
    <Group gap={6} align="center">
      <Dimmed size="xs">{t('messages.context.linkedBy')}</Dimmed>
      {shown.map((field) => (
        <Chip
          key={field}
          ref={field === added ? focusNow : null}
          size="xs"
          checked={fields.includes(field)}
          disabled={isFull && !fields.includes(field)}
          onChange={(isOn) => onChange(isOn ? [...fields, field] : fields.filter((one) => one !== field))}
        >
          <span translate="no">
            {internalLabel(field, t)} <span className={classes['linkValue']}>{shownValue(field)}</span>
          </span>
        </Chip>
      ))}
      {rest.length > 0 && (
        <Select
          size="xs"
          w={170}
          aria-label={t('messages.context.more')}
          placeholder={t('messages.context.moreCount', { count: rest.length })}
          searchable
          selectFirstOptionOnChange
          disabled={isFull}
          comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
          attributes={{ option: { translate: 'no' } }}
          nothingFoundMessage={t('messages.filterFields.none')}
          data={rest.map((name) => ({
            value: name,
            label: `${internalLabel(name, t)}  ${shownValue(name)}`,
          }))}
          value={null}
          onChange={(field) => {
            if (field === null) return
            setAdded(field)
            onChange([...fields, field])
          }}
        />
      )}
    </Group>
  )
}

/** The short text of a value; inputs and nodes by their names. */
function useValueText(message: MessageDocument): (field: string) => string {
  const { inputTitle, nodeTitle } = useMessageFacts()
  const nameOf = (field: string, value: string) =>
    field === FIELD.sourceInput ? inputTitle(value) : field === FIELD.sourceNode ? nodeTitle(value) : undefined
  return (field) => {
    const value = textOf(message[field])
    return short(nameOf(field, value) ?? value)
  }
}

const focusNow = (input: HTMLInputElement | null) => input?.focus()

const SHORT = 24
const short = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text)

function Neighbour({ hit, isOwn = false, ref }: { hit: MessageHit; isOwn?: boolean; ref?: React.Ref<HTMLLIElement> }) {
  const format = useFormatValue()
  const { message } = hit
  const time = <time dateTime={message.timestamp}>{format(message.timestamp, 'date')}</time>
  return (
    <li
      ref={ref}
      className={classes['neighbour']}
      aria-current={isOwn ? 'true' : undefined}
      data-level={levelOf(message)?.tone}
      translate="no"
    >
      {isStored(hit) && !isOwn ? (
        <AppLink to={routes.message(hit.index, message._id)} c="inherit" fz="inherit" className={classes['time'] ?? ''}>
          {time}
        </AppLink>
      ) : (
        <span className={classes['time']}>{time}</span>
      )}
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
    <Dimmed size="xs">{none}</Dimmed>
  )
}
