import { HIDDEN_FIELDS } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { ActionIcon, Anchor, Badge, Text, Tooltip } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { parseExactJson } from '../../api/exact-json.ts'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import { useFormatValue } from '../fields/field-format.ts'
import { FieldMenu } from '../fields/field-menu.tsx'
import { textOf, ValueMenu } from '../fields/value-menu.tsx'
import { HighlightedText } from '../highlighting/highlighted-text.tsx'
import classes from './message-detail.module.css'

export interface MessageFieldsProps {
  readonly hit: MessageHit
  readonly widget: MessagesWidget | undefined
  readonly filter: string
  readonly isInteractive: boolean
  readonly isShowingChanges: boolean
}

/** All fields of a message except metadata, by name: as stored, and as decorators changed them. */
export function MessageFields({ hit, widget, filter, isInteractive, isShowingChanges }: MessageFieldsProps) {
  const t = useText()
  const wanted = filter.trim().toLowerCase()
  const names = Object.keys(hit.message)
    .filter((name) => !HIDDEN_FIELDS.has(name) && hit.message[name] !== null && hit.message[name] !== undefined)
    .filter((name) => name.toLowerCase().includes(wanted) || textOf(hit.message[name]).toLowerCase().includes(wanted))
    .sort()
  const removed = Object.entries(hit.decoration_stats?.removed_fields ?? {})
  return (
    <dl className={classes['list']}>
      {names.map((name) => (
        <div key={name} className={classes['field']}>
          <dt translate="no">
            {isInteractive ? (
              <FieldMenu field={name} {...(widget === undefined ? {} : { widget, table: widget })}>
                {name}
              </FieldMenu>
            ) : (
              name
            )}
            {isFromDecorator(hit, name) && (
              <Badge size="xs" ml={6} translate="yes">
                {t('messages.decorated')}
              </Badge>
            )}
          </dt>
          <dd translate="no">
            <FieldValue hit={hit} name={name} isInteractive={isInteractive} />
            {isShowingChanges && <Original hit={hit} name={name} />}
          </dd>
        </div>
      ))}
      {isShowingChanges &&
        removed.map(([name, value]) => (
          <div key={name} className={classes['field']}>
            <dt translate="no">{name}</dt>
            <dd>
              <Text size="xs" c="dimmed" td="line-through" translate="no">
                {textOf(value)}
              </Text>
            </dd>
          </div>
        ))}
    </dl>
  )
}

function FieldValue({ hit, name, isInteractive }: { hit: MessageHit; name: string; isInteractive: boolean }) {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const format = useFormatValue()
  const [isFormatted, setIsFormatted] = useState(false)
  const value = hit.message[name]
  const link = linkIn(value)
  if (link !== undefined)
    return (
      <Anchor href={link} target="_blank" rel="noreferrer noopener" size="sm">
        {link}
      </Anchor>
    )
  const json = jsonIn(value)
  const text = isFormatted && json !== undefined ? JSON.stringify(json, null, 2) : format(value, typeOf(name))
  const shown = text.trim() === '' ? t('messages.emptyValue') : text
  const content = (
    <span className={classes['value']}>
      <HighlightedText text={shown} ranges={text === textOf(value) ? hit.highlight_ranges[name] : undefined} />
    </span>
  )
  const label = t(isFormatted ? 'messages.asStored' : 'messages.formatJson')
  return (
    <>
      {isInteractive ? (
        <ValueMenu field={name} value={value} shown={shown} isDecorated={isFromDecorator(hit, name)}>
          {content}
        </ValueMenu>
      ) : (
        content
      )}
      {json !== undefined && (
        <Tooltip label={label}>
          <ActionIcon
            size="xs"
            ml={6}
            variant={isFormatted ? 'light' : 'subtle'}
            color="gray"
            aria-label={label}
            aria-pressed={isFormatted}
            onClick={() => setIsFormatted(!isFormatted)}
          >
            <IconBraces size={13} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}

/** Formatting longer values would block the browser. */
const MAX_JSON_CHARACTERS = 200_000

/** A list or an object, or one that a text contains as JSON; other values gain nothing from line breaks. */
function jsonIn(value: unknown): object | undefined {
  if (typeof value === 'object' && value !== null) return value
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > MAX_JSON_CHARACTERS) return undefined
  try {
    const parsed = parseExactJson(value)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The value that a decorator replaced. */
function Original({ hit, name }: { hit: MessageHit; name: string }) {
  const t = useText()
  const stats = hit.decoration_stats
  if (stats === null) return null
  if (Object.hasOwn(stats.added_fields, name))
    return (
      <Text size="xs" c="dimmed" translate="yes">
        {t('messages.added')}
      </Text>
    )
  if (!Object.hasOwn(stats.changed_fields, name)) return null
  return (
    <Text size="xs" c="dimmed">
      {t('messages.original')} <span translate="no">{textOf(stats.changed_fields[name])}</span>
    </Text>
  )
}

/** A link created by a decorator; anything else that claims to be one is shown as text. */
function linkIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('href' in value) || !('type' in value)) return undefined
  return typeof value.href === 'string' && /^https?:\/\//i.test(value.href) ? value.href : undefined
}
